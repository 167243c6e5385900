// The session's place in storage: its address, and the basis of the next commit.
import { sessionDeleted } from '../../errors.ts';
import { ROWS_PER_READ } from '../../options/policy.ts';
import type { Basis, JournalEntry, Row, RowChange, RowStore, SessionAddress } from '../../storage/port.ts';
import type { SessionBatch } from './apply.ts';
import type { SessionMoved, SessionOutcome, SessionStorage } from './stored/compact-storage.ts';
import { type LoadedState, loadSession } from './recovery/loading.ts';

export class SessionPlace {
  readonly address: SessionAddress;
  readonly #storage: SessionStorage;
  /** Differs from the state if a manifest is damaged. */
  #basis: Basis = { head: 0 };

  constructor(storage: SessionStorage, address: SessionAddress) {
    this.#storage = storage;
    this.address = address;
  }

  /** Sets the basis of the next commits. */
  standOn({ head, commit }: Basis): void {
    this.#basis = { head, ...(commit !== undefined && { commit }) };
  }

  load(): Promise<LoadedState | undefined> {
    return loadSession(this.#storage, this.address);
  }

  /** @throws not-found */
  async reload(): Promise<LoadedState> {
    const loaded = await this.load();
    if (!loaded) throw sessionDeleted(this.address.session);
    return loaded;
  }

  async commit(batch: SessionBatch): Promise<SessionOutcome> {
    const outcome = await this.#storage.commit(this.address, this.#basis, batch);
    if (outcome.status === 'done') this.standOn(batch.manifest);
    return outcome;
  }

  /** Carries out the deletions of a batch, when a full storage accepts nothing else. */
  async trim({ rows, dropJournalUpTo }: SessionBatch): Promise<void> {
    const deleted = rows.filter(({ value }) => value === undefined);
    await this.#storage.trim?.(this.address, deleted, dropJournalUpTo);
  }

  since(): Promise<SessionMoved | undefined> {
    return this.#storage.since(this.address, this.#basis);
  }

  row(store: RowStore, key: string): Promise<Row | undefined> {
    return this.#storage.row(this.address, store, key);
  }

  rows(store: RowStore, after: string, limit: number): Promise<readonly RowChange[]> {
    return this.#storage.rows(this.address, store, after, limit);
  }

  /** Returns all rows with `after < key <= last`, read in pages; not a snapshot. */
  async allRows(store: RowStore, after = '', last = '\uffff'): Promise<RowChange[]> {
    const found: RowChange[] = [];
    for (let from = after; ;) {
      const page = await this.rows(store, from, ROWS_PER_READ);
      for (const row of page) {
        if (row.key > last) return found;
        found.push(row);
        from = row.key;
      }
      if (page.length < ROWS_PER_READ) return found;
    }
  }

  journal(from: number, limit: number): Promise<readonly JournalEntry[]> {
    return this.#storage.journal(this.address, from, limit);
  }
}
