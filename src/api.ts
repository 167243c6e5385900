// THE interface: what an app holds (`WorkingMemory`) and what stands behind it on either side of a worker (`Engine`).
// Types only. Every member answers with a promise and takes plain data, so both sides may be the same object or not.
import type { ItemEvent } from './items/events.ts';
import type { Item, NewItem } from './items/item.ts';
import type { Limits, Usage } from './items/limits.ts';
import type { MemorizeResult } from './items/memorize.ts';
import type { JournalEntry, RowStore } from './ports/storage.ts';
import type { RecallOptions, ScoreParts } from './recall/query.ts';
import type { Document, DocumentEvent, WriteOptions, WriteResult } from './session/documents.ts';

/** A session's memory. Get one from `openWorkingMemory`. */
export interface WorkingMemory {
  readonly items: Items;
  readonly files: Files;
  /** Where this memory runs and keeps its data, and why there. */
  readonly runtime: Runtime;
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

export interface CallOptions {
  /** Stops waiting. A command that already reached the engine may still be committed. */
  readonly signal?: AbortSignal;
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
  /** The items that match the prompt, best first. Never writes, never waits for storage. */
  remember(prompt: string, options?: RecallOptions & CallOptions): Promise<RecallResult>;
  get(id: string): Promise<ItemView | undefined>;
  /** All items, oldest first. */
  list(): Promise<readonly ItemView[]>;
  capacity(): Promise<Capacity>;
}

export interface Files {
  /** @throws not-found, path-not-allowed */
  read(path: string): Promise<Document>;
  /** Replaces the whole text. With `baseRevision`, a file that has moved on gives a conflict result instead. */
  write(path: string, text: string, options?: WriteOptions & CallOptions): Promise<WriteResult>;
  list(): Promise<readonly FileEntry[]>;
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

export interface Hit {
  readonly item: Item;
  readonly position: number;
  readonly score: number;
  /** With `explain: true`. */
  readonly parts?: ScoreParts;
}

export interface RecallResult {
  readonly hits: readonly Hit[];
  /** Which signals could answer: `lexical` knows terms only. */
  readonly mode: 'lexical';
}

export interface Capacity {
  readonly usage: Usage;
  readonly limits: Limits;
  /** Room left in both dimensions. */
  readonly free: Usage;
  readonly softForgotten: number;
  readonly pinned: number;
  readonly policy: { readonly profile: string; readonly key: 'fifo' | 'priority'; readonly classes: readonly string[] };
}

export interface FileEntry {
  readonly path: string;
  readonly revision: number;
  readonly updatedAt: number;
  readonly bytes: number;
}

export interface Runtime {
  readonly place: 'worker' | 'same-thread';
  /** Why it is not a worker, or why it was restarted; absent when all went as asked. */
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
  readonly events: readonly (ItemEvent | DocumentEvent)[];
}

/** The engine's side: one flat table, so that only these names cross the worker boundary. */
export interface Engine {
  memorize(items: readonly NewItem[]): Promise<MemorizeResult>;
  remember(prompt: string, options?: RecallOptions): Promise<RecallResult>;
  getItem(id: string): Promise<ItemView | undefined>;
  listItems(): Promise<readonly ItemView[]>;
  capacity(): Promise<Capacity>;
  readFile(path: string): Promise<Document>;
  writeFile(path: string, text: string, options?: WriteOptions): Promise<WriteResult>;
  listFiles(): Promise<readonly FileEntry[]>;
  /** Journal entries with `from < head`, oldest first, at most `limit`. */
  journal(from: number, limit: number): Promise<readonly JournalEntry[]>;
  status(): Promise<EngineStatus>;
  close(): Promise<void>;
}

export interface EngineStatus extends Pick<Runtime, 'storage' | 'quarantined'> {
  readonly head: number;
}
