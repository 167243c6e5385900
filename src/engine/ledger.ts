// The ledger: the branches that it keeps, and what a hard forget reads and writes of it, the notes that a request showed and
// the numbers that outlive them.
import type { LedgerBranch } from '../boundary/context-rows.ts';
import type { AppendedNotes, Ledger } from '../context/view/ledger.ts';
import type { RecalledText } from '../recall/recalled-text.ts';
import { branchKey, NUMBERS, readBranchKey } from '../tree/transcript/branch-keys.ts';
import { placeIn, type Runs, withHead } from '../tree/transcript/rows-of-list.ts';
import type { SessionState } from './session/state.ts';

/** Those with rows in the ledger. */
export const branchesOf = ({ ledger }: Pick<SessionState, 'ledger'>): LedgerBranch[] =>
  [...ledger].flatMap(([row, fields]) => {
    const { branch, key } = readBranchKey(row);
    if (key !== NUMBERS) return [];
    const { revision = 0, epoch = 0, forked = false, used = 0, kept } = fields as Partial<LedgerBranch>;
    return kept ? [{ branch, revision, epoch, forked, used, kept: withHead(kept) }] : [];
  });

/** The one that was used last. */
export function currentBranch(branches: readonly LedgerBranch[]): LedgerBranch | undefined {
  return branches.reduce<LedgerBranch | undefined>(
    (last, one) => (last && last.revision > one.revision ? last : one),
    undefined,
  );
}

export const ledgerRevision = (branches: readonly LedgerBranch[]): number => currentBranch(branches)?.revision ?? 0;

/** The list of a branch. */
export const rowsOf = ({ kept }: LedgerBranch): Runs => [...kept.head.rows, ...kept.rows];

/** Whether the latest request of a branch shows the message at a place, with all of its results. */
export function shownIn({ ledger }: Pick<SessionState, 'ledger'>, branch: string): (place: number) => boolean {
  const numbers = ledger.get(branchKey(branch, NUMBERS)) as Partial<Ledger> | undefined;
  const { count = 0, folds = [], stubs = [] } = numbers ?? {};
  return (place) =>
    place < count &&
    !folds.some(({ from, to }) => from <= place && place < to) &&
    !stubs.some(({ index }) => index === place);
}

/** Where a message stands in the lists that hold it, and whether their requests show it. */
export const placesOf = (
  state: Pick<SessionState, 'ledger'>,
  row: number,
): { readonly place: number; readonly isShown: boolean }[] =>
  branchesOf(state).flatMap((branch) => {
    const place = placeIn(rowsOf(branch), row);
    return place === undefined ? [] : [{ place, isShown: shownIn(state, branch.branch)(place) }];
  });

/** The texts of the recalled notes in a row. */
export const recalledIn = (row: object): readonly RecalledText[] =>
  (row as Partial<AppendedNotes>).recalled?.texts ?? [];

/** Whether a recalled note in this row shows a text of another session. */
export const citesOthers = (row: object): boolean => recalledIn(row).some(({ session }) => session !== undefined);

/**
 * The ledger after a hard forget: keeps the numbers of each branch, drops every row that may hold words, demands a new
 * epoch of each.
 */
export function clearedLedger(state: SessionState): { key: string; fields?: object }[] {
  const branches = branchesOf(state).sort((one, other) => one.revision - other.revision);
  const top = ledgerRevision(branches);
  // A change of each, in their order.
  const revisions = new Map(branches.map(({ branch }, turn) => [branch, top + 1 + turn]));
  return [...state.ledger].map(([row, fields]) => {
    const { branch, key } = readBranchKey(row);
    return key === NUMBERS
      ? { key: row, fields: { ...withoutGuesses(fields), revision: revisions.get(branch), reset: true } }
      : { key: row };
  });
}

/**
 * Without hashes of texts that the next request makes anew: who guesses a short text could test the guess by them. Those of
 * the list stay, or the app's list would be stored once more, forgotten words and all.
 */
function withoutGuesses(fields: object): object {
  const { headHash: _head, requestId: _id, shown, pinned, ...others } = fields as Partial<Ledger>;
  const blank = (seen: Ledger['shown']): Ledger['shown'] => ({ ...seen, blocks: {} });
  return { ...others, ...(shown && { shown: blank(shown) }), ...(pinned && { pinned: blank(pinned) }) };
}
