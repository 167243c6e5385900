// The lists that the conversations of a workspace used last, as their ledgers say: a message that the list of its
// conversation is without was taken back, or belongs to another branch.
import type { LedgerBranch } from '../../boundary/context-rows.ts';
import { placeIn } from '../../tree/transcript/rows-of-list.ts';
import { branchesOf, currentBranch, rowsOf } from '../ledger.ts';

export class CurrentLists {
  /** By session: the rows of its ledger that tell a list, without the hashes. */
  readonly #ledgers = new Map<string, Map<string, object>>();

  /** @param fields of a row of the ledger; undefined: it is gone */
  take(session: string, row: string, fields: Partial<LedgerBranch> = {}): void {
    const ledger = this.#ledgers.get(session) ?? new Map<string, object>();
    this.#ledgers.set(session, ledger);
    const { revision, kept } = fields;
    if (kept) ledger.set(row, { revision, kept: { head: kept.head, rows: kept.rows } });
    else ledger.delete(row);
  }

  /** Whether the conversation uses a list, and the list is without this message. */
  lacks(session: string, message: number): boolean {
    const current = currentBranch(branchesOf({ ledger: this.#ledgers.get(session) ?? new Map<string, object>() }));
    return current !== undefined && placeIn(rowsOf(current), message) === undefined;
  }

  remove(session: string): void {
    this.#ledgers.delete(session);
  }
}
