// The storage port: the contract of an adapter that keeps the rows and journals of sessions.

/** Address of one session. */
export interface SessionAddress {
  /** The encoded working directory, e.g. `--Users-me-project--`. */
  readonly workspace: string;
  readonly session: string;
}

/**
 * Returns a text that names one session and no other: JSON delimits both names and escapes unpaired surrogates. Durable
 * Objects and Redis store it.
 */
export const addressKey = ({ workspace, session }: SessionAddress): string => JSON.stringify([workspace, session]);

/** Returns a text that names one row of a session and no other. Rows kept aside are stored under it. */
export const rowId = ({ store, key }: RowKey): string => `${store} ${key}`;

/**
 * The stores that hold a session's rows. Stored names never change. `commit` writes `manifest` and `journal` itself; a
 * batch never names them.
 */
export const ROW_STORES = [
  'sessions',
  'items',
  'tail',
  'files',
  'fileHistory',
  'messages',
  'parts',
  'ledger',
  'vectors',
  'tombstones',
] as const;
/** The stores of rows that a storage adapter keeps. */
export type RowStore = (typeof ROW_STORES)[number];

/** A stored row: plain data that can be cloned. `check` is a checksum of all other fields (docs/storage-format.md). */
export type Row = Readonly<Record<string, unknown>> & { readonly check: string };

/** Identifies a row within its session. */
export interface RowKey {
  readonly store: RowStore;
  readonly key: string;
}

/** A row after a change. */
export interface RowChange extends RowKey {
  /** Undefined if the row was deleted. */
  readonly value: Row | undefined;
}

/** The counters of a session that a storage reads; all other fields are opaque to it. */
export interface StoredManifest {
  /** Version of the stored format, see `STORAGE_VERSION`. */
  readonly version: number;
  /** Number of the newest journal entry; 0 before the first. */
  readonly head: number;
  /** Number of messages in the transcript; the index of the next message. */
  readonly messages: number;
  /** Id of the newest commit. It follows from all commits before: equal ids mean equal histories. */
  readonly commit?: string;
  /** Time of the latest command, ms since 1970; `time` in format 1. */
  readonly t?: number;
  readonly time?: number;
}

/** A session's counters, written in every commit; they reveal missing rows, and rows that came back. */
export interface Manifest extends StoredManifest {
  /** Time of the latest command, ms since 1970. */
  readonly time: number;
  /** Current step of the agent. */
  readonly step: number;
  /** Sequence number of the next item. */
  readonly nextSequence: number;
  /** Number of items in the store. */
  readonly items: number;
  /** Tokens in the store. */
  readonly tokens: number;
  /** UTF-8 bytes of the transcript; absent before its first message, and if they are not counted yet. */
  readonly bytes?: number;
  /** Time before the clock's first jump forwards, ms since 1970; a clock that comes back is followed as far as this. */
  readonly jumpedFrom?: number;
  /** Random name of the session, made at its first commit; a new session gets another one. */
  readonly generation?: string;
  /** Numbers of sound rows in the stores that are counted besides the items. */
  readonly rows?: Readonly<Record<'sessions' | 'tail' | 'files' | 'ledger' | 'tombstones' | 'messages', number>>;
  /** Checksum of all other fields. */
  readonly check?: string;
}

/** State of an owner's copy: a commit is accepted only on this state. `head: 0`: no session is stored. */
export type Basis = Pick<StoredManifest, 'head' | 'commit'>;

/** Size of the item store. */
export interface StoredUsage {
  readonly items: number;
  readonly tokens: number;
}

/** Keys of `items`, or keys by store, where a number refers to the key of `items` with this index. */
export type WrittenRows = readonly string[] | Readonly<Partial<Record<RowStore, readonly (string | number)[]>>>;

/** The fields of a commit's record that a storage reads; all others are opaque to it. `touchedRows` reads the rows. */
export interface StoredEntry {
  /** Number of this entry; 1 is the first. */
  readonly head: number;
  /** Id of the commit before it; absent in the first. */
  readonly after?: string;
  /** Rows that this commit wrote or deleted. */
  readonly rows?: WrittenRows;
  /** The same as a list, in format 1. */
  readonly touched?: readonly RowKey[];
}

/** An entry with the manifest as that commit left it, for storages where each written row counts. */
export interface StoredRecord extends StoredEntry {
  /** Absent in format 1. */
  readonly manifest?: StoredManifest;
}

/** The record of one commit, without texts. */
export interface JournalEntry extends StoredEntry {
  /** Time of the decision, ms since 1970. */
  readonly time: number;
  readonly step: number;
  /** The store before and after this commit. */
  readonly usage: { readonly before: StoredUsage; readonly after: StoredUsage };
  /** Opaque to storage. */
  readonly events: readonly unknown[];
  /** Rows that this commit wrote or deleted; a slower owner reads them again. */
  readonly touched: readonly RowKey[];
}

/** Everything that one commit writes. */
export interface Batch<Counters = StoredManifest, Entry = StoredEntry> {
  readonly manifest: Counters;
  readonly entry: Entry;
  readonly rows: readonly RowChange[];
  /** The commit also drops journal entries up to and including this head; 0 keeps all. */
  readonly dropJournalUpTo: number;
  /** When the commit counts as done, if the adapter has a choice: on disk, or with the operating system. */
  readonly durability?: 'relaxed' | 'strict';
  /** A hard forget: an adapter that keeps replaced texts aside deletes them. */
  readonly erases?: boolean;
}

/** The changes of a session between a given basis and `manifest`. */
export interface Moved<Counters = StoredManifest, Entry = StoredEntry> {
  readonly manifest: Counters;
  /** Present value of every row touched since then; `undefined` if it was deleted. */
  readonly rows: readonly RowChange[];
  /**
   * Entries since then, oldest first. Undefined if none lead there from the basis, because the journal does not reach
   * back that far or because this is another history: load again.
   */
  readonly entries: readonly Entry[] | undefined;
}

/** `moved`: a compare-and-set conflict, because the stored commit was not that of the basis; nothing was written. */
export type CommitOutcome<Counters = StoredManifest, Entry = StoredEntry> =
  { readonly status: 'done' } | { readonly status: 'moved'; readonly moved: Moved<Counters, Entry> };

/** All rows of the requested stores. */
export interface LoadedSession<Counters = StoredManifest> {
  /** Undefined if nothing was ever committed under this address. */
  readonly manifest: Counters | undefined;
  readonly rows: readonly RowChange[];
}

/** One session in a list of sessions. */
export interface StoredSession<Counters = StoredManifest> extends SessionAddress {
  readonly manifest: Counters;
  /** The session's row in the store `sessions`. */
  readonly row: Row | undefined;
}

/** Selection of sessions for a list; an absent field excludes none. */
export interface SessionPage {
  /** Only sessions of this workspace. */
  readonly workspace?: string;
  /** Only sessions after this one, which need not exist. */
  readonly after?: SessionAddress;
  /** Most sessions; the first ones of the order. */
  readonly limit?: number;
  /** Only sessions whose latest commit is before this time, ms since 1970. */
  readonly olderThan?: number;
}

/**
 * Keeps a short text for each session in a place that survives the emptying of the sessions, so that an emptied storage
 * is noticed. May fail; then only an emptied storage goes unnoticed.
 */
export interface Sentinels {
  /** Returns the text under the name; undefined if there is none. */
  read(name: string): Promise<string | undefined>;
  /** Writes the text; undefined removes it. */
  write(name: string, text: string | undefined): Promise<void>;
}

/**
 * A place for sessions. One adapter may serve many sessions and many owners at once.
 *
 * Contract, checked by `storageContract` of `working-memory/contract` for every adapter:
 * - `commit` is atomic and durable: it resolves only when the data are committed, never on "request accepted". After a
 *   rejection, a reload sees the state before the commit.
 * - `commit` is a compare-and-set: it compares `basis` with the stored head and commit id *inside* the write. On a
 *   conflict it writes nothing and returns `moved`. The library has no other concurrency control.
 * - With a head above 0, `commit` and `since` reject with `not-found` when the session does not exist: a deleted session
 *   must not come back in part.
 * - Both reject with `storage-version` when a newer library has written the session meanwhile, and change nothing.
 * - The adapter copies values: changing an argument after a call, or a returned object, changes nothing stored.
 * - Sessions never see each other's rows.
 * @example
 * const inner = memoryStorage();
 * const timed: Storage = {
 *   ...inner,
 *   async commit(address, basis, batch) {
 *     const began = performance.now();
 *     const outcome = await inner.commit(address, basis, batch);
 *     console.log(address.session, outcome.status, performance.now() - began);
 *     return outcome;
 *   },
 * };
 */
export interface Storage<Counters = StoredManifest, Entry = StoredEntry> {
  /** Name of the adapter in `memory.runtime.storage`. */
  readonly kind: string;
  /**
   * True if other programs can change the files. A `files` row whose file another program changed then has, next to its
   * stored fields, `externallyEdited: true` and the new `text`, or `text: null` if the file is gone. If the file exists
   * but cannot be read, `unreadable: { bytes, reason }` accompanies `text: null`. A file that no commit ever wrote has
   * only these fields.
   */
  readonly externallyEditable?: boolean;
  /** Optional. A page uses `localStorage` next to IndexedDB instead. */
  readonly sentinels?: Sentinels;
  /** Reads the manifest and all rows of `stores` in one consistent view. */
  load(address: SessionAddress, stores: readonly RowStore[]): Promise<LoadedSession<Counters>>;
  /** Writes the batch if the stored session has the state `basis`; head 0 creates it. @throws not-found, storage-* */
  commit(address: SessionAddress, basis: Basis, batch: Batch<Counters, Entry>): Promise<CommitOutcome<Counters, Entry>>;
  /** Returns the changes after `basis`; undefined if there are none. @throws not-found, storage-* */
  since(address: SessionAddress, basis: Basis): Promise<Moved<Counters, Entry> | undefined>;
  /** Returns one row; undefined if there is none. */
  row(address: SessionAddress, store: RowStore, key: string): Promise<Row | undefined>;
  /** Returns rows of one store with `after < key`, in key order, at most `limit`. */
  rows(address: SessionAddress, store: RowStore, after: string, limit: number): Promise<readonly RowChange[]>;
  /**
   * Returns sessions in order of workspace and name, see `byAddress`; reads only their manifests and `sessions` rows.
   */
  sessions(page?: SessionPage): Promise<readonly StoredSession<Counters>[]>;
  /**
   * Deletes a session with all its data; does nothing if there is none. With `basis`, only the session in that state,
   * compared inside the write.
   * @returns false if another state is stored, which stays as it is
   */
  remove(address: SessionAddress, basis?: Basis): Promise<boolean>;
  /**
   * Deletes rows of `vectors` and `fileHistory`, and journal entries up to a head, without writing anything and without
   * comparing heads: no owner's state depends on them. For a storage that refuses every write while it is full, and
   * makes room only by deletions, as browsers do. Optional.
   */
  trim?(address: SessionAddress, rows: readonly RowKey[], journalUpTo: number): Promise<void>;
  /** Resolves when all commits so far are on disk. Absent if they always are, or if that cannot be ensured. */
  flush?(address: SessionAddress): Promise<void>;
  /** Returns journal entries with `head > from`, oldest first, at most `limit`. */
  journal(address: SessionAddress, from: number, limit: number): Promise<readonly Entry[]>;
  /** Completes pending operations and releases connections. */
  close(): Promise<void>;
}

/** Version of the stored format that this library writes. A newer format is refused and left unchanged. */
export const STORAGE_VERSION = 2;
