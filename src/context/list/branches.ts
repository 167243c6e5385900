// Finds the branch of the conversation that a list goes on with. Pure.
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
  /** Greater for a branch that was used later. */
  readonly revision: number;
  readonly forked: boolean;
  readonly kept: KeptList;
}

/** Returns the leading messages of a list that some ledger knows to be stored. */
export function nearest(branches: readonly KeptBranch[], body: readonly string[]): KeptList {
  let best: KeptList = NOTHING_KEPT;
  let most = 0;
  for (const { kept } of branches) {
    const count = keptOf(kept, body);
    if (count > most) [best, most] = [cutBack(kept, { count, hash: body[count - 1] as string }), count];
  }
  return best;
}

/** Whether all messages that follow are new: for a list that only ever grew, no other branch can hold them. */
export function isEnd(branches: readonly KeptBranch[], known: KeptList, { head }: GrowingList): boolean {
  const [only, ...others] = branches;
  if (!only || others.length > 0 || only.forked) return false;
  const isSameHead = !head || (head.length === known.head.count && (head.at(-1) ?? '') === known.head.hash);
  return known.count === only.kept.count && known.count > 0 && isSameHead;
}

/** Returns the known messages of a list, extended by those that the transcript holds beyond them. */
export function withFound(known: KeptList, { head, body }: GrowingList, found: KnownMessages): KeptList {
  const deeper = Math.max(0, found.body.count - known.count);
  return {
    head: head ? found.head : known.head,
    ...(deeper > 0 ? { count: found.body.count, rows: found.body.rows } : { count: known.count, rows: known.rows }),
    hashes: withHashes(known.hashes, body.slice(0, deeper)),
  };
}

/**
 * Returns the branch that shares most with the list, and the number of shared messages. Of several, one that the list
 * goes on from precedes one that it leaves, then the one used last. An empty branch fits every list. Undefined where
 * none fits.
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
