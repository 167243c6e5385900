// Finds the branches of the transcript's tree. Pure.
import type { MessageTree, TreeNode } from './message-tree.ts';
import { HEAD_MARK } from './rows-of-list.ts';

/** A chain of rows that begins where it leaves another branch, or with a conversation. */
export interface TreeBranch {
  /** Its first row, which names it: it stays the same while the branch grows. */
  readonly row: number;
  /** Its newest row. */
  readonly last: number;
  /** Index of `row` in its list. */
  readonly from: number;
  /** Number of messages of its list, including those before `row`. */
  readonly messages: number;
  /** Time at which its newest message was stored, ms since 1970. */
  readonly time: number;
}

/**
 * Returns the branches in the order of their first rows. If several rows follow one, its branch goes on with the first.
 */
export function treeBranches({ nodes }: Pick<MessageTree, 'nodes'>): TreeBranch[] {
  const rows = [...nodes.keys()].sort((one, other) => one - other);
  const next = new Map<number, number>();
  const starts: number[] = [];
  const depth = new Map<number, number>();
  for (const row of rows) {
    const { after, hash } = nodes.get(row) as TreeNode;
    const before = nodes.get(after);
    depth.set(row, before ? (depth.get(after) ?? 0) + 1 : after + 1);
    if (hash.startsWith(HEAD_MARK)) continue;
    if (before && !before.hash.startsWith(HEAD_MARK) && !next.has(after)) next.set(after, row);
    else starts.push(row);
  }
  return starts.map((row) => {
    let last = row;
    for (let following = next.get(last); following !== undefined; following = next.get(last)) last = following;
    const from = depth.get(row) as number;
    return { row, last, from, messages: (depth.get(last) as number) + 1, time: (nodes.get(last) as TreeNode).time };
  });
}
