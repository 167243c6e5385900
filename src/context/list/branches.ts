// Which branch of the conversation a list goes on with. Pure.
import type { KnownMessages } from '../../tree/transcript/message-tree.ts';
import {
  cutBack,
  type GrowingList,
  keptOf,
  type KeptList,
  NOTHING_KEPT,
  sharedMessages,
  withHashes,
} from './kept-list.ts';

/** A branch whose ledger is kept. */
export interface KeptBranch {
  readonly branch: string;
  /** The greater, the later it was used. */
  readonly revision: number;
  readonly forked: boolean;
  readonly kept: KeptList;
}

/** The leading messages of a list that some ledger knows to be stored. */
export function nearest(branches: readonly KeptBranch[], body: readonly string[]): KeptList {
  let best: KeptList = NOTHING_KEPT;
  let most = 0;
  for (const { kept } of branches) {
    const count = keptOf(kept, body);
    if (count > most) [best, most] = [cutBack(kept, { count, hash: body[count - 1] as string }), count];
  }
  return best;
}

/** Whether all that follows is new: a list that only ever grew has no other branch that may hold it. */
export function isEnd(branches: readonly KeptBranch[], known: KeptList, { head }: GrowingList): boolean {
  const [only, ...others] = branches;
  if (!only || others.length > 0 || only.forked) return false;
  const isSameHead = !head || (head.length === known.head.count && (head.at(-1) ?? '') === known.head.hash);
  return known.count === only.kept.count && known.count > 0 && isSameHead;
}

/** The known messages of a list, with what the transcript holds beyond them. */
export function withFound(known: KeptList, { head, body }: GrowingList, found: KnownMessages): KeptList {
  const deeper = Math.max(0, found.body.count - known.count);
  return {
    head: head ? found.head : known.head,
    ...(deeper > 0 ? { count: found.body.count, rows: found.body.rows } : { count: known.count, rows: known.rows }),
    hashes: withHashes(known.hashes, body.slice(0, deeper)),
  };
}

/**
 * The branch that shares most with the list, and how many messages: one that the list goes on from before one that it
 * leaves, and then the one that was used last. Undefined where the list shares none.
 */
export function closest<Of extends KeptBranch>(
  branches: readonly Of[],
  known: KeptList,
): { readonly branch: Of; readonly shared: number; readonly isLeft: boolean } | undefined {
  let best: { readonly branch: Of; readonly shared: number; readonly isLeft: boolean } | undefined;
  for (const branch of branches) {
    const shared = sharedMessages(branch.kept, known);
    if (shared === 0 && branch.kept.count > 0) continue;
    const one = { branch, shared, isLeft: shared < branch.kept.count };
    const isBetter =
      !best ||
      shared > best.shared ||
      (shared === best.shared && (best.isLeft !== one.isLeft ? best.isLeft : branch.revision > best.branch.revision));
    if (isBetter) best = one;
  }
  return best;
}
