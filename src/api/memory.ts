// THE interface: what an app holds. Types only. What stands behind it is in engine-api.ts.
/// <reference lib="esnext.disposable" preserve="true" />
import type { DigestRequest } from '../items/digest.ts';
import type { ItemEdit, RestoreResult, UpdateResult } from '../items/editing.ts';
import type { ForgetMode, ItemEvent } from '../items/events.ts';
import type { SweepResult } from '../items/expiry.ts';
import type { ForgetRequest } from '../items/forgetting/request.ts';
import type { ForgetResult } from '../items/forgetting/forgetting.ts';
import type { Item, NewItem } from '../items/item.ts';
import type { Limits, Usage } from '../items/limits.ts';
import type { MemorizeResult } from '../items/memorize.ts';
import type { WhyNot } from '../recall/why-not.ts';
import type { RowStore } from '../storage/port.ts';
import type { ItemHit, ItemScopes, RecallResult, VectorEvent } from './recall.ts';
import type { RecallOptions } from '../recall/query.ts';
import type { Context } from './context.ts';
import type { Embedding } from './embedding.ts';
import type { ContextEvent } from '../context/plan/events.ts';
import type { TransferEvent } from '../bundle/form.ts';
import type { Document, DocumentEvent, WriteOptions, ShownWriteResult, RenameResult } from '../tree/files/document.ts';
import type { ImportOptions, ImportResult } from '../bundle/import-report.ts';
import type { OverviewStatus } from '../tree/overview/overview.ts';
import type { StateEvent, StructuredState } from '../tree/state/structured-state.ts';
import type { Message, NewMessage, TranscriptEvent } from '../tree/transcript/transcript.ts';
import type { MemoryTool, MemoryToolOptions } from './tools.ts';
import type { CallOptions } from './call-options.ts';

/** A session's memory. Get one from `openWorkingMemory`. */
export interface WorkingMemory {
  readonly items: Items;
  readonly files: Files;
  readonly transcript: Transcript;
  /** The app's message list in, the next prompt out. */
  readonly context: Context;
  readonly state: StateAccess;
  readonly sessions: Sessions;
  /** How far texts have vectors; recall by meaning. */
  readonly embedding: Embedding;
  /** What a model is given to use this memory (docs/tools.md). Loaded when first asked for. */
  tools(options?: MemoryToolOptions): Promise<MemoryTool[]>;
  /** Where this memory runs and keeps its data, and why there. */
  readonly runtime: Runtime;
  /**
   * The session with everything in it, but for damaged rows: a zip (default) of readable files, or JSON text. The same
   * state gives the same bytes. Ledger and vectors stay behind: both are made anew.
   */
  export<Format extends 'zip' | 'json' = 'zip'>(
    options?: { readonly format?: Format } & CallOptions,
  ): Promise<Format extends 'json' ? string : Uint8Array>;
  /**
   * Takes over what `export` gave, or a zip made by hand with `working-memory/overview.md` and the like. Records that
   * are not sound are skipped and named. Nothing that is here leaves for it: what finds no room goes to the long tail.
   * What is imported counts as written by others (`source: 'import'`, trust 0); what was forgotten stays forgotten.
   * @throws invalid-input: no bundle, over `import.maxBytes` or `import.maxEntries`, or the options do not fit together ·
   * storage-version: a newer library wrote it · tree-full: the overview and its index outgrow their file ·
   * session-busy, storage-*. Nothing was changed.
   */
  import(data: Uint8Array | string, options?: ImportOptions & CallOptions): Promise<ImportResult>;
  /**
   * Calls `listener` after every commit to this session, also one made by another tab.
   * Contract: the listener must not throw. Returns the function that ends it.
   */
  subscribe(listener: (commit: Commit) => void): () => void;
  /** Starts a new worker after `worker-lost`. The next call does the same by itself. */
  reopen(): Promise<void>;
  /** Waits for what was asked before, then lets go of everything. Later calls reject with `closed`. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Items {
  /**
   * Stores one text, one item or a batch of items in one commit; makes room as the profile says. Resolves when the
   * commit is complete: it then survives a killed worker, tab or browser.
   * @param options apply when the first argument is a text
   * @throws invalid-input, item-too-large, only-pinned-left, session-busy, storage-*: nothing was stored
   */
  memorize(
    item: string | NewItem | readonly NewItem[],
    options?: Omit<NewItem, 'text'> & CallOptions,
  ): Promise<MemorizeResult>;
  /**
   * What the prompt is about, best first (docs/recall.md); of the store, or of what `scope` names. Never writes; waits
   * for storage only where it looks at messages. Contract: the prompt has at most 262,144 characters. @throws invalid-input
   */
  remember(prompt: string, options?: RecallOptions & ItemScopes & CallOptions): Promise<RecallResult<ItemHit>>;
  remember(prompt: string, options: RecallOptions & CallOptions): Promise<RecallResult>;
  /** The item in the store; undefined when it is not there (any more). */
  get(id: string): Promise<ItemView | undefined>;
  /** All items, oldest first, without those past the hard TTL. */
  list(): Promise<readonly ItemView[]>;
  /**
   * Removes what the request names. `soft` (default) hides items from recall; they still count, leave first, and
   * `restore` brings them back. `hard` removes every row that holds them, also in the long tail; only the id stays.
   * @throws invalid-input (says what is understood), not-found: nothing was changed
   */
  forget(request: ForgetRequest, options?: { readonly mode?: ForgetMode } & CallOptions): Promise<ForgetResult>;
  /** Brings a softly forgotten item back. @throws not-found */
  restore(id: string): Promise<RestoreResult>;
  /** Changes importance or pinning. @throws not-found, invalid-input */
  update(id: string, edit: ItemEdit): Promise<UpdateResult>;
  pin(id: string): Promise<UpdateResult>;
  unpin(id: string): Promise<UpdateResult>;
  /** An extract of the store within a limit of tokens or characters. Never writes. @throws invalid-input */
  summarize(request?: DigestRequest): Promise<DigestResult>;
  /** Removes what is past its soft or hard TTL now, although nothing needs the room. */
  sweep(): Promise<SweepResult>;
  /** Begins the next step of the agent and returns its number. */
  step(): Promise<number>;
  capacity(): Promise<Capacity>;
  /** Everything that happened to this session's items, oldest first, as far back as the journal is kept. */
  audit(options?: AuditOptions): AsyncIterable<AuditRecord>;
  /** Why `remember(prompt, options)` does not return this item, or that it does. */
  whyNot(id: string, prompt: string, options?: RecallOptions): Promise<WhyNot>;
}

export interface Files {
  /** @throws not-found, path-not-allowed */
  read(path: string): Promise<Document>;
  /** Replaces the whole text. With `baseRevision`, a file that has moved on gives a conflict result instead. */
  write(path: string, text: string, options?: WriteOptions & CallOptions): Promise<ShownWriteResult>;
  list(): Promise<readonly FileEntry[]>;
  /** Replaces one passage that stands in the file exactly once. @throws invalid-input, not-found */
  edit(path: string, find: string, replace: string, options?: Pick<WriteOptions, 'source'>): Promise<ShownWriteResult>;
  /** @throws not-found, path-not-allowed, invalid-input when there is a file already */
  rename(from: string, to: string): Promise<RenameResult>;
  /** Its history stays. @throws not-found */
  delete(path: string): Promise<{ readonly path: string; readonly revision: number }>;
  /** Former revisions that are kept, oldest first; the current one is not among them. */
  history(path: string): Promise<readonly Document[]>;
  /** Writes a former revision as the newest one. @throws not-found */
  restore(path: string, revision: number): Promise<ShownWriteResult>;
  /** `items.remember` over files and transcript, or what `scope` names. */
  search(prompt: string, options?: RecallOptions & CallOptions): Promise<RecallResult>;
  /** Whether the model keeps its overview up, judged by the free text alone. */
  overviewStatus(): Promise<OverviewState>;
}

/** What was said and done, in order. It only grows. */
export interface Transcript {
  /** Appends in one commit. @throws invalid-input: nothing was appended */
  append(messages: NewMessage | readonly NewMessage[]): Promise<AppendResult>;
  /** Messages from `from` on, at most `limit` (default 100). */
  read(options?: { readonly from?: number; readonly limit?: number }): Promise<readonly Message[]>;
  count(): Promise<number>;
}

/** The structured part of overview.md. */
export interface StateAccess {
  read(): Promise<StructuredState>;
  /** Takes an event into the state; unknown types are recorded. @throws invalid-input: nothing was changed */
  onEvent(event: StateEvent): Promise<StructuredState>;
}

export interface Sessions {
  /** All sessions of this storage, of this workspace unless `everywhere`. Reads no messages. */
  list(options?: { readonly everywhere?: boolean }): Promise<readonly SessionEntry[]>;
  /** Opens another session of this workspace with the same options. */
  open(session: string): Promise<WorkingMemory>;
  /** Copies this session under a new name; both go on by themselves. @throws invalid-input when there is one already */
  fork(session: string): Promise<SessionEntry>;
  /** Deletes another session with everything in it. @throws invalid-input for the one that is open here, not-found */
  delete(session: string): Promise<void>;
}

export interface ItemView extends Item {
  /** Place in the queue, 0 = oldest. */
  readonly position: number;
  /** Weight of age now, from the floor to 1. */
  readonly decay: number;
  /** importance × decay. */
  readonly priority: number;
  /** 0–8, the order in which items leave (docs/model.md). */
  readonly victimClass: number;
}

export interface DigestResult {
  /** Empty when there is nothing to say or nothing fits. */
  readonly text: string;
  readonly tokens: number;
  readonly sources: readonly { readonly id: string; readonly position: number; readonly cut: boolean }[];
}

export interface AuditOptions {
  /** Only commits after this head. */
  readonly after?: number;
}

/** One event with the commit it belongs to. */
export interface AuditRecord {
  readonly head: number;
  readonly time: number;
  readonly step: number;
  /** Items and tokens in the store before and after that commit. */
  readonly usage: { readonly before: Usage; readonly after: Usage };
  readonly event: ItemEvent | DocumentEvent | TranscriptEvent | TransferEvent | ContextEvent | VectorEvent;
}

export interface Capacity {
  readonly usage: Usage;
  readonly limits: Limits;
  /** Room left in both dimensions. */
  readonly free: Usage;
  readonly softForgotten: number;
  readonly pinned: number;
  /** Past the hard TTL: hidden, and removed by the next command. */
  readonly expired: number;
  /** Items that left the store and can still be found. */
  readonly longTail: { readonly items: number; readonly maxItems: number };
  readonly policy: { readonly profile: string; readonly key: 'fifo' | 'priority'; readonly classes: readonly string[] };
}

export interface FileEntry {
  readonly path: string;
  readonly revision: number;
  readonly updatedAt: number;
  readonly bytes: number;
}

export interface OverviewState {
  readonly status: OverviewStatus;
  readonly revision: number;
  /** Steps since the free text was last written. */
  readonly stepsSince: number;
}

export interface AppendResult {
  /** Index of the first appended message. */
  readonly first: number;
  readonly count: number;
}

export interface SessionEntry {
  readonly session: string;
  readonly workspace: string;
  readonly createdAt: number | undefined;
  /** Time of the latest command. */
  readonly updatedAt: number;
  readonly items: number;
  readonly messages: number;
  readonly head: number;
}

export interface Runtime {
  readonly place: 'worker' | 'same-thread';
  /** Of `place: 'worker'`: the library's file, its source as a blob, or the app's own. */
  readonly worker?: 'file' | 'blob' | 'own';
  /** Why it is not the first choice, or that it was restarted; absent when all went as asked. */
  readonly reason?: string;
  /** The storage adapter's kind: `indexeddb` and `memory` are built in. */
  readonly storage: string;
  /** Rows that did not match their checksum: left alone in storage, kept out of recall. */
  readonly quarantined: readonly { readonly store: RowStore; readonly key: string }[];
}

/** What one commit did, without any text. */
export interface Commit {
  readonly head: number;
  readonly time: number;
  readonly step: number;
  readonly usage: { readonly before: Usage; readonly after: Usage };
  readonly events: readonly (
    ItemEvent | DocumentEvent | TranscriptEvent | TransferEvent | ContextEvent | VectorEvent
  )[];
}
