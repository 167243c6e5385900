// The storage port: rows and journals of sessions. Types, their contract, and the names and version of what is stored.

/** Address of one session. */
export interface SessionAddress {
  /** The encoded working directory, e.g. `--Users-me-project--`. */
  readonly workspace: string;
  readonly session: string;
}

/**
 * Stores for the rows of a session. Stored names never change. `commit` writes manifest and journal itself; no batch
 * names them.
 */
export const ROW_STORES = [
  'sessions',
  'items',
  'tail',
  'files',
  'fileHistory',
  'messages',
  'ledger',
  'vectors',
  'tombstones',
] as const;
export type RowStore = (typeof ROW_STORES)[number];

/** A stored row: plain data that can be cloned. `check` is a checksum of all other fields (docs/storage-format.md). */
export type Row = Readonly<Record<string, unknown>> & { readonly check: string };

/** Identifies a row within its session. */
export interface RowKey {
  readonly store: RowStore;
  readonly key: string;
}

/** A row as it is after a change. */
export interface RowChange extends RowKey {
  /** Undefined where the row was deleted. */
  readonly value: Row | undefined;
}

/** Counters of a session, written in every commit: they reveal rows that are missing or came back. */
export interface Manifest {
  /** Version of the stored format, see `STORAGE_VERSION`. */
  readonly version: number;
  /** Number of the newest journal entry; 0 before the first. */
  readonly head: number;
  /** Latest time at which a command of this session was decided, ms since 1970. */
  readonly time: number;
  /** Current step of the agent. */
  readonly step: number;
  /** Sequence number of the next item. */
  readonly nextSequence: number;
  /** Items in the store. */
  readonly items: number;
  /** Tokens in the store. */
  readonly tokens: number;
  /** Messages in the transcript; also the index of the next one. */
  readonly messages: number;
}

/** Size of the item store. */
export interface StoredUsage {
  readonly items: number;
  readonly tokens: number;
}

/** Record of one commit, in the past tense and without text. */
export interface JournalEntry {
  /** Number of this entry; 1 is the first. */
  readonly head: number;
  /** Time of the decision, ms since 1970. */
  readonly time: number;
  readonly step: number;
  /** The store before and after this commit. */
  readonly usage: { readonly before: StoredUsage; readonly after: StoredUsage };
  /** Opaque to storage. */
  readonly events: readonly unknown[];
  /** Rows that this commit changed; a slower owner must read them again. */
  readonly touched: readonly RowKey[];
}

/** Everything that one commit writes. */
export interface Batch {
  readonly manifest: Manifest;
  readonly entry: JournalEntry;
  readonly rows: readonly RowChange[];
  /** The same commit drops journal entries up to and including this head; 0 keeps all. */
  readonly dropJournalUpTo: number;
}

/** Changes of a session between the head that was asked about and `manifest.head`. */
export interface Moved {
  readonly manifest: Manifest;
  /** Every row that changed, with its present value. */
  readonly rows: readonly RowChange[];
  /** Their journal entries, oldest first; undefined where the journal no longer reaches back: load the session again. */
  readonly entries: readonly JournalEntry[] | undefined;
}

/** `moved`: another owner committed first and nothing was written. */
export type CommitOutcome = { readonly status: 'done' } | { readonly status: 'moved'; readonly moved: Moved };

/** All rows of the requested stores. */
export interface LoadedSession {
  /** Undefined where nothing was ever committed under this address. */
  readonly manifest: Manifest | undefined;
  readonly rows: readonly RowChange[];
}

/** One session in a list of sessions. */
export interface StoredSession extends SessionAddress {
  readonly manifest: Manifest;
  /** Its row in the store `sessions`. */
  readonly row: Row | undefined;
}

/**
 * A place for sessions. One adapter may serve many sessions and many owners at once.
 *
 * Contract, checked by `test/contracts/storage.ts` for every adapter:
 * - `commit` is atomic. It resolves when the data are committed, not when the request was accepted. After a rejection a
 *   reload sees the state before it.
 * - `commit` compares `expectedHead` with the stored head *inside* the write. If they differ, it writes nothing and
 *   answers `moved`. This comparison is the only concurrency control of the library.
 * - A commit with `expectedHead` above 0 onto a session that does not exist rejects with `not-found`: a deleted session
 *   must not come back in parts.
 * - Values are copied: changing an argument or a result after a call changes nothing that is stored.
 * - Sessions never see each other's rows.
 */
export interface Storage {
  /** Name of the adapter in `memory.runtime.storage`. */
  readonly kind: string;
  /**
   * Whether other programs can change the files. A `files` row whose text differs from the last write then has
   * `externallyEdited: true` beside its former fields, and the new `text`, or `text: null` where the file was deleted. A
   * file that this library never wrote has `text` and the mark alone.
   */
  readonly externallyEditable?: boolean;
  /** Reads the manifest and all rows of `stores` in one consistent view. */
  load(address: SessionAddress, stores: readonly RowStore[]): Promise<LoadedSession>;
  /**
   * Writes a batch if the stored head is `expectedHead`; 0 creates the session.
   * @throws not-found, storage-unavailable, storage-quota
   */
  commit(address: SessionAddress, expectedHead: number, batch: Batch): Promise<CommitOutcome>;
  /** Changes after `head`; undefined where there are none. Writes nothing. */
  since(address: SessionAddress, head: number): Promise<Moved | undefined>;
  /** One row; undefined where there is none. */
  row(address: SessionAddress, store: RowStore, key: string): Promise<Row | undefined>;
  /** Rows of one store with `after < key`, in key order, at most `limit`. */
  rows(address: SessionAddress, store: RowStore, after: string, limit: number): Promise<readonly RowChange[]>;
  /** All sessions in order of workspace and name. Reads their manifest and their `sessions` row, nothing else. */
  sessions(): Promise<readonly StoredSession[]>;
  /** Deletes a session with everything in it; does nothing where there is none. */
  remove(address: SessionAddress): Promise<void>;
  /** Journal entries with `from < head`, oldest first, at most `limit`. */
  journal(address: SessionAddress, from: number, limit: number): Promise<readonly JournalEntry[]>;
  /** Releases connections and locks; what was committed stays. */
  close(): Promise<void>;
}

/** Version of the stored format. A session of a newer version is refused and left untouched. */
export const STORAGE_VERSION = 1;
