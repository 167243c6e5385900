// Prepared requests that could not be stored. They are kept here, the next one extends them, and the first that can be
// stored stores them all.
import type { ContextBasis, ContextChange, LedgerBranch } from '../../boundary/context-rows.ts';
import type { Engine } from '../../boundary/engine.ts';
import { isWorkingMemoryError, WorkingMemoryError } from '../../errors.ts';
import { NUMBERS } from '../../tree/transcript/branch-keys.ts';

type LedgerChange = ContextChange['rows'][number];

const nameOf = ({ branch, key }: LedgerChange): string => `${branch} ${key}`;

export class UnsavedRequests {
  /** Number of requests since the latest one that was stored. */
  count = 0;
  /** Stored revision of the ledger, and stored messages, that they stand on. */
  #base = 0;
  #stored = 0;
  /** Salt of the hashes in them; a session has none before its first commit. */
  #salt: string | undefined;
  #rows = new Map<string, LedgerChange>();
  #messages: ContextChange['messages'] = [];

  /** Returns the engine for one request. While the storage is full it takes the request without storing it. */
  over(engine: Engine): Engine {
    return {
      ...engine,
      contextBasis: async (options) => this.#onTop(engine, await engine.contextBasis(options), options?.branch),
      commitContext: (change) => this.#commit(engine, change),
    };
  }

  async #onTop(engine: Engine, basis: ContextBasis, asked: string | undefined): Promise<ContextBasis> {
    const isOther = basis.revision !== this.#base || basis.messages !== this.#stored || basis.salt !== this.#salt;
    // Another owner's request, a hard forget, or the beginning of the session came between; the app's list has
    // everything that is dropped here.
    if (this.count === 0 || isOther) {
      this.#clear();
      this.#salt = basis.salt;
      return basis;
    }
    const heads = new Map(basis.branches.map((one) => [one.branch, one]));
    for (const { branch, key, fields } of this.#rows.values()) {
      if (key === NUMBERS && fields) heads.set(branch, { ...(fields as LedgerBranch), branch });
    }
    const branches = [...heads.values()];
    const last = branches.reduce((one, other) => (other.revision > one.revision ? other : one));
    const { branch } = heads.get(asked ?? '') ?? last;
    const stored = branch === basis.branch ? basis : await engine.contextBasis({ branch });
    const rows = new Map<string, LedgerChange>(
      stored.branch === branch ? stored.rows.map((row) => [nameOf({ ...row, branch }), { ...row, branch }]) : [],
    );
    for (const [name, row] of this.#rows) if (row.branch === branch) rows.set(name, row);
    const kept = [...rows.values()].flatMap(({ key, fields }) => (fields ? [{ key, fields }] : []));
    const messages = basis.messages + this.#messages.length;
    return { ...basis, branch, rows: kept, branches, revision: last.revision, messages };
  }

  async #commit(engine: Engine, change: ContextChange): Promise<boolean> {
    const ledger = this.count === 0 ? change.expected.ledger : this.#base;
    const rows = new Map([...this.#rows, ...change.rows.map((row) => [nameOf(row), row] as const)]);
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
