// The storage port: where the rows and the journal of sessions are kept. Types and their contract only.

/** Names one session. The workspace is the encoded working directory, e.g. `--Users-me-project--`. */
export interface SessionAddress {
  readonly workspace: string;
  readonly session: string;
}

/**
 * The stores that hold a session's rows; a stored name is forever.
 * `manifest` and `journal` are written by `commit` itself and never named in a batch.
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

/** A stored row: structured-cloneable plain data. `check` covers every other field (docs/storage-format.md). */
export type Row = Readonly<Record<string, unknown>> & { readonly check: string };

export interface RowKey {
  readonly store: RowStore;
  readonly key: string;
}

/** One row written (`value`) or deleted (`undefined`). */
export interface RowChange extends RowKey {
  readonly value: Row | undefined;
}

/** Small counters written in every commit, so that missing or resurrected rows are noticed. */
export interface Manifest {
  /** Version of the stored format. */
  readonly version: number;
  /** Number of the newest journal entry; 0 before the first. */
  readonly head: number;
  /** Latest moment any command of this session was decided at, ms since 1970. */
  readonly time: number;
  readonly step: number;
  /** Sequence number the next item will get. */
  readonly nextSequence: number;
  readonly items: number;
  readonly tokens: number;
  /** Messages in the transcript; the next one gets this number. */
  readonly messages: number;
}

export interface StoredUsage {
  readonly items: number;
  readonly tokens: number;
}

/** What one commit did, in the past tense and without text; `events` are opaque to storage. */
export interface JournalEntry {
  readonly head: number;
  readonly time: number;
  readonly step: number;
  /** Items and tokens in the store before and after this commit. */
  readonly usage: { readonly before: StoredUsage; readonly after: StoredUsage };
  readonly events: readonly unknown[];
  /** The rows this commit touched: what a slower owner must read again. */
  readonly touched: readonly RowKey[];
}

export interface Batch {
  readonly manifest: Manifest;
  readonly entry: JournalEntry;
  readonly rows: readonly RowChange[];
  /** Journal entries up to and including this head are dropped in the same commit; 0 keeps all. */
  readonly dropJournalUpTo: number;
}

/** The session as of `manifest.head`: what changed since the head that was asked about. */
export interface Moved {
  readonly manifest: Manifest;
  /** The present value of every row touched since; `undefined` where it was deleted. */
  readonly rows: readonly RowChange[];
  /** Entries since, oldest first; undefined when the journal no longer reaches back that far: load again. */
  readonly entries: readonly JournalEntry[] | undefined;
}

export type CommitOutcome = { readonly status: 'done' } | { readonly status: 'moved'; readonly moved: Moved };

export interface LoadedSession {
  /** Undefined when nothing was ever committed under this address. */
  readonly manifest: Manifest | undefined;
  readonly rows: readonly RowChange[];
}

export interface StoredSession extends SessionAddress {
  readonly manifest: Manifest;
  readonly row: Row | undefined;
}

/**
 * Keeps sessions. One adapter instance may serve many sessions and many owners at once.
 *
 * Contract, checked by `test/contracts/storage.ts` for every adapter:
 * - `commit` is all or nothing. It resolves only when the data are committed, never on "request accepted". When it
 *   rejects, a reload sees the state before it.
 * - `commit` compares `expectedHead` with the stored head *inside* the write. If they differ it writes nothing and
 *   answers `moved`. This one comparison is the whole concurrency control of the library.
 * - A commit with `expectedHead` above 0 onto a session that is gone rejects with `not-found`: a deleted session must not
 *   come back in parts.
 * - Values are copied: changing an object after a call, or one that was returned, changes nothing stored.
 * - Sessions never see each other's rows.
 */
export interface Storage {
  /** Shown in `memory.runtime.storage`. */
  readonly kind: string;
  /**
   * True where other programs can change the files. A `files` row whose text is not what was written then carries
   * `externallyEdited: true` beside its former fields: with the new `text`, or `text: null` where the file is gone; a
   * file that was never written has `text`, the mark and nothing else.
   */
  readonly externallyEditable?: boolean;
  /** Reads the manifest and all rows of `stores` in one consistent view. */
  load(address: SessionAddress, stores: readonly RowStore[]): Promise<LoadedSession>;
  commit(address: SessionAddress, expectedHead: number, batch: Batch): Promise<CommitOutcome>;
  /** What changed after `head`, without writing; undefined when nothing did. */
  since(address: SessionAddress, head: number): Promise<Moved | undefined>;
  /** One row; undefined when there is none. */
  row(address: SessionAddress, store: RowStore, key: string): Promise<Row | undefined>;
  /** Rows of one store with `after < key`, in order of key, at most `limit`. */
  rows(address: SessionAddress, store: RowStore, after: string, limit: number): Promise<readonly RowChange[]>;
  /** All sessions, by workspace and name, with their manifest and their `sessions` row; reads nothing else of them. */
  sessions(): Promise<readonly StoredSession[]>;
  /** Deletes a session with everything in it; nothing happens when there is none. */
  remove(address: SessionAddress): Promise<void>;
  /** Journal entries with `from < head`, oldest first, at most `limit`. */
  journal(address: SessionAddress, from: number, limit: number): Promise<readonly JournalEntry[]>;
  close(): Promise<void>;
}

/** Version of the stored format this library writes; a newer one is refused untouched. */
export const STORAGE_VERSION = 1;
