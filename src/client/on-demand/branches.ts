// The branches of the conversation, found in the transcript. Loaded on first use.
import type { Branch } from '../../api/context.ts';
import type { LedgerBranch } from '../../boundary/context-rows.ts';
import type { Engine } from '../../boundary/engine.ts';
import { WorkingMemoryError } from '../../errors.ts';
import { ROWS_PER_READ } from '../../options/policy.ts';
import { MessageTree } from '../../tree/transcript/message-tree.ts';
import type { Runs } from '../../tree/transcript/rows-of-list.ts';
import { type Message, searchableText } from '../../tree/transcript/transcript.ts';
import { type TreeBranch, treeBranches } from '../../tree/transcript/tree-branches.ts';

/** Limit of a branch's opening words, in UTF-16 units. */
const WORDS = 120;

export async function listBranches(engine: Engine): Promise<Branch[]> {
  const { branches: kept } = await engine.contextBasis({ isLatest: true });
  const { tree, words } = await readTree(engine);
  const [last] = latestFirst(kept);
  const current = last ? lastRow(last.kept.rows) : newestRow(tree);
  return treeBranches(tree).map((branch) => {
    const { row, from, messages, time } = branch;
    const uses = kept.filter((one) => isIn(tree, branch, lastRow(one.kept.rows))).map(({ used }) => used);
    const isCurrent = isIn(tree, branch, current);
    const lastUsed = Math.max(time, ...uses);
    return { id: String(row), messages, from, text: words.get(row) ?? '', lastUsed, current: isCurrent };
  });
}

/**
 * Returns the rows of a branch's list; without an id those of the list that was stored last, and undefined where no
 * list was ever stored.
 * @throws not-found
 */
export async function branchRows(
  engine: Engine,
  kept: readonly LedgerBranch[],
  id: string | undefined,
): Promise<{ readonly head: Runs; readonly body: Runs } | undefined> {
  const { tree } = await readTree(engine);
  const branches = treeBranches(tree);
  const branch = branches.find(({ row }) => String(row) === id);
  if (id !== undefined && !branch) throw unknownBranch(id, branches);
  const last = branch?.last ?? newestRow(tree);
  if (last === undefined) return undefined;
  const path = tree.path(last);
  // The system prompt may have changed since the first messages were stored.
  const [own] = latestFirst(kept.filter((one) => lastRow(one.kept.rows) === last));
  return own ? { ...path, head: own.kept.head.rows } : path;
}

const latestFirst = (branches: readonly LedgerBranch[]): LedgerBranch[] =>
  [...branches].sort((one, other) => other.revision - one.revision);

/** Reads the whole transcript: few apps ask for branches, and an index for them would cost every session. */
async function readTree(engine: Engine): Promise<{ readonly tree: MessageTree; readonly words: Map<number, string> }> {
  const tree = new MessageTree();
  const words = new Map<number, string>();
  const count = await engine.countMessages();
  for (let from = 0; from < count; from += ROWS_PER_READ) {
    for (const message of await engine.readMessages(from, ROWS_PER_READ)) {
      tree.absorb(message);
      words.set(message.index, wordsOf(message));
    }
  }
  return { tree, words };
}

const wordsOf = (message: Message): string => {
  const words = searchableText(message)
    .slice(0, 2 * WORDS)
    .replace(/\s+/g, ' ')
    .trim();
  return words.slice(0, WORDS).toWellFormed();
};

function newestRow({ nodes }: MessageTree): number | undefined {
  let newest: number | undefined;
  for (const row of nodes.keys()) if (newest === undefined || row > newest) newest = row;
  return newest;
}

/** Whether this row is one of the branch's own. */
function isIn({ nodes }: MessageTree, { row, last }: TreeBranch, of: number | undefined): boolean {
  if (of === undefined || of < row || of > last) return false;
  let at = last;
  for (let node = nodes.get(at); node && at > of; node = nodes.get(at)) at = node.after;
  return at === of;
}

const lastRow = (runs: Runs): number | undefined => {
  const last = runs.at(-1);
  return last && last[0] + last[1] - 1;
};

function unknownBranch(id: string, branches: readonly TreeBranch[]): WorkingMemoryError {
  const known = branches.map(({ row }) => row).join(', ') || 'none';
  return new WorkingMemoryError('not-found', `This conversation has no branch ${id}; its branches are ${known}.`, {
    what: 'branch',
    name: String(id),
  });
}
