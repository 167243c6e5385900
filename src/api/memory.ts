// The interface that an app holds. Types only. The engine behind it implements boundary/engine.ts.
/// <reference lib="esnext.disposable" preserve="true" />
import type { ImportOptions, ImportResult } from '../bundle/import-report.ts';
import type { RowStore } from '../storage/port.ts';
import type { HeldBack } from '../tree/files/document.ts';
import type { StateEvent, StructuredState } from '../tree/state/structured-state.ts';
import type { CallOptions } from './call-options.ts';
import type { Context } from './context.ts';
import type { Embedding } from './embedding.ts';
import type { EraseReceipt, EraseRequest } from './erasing.ts';
import type { Files, Transcript } from './files.ts';
import type { Health } from './health.ts';
import type { Items } from './items.ts';
import type { BlockOptions, RecalledBlock } from './recall.ts';
import type { Recovery, Salvage } from './recovery.ts';
import type { SessionEntry, SessionHits, SessionListOptions, SessionSearchOptions } from './sessions.ts';
import type { MemoryTool, MemoryToolOptions } from './tools.ts';
import type { AuditRecord } from './watching/audit.ts';
import type { MemoryReport, ReportOptions } from './watching/report.ts';

/**
 * The memory of one session. Get one from `openWorkingMemory`.
 *
 * A call that fails rejects with a `WorkingMemoryError`. Only `context.observe` and the `subscribe` of memory, `context` and
 * `embedding` return no promise and throw. Besides the codes that a member names, any call can reject with `closed`,
 * `timeout` (option `deadlineMs`), `aborted`, `invalid-input` (the options are no object, the signal is no
 * AbortSignal), `worker-lost`, `part-unavailable` or `storage-*`.
 *
 * Calls commit in the order in which they were made, awaited or not. Only `context.prepare`, `context.compact` and
 * `import` read or plan first: a call that is made meanwhile may be committed before them.
 */
export interface WorkingMemory {
  /** The store of remembered texts. */
  readonly items: Items;
  /** The overview, detail files and archives. */
  readonly files: Files;
  /**
   * Returns what the memory knows about a question, as a text that fills `maxTokens`: for an app that builds its own
   * prompt. Searches items, long tail, detail files and transcript; shows longer texts around the words of the
   * question.
   * @throws invalid-input, kernel-unavailable
   * @example const { text } = await memory.recall('Which museums does she like?', { maxTokens: 600 });
   */
  recall(question: string, options?: BlockOptions & CallOptions): Promise<RecalledBlock>;
  /**
   * Memory that all conversations of a named workspace share, with the same calls as the session's. Every call rejects
   * with `workspace-not-named` under the default workspace `/`.
   */
  readonly shared: SharedMemory;
  /** The messages of the session. */
  readonly transcript: Transcript;
  /** Turns the app's message list into the next prompt. */
  readonly context: Context;
  /** The structured part of the overview. */
  readonly state: StateAccess;
  /** All sessions of this storage. */
  readonly sessions: Sessions;
  /**
   * Erases a person, a text or items from every conversation of a named workspace, private ones too, and from the
   * shared memory: items, quotations in messages and files with their history, vectors, and the material of prompts.
   * Opens one session after the other. After an interruption, or with `failed` sessions, call it again with the same
   * request to finish; it records nothing that holds a text. Labels, paths and names of sessions stay.
   * @throws workspace-not-named, invalid-input, read-only
   * @example const { sessions, failed } = await memory.erase({ text: '4711' });
   */
  erase(request: EraseRequest): Promise<EraseReceipt>;
  /** Status and control of the embedder. */
  readonly embedding: Embedding;
  /**
   * Returns tools for a model (docs/tools.md); their code is loaded at the first call.
   * @throws invalid-option
   * @example const tools = await memory.tools({ set: 'minimal' });
   */
  tools(options?: MemoryToolOptions): Promise<MemoryTool[]>;
  /** Where this memory runs and stores its data, and the reason. */
  readonly runtime: Runtime;
  /**
   * Differences between the stored session and what this library committed to it, found at opening or since. Each
   * change is also an event `session-recovered` of `subscribe`.
   */
  readonly recovery: Recovery;
  /**
   * Deletes all quarantined rows and their rows kept aside, so that they are no longer reported.
   * @returns number of deleted rows
   * @example const deleted = await memory.dismissQuarantined();
   */
  dismissQuarantined(): Promise<number>;
  /**
   * Resolves when everything requested before is committed and, if the storage supports it, on disk: in IndexedDB and
   * files it then outlives a power cut. @throws storage-*
   * @example await memory.flush();
   */
  flush(): Promise<void>;
  /**
   * Asks the browser not to evict this origin's data when disk space runs low. It may ask its user. `not-available`:
   * outside of a page, with another storage than IndexedDB, or in a browser without `navigator.storage.persist`.
   * @example if ((await memory.persist()) === 'denied') warn('The browser may delete this chat.');
   */
  persist(): Promise<'granted' | 'denied' | 'not-available'>;
  /**
   * Returns the sound part of a session that is damaged, or that was deleted while it was open. Changes nothing.
   * @example const { bundle, damaged } = await memory.salvage();
   */
  salvage(): Promise<Salvage>;
  /**
   * Returns the whole session without damaged rows: a zip of readable files (default) or JSON text; with `workspace` all
   * sessions of a named workspace and what they share. Equal states give equal bytes. The context ledger and vectors are
   * not exported; both are rebuilt after an import.
   * @throws workspace-not-named
   * @example const zip = await memory.export();
   */
  export<Format extends 'zip' | 'json' = 'zip'>(
    options?: ExportOptions<Format> & CallOptions,
  ): Promise<Format extends 'json' ? string : Uint8Array>;
  /**
   * Imports a bundle of `export` (one session after the other for a workspace): each into the session of its
   * name, or as a new one. Or a hand-made zip that contains `working-memory/overview.md` and the like. Damaged
   * records are skipped and listed. Importing never evicts: items that do not fit go to the long tail. Imported texts
   * count as written by others (`source: 'import'`, trust 0) except with `provenance: 'bundle'`, and forgotten ids stay
   * forgotten.
   * @throws invalid-input: no bundle, over a limit of `import.*`, more than 1,000 records that cannot be taken, or
   * contradictory options · storage-version: written by a newer library · tree-full: the overview with its index
   * exceeds its limit · session-busy, storage-*. Nothing was changed.
   * @example const { sessions } = await memory.import(zip);
   */
  import(data: Uint8Array | string, options?: ImportOptions & CallOptions): Promise<ImportResult>;
  /**
   * Calls `listener` after every commit to this session, including commits of other tabs; commits of other processes
   * are reported with the next command of this memory, which discovers them. An event `commits-missed` stands for those
   * that the journal no longer holds by then. Contract: the listener must not throw. Returns the function that
   * unsubscribes it.
   * @throws invalid-input: the listener is no function
   * @example const unsubscribe = memory.subscribe(({ head, events }) => redraw(head, events));
   */
  subscribe(listener: (commit: Commit) => void): () => void;
  /**
   * Reports the work of the memory, as numbers and as `text`: tokens sent, saved and cached, its own words by part,
   * epochs, compactions, reminders and whether they were heeded, recalled texts and whether they were used, repeated
   * calls, age and coverage of the notes. Reads the journal as far back as it is kept (`journal.maxEntries`,
   * `journal.maxBytes`); the first call loads the code.
   * @throws invalid-input
   * @example console.log((await memory.report({ last: 50 })).text);
   */
  report(options?: ReportOptions & CallOptions): Promise<MemoryReport>;
  /**
   * Reports the state of the memory after its latest calls. Calls neither the worker nor the storage.
   * @example const { state, unsaved } = memory.health();
   */
  health(): Health;
  /**
   * Starts a new worker after `worker-lost`, and in place of one that does not answer within 2 s, for all its sessions.
   * Pending reads are then repeated; pending writes reject with `worker-lost`. An app need not call it: the next call after
   * a loss starts a new worker too, and so does the next call after a worker was silent for two deadlines. A session that
   * is no longer stored begins anew; `recovery` says what was lost.
   * @example await memory.reopen();
   */
  reopen(): Promise<void>;
  /**
   * Waits until the calls made before are over, then releases worker, storage and model. Later calls reject with `closed`;
   * no listener hears any more, also none that subscribes later.
   * @throws timeout: the calls before did not end by the deadline; everything was released all the same
   * @example await memory.close();
   */
  close(): Promise<void>;
  /** `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * The owner's own memory: items with limits of their own (options `shared.*`), their long tail, and files, all in the
 * storage of the sessions. The first write begins it, and it is no session: no list shows it, and nothing forks or
 * deletes it. Its `overview.md` is a file like others, absent until it is written.
 */
export interface SharedMemory {
  readonly items: Items;
  readonly files: Files;
}

/** The structured part of overview.md: fields that follow events of the app. */
export interface StateAccess {
  /**
   * Returns the current state.
   * @example const state = await memory.state.read();
   */
  read(): Promise<StructuredState>;
  /**
   * Applies an event to the state; events of unknown types are recorded.
   * @throws invalid-input: nothing was changed
   * @example await memory.state.onEvent({ type: 'task_started', context: { task: 'Book the flat' } });
   */
  onEvent(event: StateEvent): Promise<StructuredState>;
}

/** Access to the sessions of one storage: `memory.sessions`. */
export interface Sessions {
  /**
   * Lists the sessions of this workspace, or of all workspaces with `everywhere`, page by page with `after` and `limit`.
   * Reads no messages. @throws invalid-input
   * @example const newest = await memory.sessions.list({ limit: 50 });
   */
  list(options?: SessionListOptions): Promise<readonly SessionEntry[]>;
  /**
   * Deletes every session of this workspace whose latest commit is at least `idleFor` ms old, with all its data; never the
   * open one, nor what the workspace shares. A memory that has one of them open finds it deleted at its next command.
   * @returns the deleted sessions @throws invalid-input
   * @example const deleted = await memory.sessions.prune({ idleFor: 90 * 86_400_000 });
   */
  prune(options: { readonly idleFor: number }): Promise<readonly SessionEntry[]>;
  /**
   * Opens another session of this workspace with the options of this one; creates it when it is new.
   * @example const other = await memory.sessions.open('chat-43');
   */
  open(session: string): Promise<WorkingMemory>;
  /**
   * Copies this session under a new name; the two are independent.
   * @throws invalid-input: the name is taken or invalid
   * @example await memory.sessions.fork('chat-42 with another ending');
   */
  fork(session: string): Promise<SessionEntry>;
  /**
   * Names a session of this workspace, the open one or another; the title replaces the first words in lists.
   * @param title 1–200 characters, kept on one line
   * @throws invalid-input · not-found · session-busy · storage-unavailable: the record of another session is damaged
   * @example await memory.sessions.rename('chat-42', 'Holiday in Lisbon');
   */
  rename(session: string, title: string): Promise<SessionEntry>;
  /**
   * Finds sessions of this workspace by their titles and by what was said in them, without opening one. A title or one
   * message has to hold words of the query; sessions with more and rarer of its words come first, ties by latest
   * use. Reads the newest sessions first and at most 20,000 messages. @throws invalid-input: a query without words
   * @example const { hits } = await memory.sessions.search('museum');
   */
  search(query: string, options?: SessionSearchOptions & CallOptions): Promise<SessionHits>;
  /**
   * Deletes another session with all its data.
   * @throws invalid-input: it is the open one · not-found
   * @example await memory.sessions.delete('chat-41');
   */
  delete(session: string): Promise<void>;
}

/** Form and extent of an export. */
export interface ExportOptions<Format extends 'zip' | 'json' = 'zip'> {
  /** Default `zip`. */
  readonly format?: Format;
  /** The whole workspace instead of this session; default false. */
  readonly workspace?: boolean;
}

/** Answer of `memory.runtime`. */
export interface Runtime {
  /** `worker`: a worker of this page, or the app's own · `same-thread`: the thread that called `openWorkingMemory`. */
  readonly place: 'worker' | 'same-thread';
  /** With `place: 'worker'`: the library's file, its source as a blob, or the app's own worker. */
  readonly worker?: 'file' | 'blob' | 'own';
  /** Why the preferred place was not available, or the number of worker restarts; absent when neither applies. */
  readonly reason?: string;
  /**
   * Range of recall: `workspace` in a named workspace, `session` under the default one and in a private
   * conversation.
   */
  readonly reach: 'session' | 'workspace';
  /** Kind of the storage adapter; the built-in ones are `indexeddb` and `memory`. */
  readonly storage: string;
  /** Rows that had a wrong checksum at opening: excluded from memory, kept in storage until they are dismissed. */
  readonly quarantined: readonly { readonly store: RowStore | 'journal'; readonly key: string }[];
  /**
   * Files that another program added to the folder or changed and that did not fit into the session at opening:
   * too large, too many, or not text. They stay on disk, and no command writes their paths. Absent if there are none.
   */
  readonly heldBack?: readonly HeldBack[];
}

/** One commit without any text. */
export interface Commit extends Omit<AuditRecord, 'event'> {
  /** The events of the commit, in order. */
  readonly events: readonly (AuditRecord['event'] | MissedEvent)[];
  /** Number of times this owner decided it, if others were faster; absent: once, or by another owner. */
  readonly attempts?: number;
}

/**
 * Commits of other owners that the journal no longer holds, or that were made while a memory of `openMany` rested:
 * those after number `after`, up to the `head` of this commit. Read again what you show. Only `subscribe` reports this
 * event; no journal holds it.
 */
export interface MissedEvent {
  readonly type: 'commits-missed';
  readonly after: number;
}
