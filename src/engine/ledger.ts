// What a hard forget reads and writes of the ledger: the notes that a request showed, and the numbers that outlive them.
import type { AppendedNotes, Ledger } from '../context/view/ledger.ts';
import type { RecalledText } from '../recall/recalled-text.ts';
import { NUMBERS, readBranchKey } from '../tree/transcript/branch-keys.ts';
import { branchesOf, ledgerRevision } from './branches.ts';
import type { SessionState } from './session/state.ts';

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
