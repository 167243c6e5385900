// The lists that the conversations of a workspace used last, as their ledgers record: a message missing from its
// conversation's list was taken back, or belongs to another branch.
import type { LedgerBranch } from '../../boundary/context-rows.ts';
import { placeIn } from '../../tree/transcript/rows-of-list.ts';
import { branchesOf, currentBranch, rowsOf } from '../ledger.ts';

export class CurrentLists {
  /** Ledger rows by session that define a list, without the hashes. */
  readonly #ledgers = new Map<string, Map<string, object>>();

  /** Follows a row of a ledger. @param fields undefined: the row is gone */
  take(session: string, row: string, fields: Partial<LedgerBranch> = {}): void {
    const ledger = this.#ledgers.get(session) ?? new Map<string, object>();
    this.#ledgers.set(session, ledger);
    const { revision, kept } = fields;
    if (kept) ledger.set(row, { revision, kept: { head: kept.head, rows: kept.rows } });
    else ledger.delete(row);
  }

  /** Whether the conversation uses a list that does not contain this message. */
  lacks(session: string, message: number): boolean {
    const current = currentBranch(branchesOf({ ledger: this.#ledgers.get(session) ?? new Map<string, object>() }));
    return current !== undefined && placeIn(rowsOf(current), message) === undefined;
  }

  remove(session: string): void {
    this.#ledgers.delete(session);
  }
}
