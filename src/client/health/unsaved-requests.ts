// Prepared requests that could not be stored: they are kept here, the next one extends them, and the first that can be
// stored stores them all.
import type { ContextBasis, ContextChange, Engine } from '../../boundary/engine.ts';
import { isWorkingMemoryError, WorkingMemoryError } from '../../errors.ts';

type LedgerChange = ContextChange['rows'][number];

/** Key of the ledger row with the revision. */
const NUMBERS = 'now';

const revisionOf = (rows: readonly LedgerChange[]): number =>
  (rows.find(({ key }) => key === NUMBERS)?.fields as { readonly revision?: number } | undefined)?.revision ?? 0;

export class UnsavedRequests {
  /** Requests since the latest one that was stored. */
  count = 0;
  /** Stored revision of the ledger, and stored messages, that they stand on. */
  #base = 0;
  #stored = 0;
  #rows = new Map<string, LedgerChange>();
  #messages: ContextChange['messages'] = [];

  /** The engine for one request. While the storage is full it takes the request without storing it. */
  over(engine: Engine): Engine {
    return {
      ...engine,
      contextBasis: async () => this.#onTop(await engine.contextBasis()),
      commitContext: (change) => this.#commit(engine, change),
    };
  }

  #onTop(basis: ContextBasis): ContextBasis {
    if (this.count === 0) return basis;
    // Another owner's request, or a hard forget, came between; the app's list has everything that is dropped here.
    if (revisionOf(basis.rows) !== this.#base || basis.messages !== this.#stored) {
      this.#clear();
      return basis;
    }
    const rows = new Map<string, LedgerChange>([...basis.rows.map((row) => [row.key, row] as const), ...this.#rows]);
    const kept = [...rows.values()].flatMap(({ key, fields }) => (fields ? [{ key, fields }] : []));
    return { ...basis, rows: kept, messages: basis.messages + this.#messages.length };
  }

  async #commit(engine: Engine, change: ContextChange): Promise<boolean> {
    const ledger = this.count === 0 ? change.expected.ledger : this.#base;
    const rows = new Map([...this.#rows, ...change.rows.map((row) => [row.key, row] as const)]);
    const messages = [...this.#messages, ...change.messages];
    const stored = change.expected.messages - this.#messages.length;
    const expected = { ...change.expected, ledger, messages: stored };
    const whole = { ...change, expected, rows: [...rows.values()], messages };
    try {
      const isDone = await engine.commitContext(whole);
      if (isDone) this.#clear();
      return isDone;
    } catch (error) {
      if (!isWorkingMemoryError(error, 'storage-quota')) throw error;
      const { archives, overview, compaction } = change;
      // A request must not name an archive that does not exist: as in a full tree, it is planned again without files.
      if (archives.length > 0 || overview !== undefined || compaction !== undefined) {
        throw new WorkingMemoryError('tree-full', 'The storage is full.', { used: 0, limit: 0 }, { cause: error });
      }
      this.count++;
      this.#base = ledger;
      this.#stored = stored;
      this.#rows = rows;
      this.#messages = messages;
      return true;
    }
  }

  #clear(): void {
    this.count = 0;
    this.#rows.clear();
    this.#messages = [];
  }
}
