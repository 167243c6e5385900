// The ledger: its branches, the parts that a hard forget reads and rewrites, the notes that requests showed and the
// numbers that outlive them.
import type { LedgerBranch } from '../boundary/context-rows.ts';
import type { AppendedNotes, Ledger } from '../context/view/ledger.ts';
import type { RecalledText } from '../recall/recalled-text.ts';
import { branchKey, NUMBERS, readBranchKey } from '../tree/transcript/branch-keys.ts';
import { placeIn, type Runs, withHead } from '../tree/transcript/rows-of-list.ts';
import type { UncheckedRow } from './session/row-checksum.ts';
import type { SessionState } from './session/state.ts';

/** Returns the branches that have rows in the ledger. */
export const branchesOf = ({ ledger }: Pick<SessionState, 'ledger'>): LedgerBranch[] =>
  [...ledger].flatMap(([row, fields]) => {
    const { branch, key } = readBranchKey(row);
    if (key !== NUMBERS) return [];
    const { revision = 0, epoch = 0, forked = false, used = 0, kept } = fields as Partial<LedgerBranch>;
    return kept ? [{ branch, revision, epoch, forked, used, kept: withHead(kept) }] : [];
  });

/** Returns the branch that was used last. */
export function currentBranch(branches: readonly LedgerBranch[]): LedgerBranch | undefined {
  return branches.reduce<LedgerBranch | undefined>(
    (last, one) => (last && last.revision > one.revision ? last : one),
    undefined,
  );
}

export const ledgerRevision = (branches: readonly LedgerBranch[]): number => currentBranch(branches)?.revision ?? 0;

/** Returns the list of a branch. */
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

/** Returns the places of a message in the lists that hold it, and whether their requests show it. */
export const placesOf = (
  state: Pick<SessionState, 'ledger'>,
  row: number,
): { readonly place: number; readonly isShown: boolean }[] =>
  branchesOf(state).flatMap((branch) => {
    const place = placeIn(rowsOf(branch), row);
    return place === undefined ? [] : [{ place, isShown: shownIn(state, branch.branch)(place) }];
  });

/** Returns the texts of the recalled notes in a row. */
export const recalledIn = (row: object): readonly RecalledText[] =>
  (row as Partial<AppendedNotes>).recalled?.texts ?? [];

/** Whether a recalled note in this row shows a text of another session. */
export const citesOthers = (row: object): boolean => recalledIn(row).some(({ session }) => session !== undefined);

/**
 * Returns the ledger after a hard forget: keeps the numbers of each branch, drops every row that may hold words, and
 * forces a new epoch of each branch.
 */
export function clearedLedger(state: SessionState): UncheckedRow[] {
  const branches = branchesOf(state).sort((one, other) => one.revision - other.revision);
  const top = ledgerRevision(branches);
  // One new revision per branch, in the order of use.
  const revisions = new Map(branches.map(({ branch }, turn) => [branch, top + 1 + turn]));
  return [...state.ledger].map(([row, fields]) => {
    const { branch, key } = readBranchKey(row);
    const numbers = key === NUMBERS && { ...withoutGuesses(fields), revision: revisions.get(branch), reset: true };
    return { store: 'ledger', key: row, ...(numbers && { fields: numbers }) };
  });
}

/**
 * Removes hashes of texts that the next request makes anew: they would let somebody test a guess of a short text.
 * Hashes of the list stay; otherwise the app's list would be stored again, forgotten words included.
 */
function withoutGuesses(fields: object): object {
  const { headHash: _head, requestId: _id, shown, pinned, ...others } = fields as Partial<Ledger>;
  const blank = (seen: Ledger['shown']): Ledger['shown'] => ({ ...seen, blocks: {} });
  return { ...others, ...(shown && { shown: blank(shown) }), ...(pinned && { pinned: blank(pinned) }) };
}
