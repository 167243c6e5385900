// `memory.items`: the bounded store, recall, forgetting and the audit of every change. Types only.
import type { TransferEvent } from '../bundle/form.ts';
import type { ContextEvent } from '../context/plan/events.ts';
import type { DigestRequest } from '../items/digest.ts';
import type { ItemEdit, RestoreResult, UpdateResult } from '../items/editing.ts';
import type { ForgetMode, ItemEvent } from '../items/events.ts';
import type { SweepResult } from '../items/expiry.ts';
import type { ForgetResult } from '../items/forgetting/forgetting.ts';
import type { ForgetRequest } from '../items/forgetting/request.ts';
import type { Item, NewItem } from '../items/item.ts';
import type { Limits, Usage } from '../items/limits.ts';
import type { MemorizeResult } from '../items/memorize.ts';
import type { RecallOptions } from '../recall/query.ts';
import type { WhyNot } from '../recall/why-not.ts';
import type { DocumentEvent } from '../tree/files/document.ts';
import type { TranscriptEvent } from '../tree/transcript/transcript.ts';
import type { CallOptions } from './call-options.ts';
import type { ItemHit, ItemScopes, RecallResult, VectorEvent } from './recall.ts';

/**
 * The store: at most `limits.maxItems` items with `limits.maxTokens` tokens (default 64 and 4,000). Items that leave it
 * by a limit or by age go to the long tail, where recall still finds them.
 */
export interface Items {
  /**
   * Stores one text, one item or a batch of items in one commit, and evicts others where the limits require it.
   * Resolves when the commit is complete: the items then survive a crash of the worker, tab or browser.
   * @param options fields of the item when the first argument is a text; otherwise only `signal` is used
   * @throws invalid-input · item-too-large: one text exceeds `limits.maxTokens` · only-pinned-left: nothing may be
   * evicted · session-busy, storage-*. Nothing was stored.
   */
  memorize(
    item: string | NewItem | readonly NewItem[],
    options?: Omit<NewItem, 'text'> & CallOptions,
  ): Promise<MemorizeResult>;
  /**
   * Finds what a prompt is about, best hit first (docs/recall.md). Searches the store unless `scope` names other places.
   * Writes nothing; reads storage only for messages of the transcript.
   * @param prompt at most 262,144 UTF-16 units; a blank one ranks everything by importance and recency
   * @throws invalid-input
   */
  remember(prompt: string, options?: RecallOptions & ItemScopes & CallOptions): Promise<RecallResult<ItemHit>>;
  remember(prompt: string, options: RecallOptions & CallOptions): Promise<RecallResult>;
  /** Returns an item of the store; undefined for an id that is not in it, also when the item is past the hard TTL. */
  get(id: string): Promise<ItemView | undefined>;
  /** Returns all items of the store, oldest first, also softly forgotten ones, but none past the hard TTL. */
  list(): Promise<readonly ItemView[]>;
  /**
   * Forgets the items that the request selects, in the store and in the long tail.
   * - `soft` (default) hides them from recall. They still count against the limits, leave first, and `restore` brings
   *   them back.
   * - `hard` deletes every row that holds them and cuts quotations out of files and messages. Only id, time and step stay.
   * @throws invalid-input: lists the requests that are understood · not-found: an id is unknown. Nothing was changed.
   */
  forget(request: ForgetRequest, options?: { readonly mode?: ForgetMode } & CallOptions): Promise<ForgetResult>;
  /** Brings a softly forgotten item back. @throws not-found */
  restore(id: string): Promise<RestoreResult>;
  /** Changes importance or pinning. The text of an item never changes. @throws not-found, invalid-input */
  update(id: string, edit: ItemEdit): Promise<UpdateResult>;
  /** Protects an item from eviction and expiry: `update(id, { pinned: true })`. @throws not-found */
  pin(id: string): Promise<UpdateResult>;
  /** Ends the protection: `update(id, { pinned: false })`. @throws not-found */
  unpin(id: string): Promise<UpdateResult>;
  /**
   * Extracts the most important items of the store within a limit; default 500 tokens. Calls no model, writes nothing.
   * @throws invalid-input
   */
  summarize(request?: DigestRequest): Promise<DigestResult>;
  /** Removes items past the soft or hard TTL now, even when the store has room. */
  sweep(): Promise<SweepResult>;
  /** Begins the next step of the agent and returns its number. */
  step(): Promise<number>;
  /** Returns usage, limits and eviction policy of the store. */
  capacity(): Promise<Capacity>;
  /** Yields every event of this session, oldest first; the journal keeps the last `journal.maxEntries` commits. */
  audit(options?: AuditOptions): AsyncIterable<AuditRecord>;
  /** Explains why `remember(prompt, options)` does not return an item, or that it does. @throws invalid-input */
  whyNot(id: string, prompt: string, options?: RecallOptions): Promise<WhyNot>;
}

/** An item of the store with the numbers that depend on the time of the call. */
export interface ItemView extends Item {
  /** Place in the queue, 0 = oldest. */
  readonly position: number;
  /** Weight of the item's age, from `decay.floor` to 1. */
  readonly decay: number;
  /** importance × decay, 0–1. */
  readonly priority: number;
  /** 0–8; the lowest class is evicted first (docs/model.md). */
  readonly victimClass: number;
}

export interface DigestResult {
  /** One heading and one line per item; empty when the store is empty or nothing fits. */
  readonly text: string;
  /** Tokens of the whole text. */
  readonly tokens: number;
  /** The items in the text, in its order. `position`: place in the queue · `cut`: only a beginning fitted. */
  readonly sources: readonly { readonly id: string; readonly position: number; readonly cut: boolean }[];
}

export interface AuditOptions {
  /** Skips commits up to this `head`; a whole number ≥ 0, default 0. */
  readonly after?: number;
}

/** One event with the commit that it belongs to. */
export interface AuditRecord {
  /** Number of the commit, from 1. */
  readonly head: number;
  /** Time of the commit, ms since 1970. */
  readonly time: number;
  /** The agent step of the commit. */
  readonly step: number;
  /** Items and tokens in the store before and after the commit. */
  readonly usage: { readonly before: Usage; readonly after: Usage };
  /** Holds ids and numbers, never a text. */
  readonly event: ItemEvent | DocumentEvent | TranscriptEvent | TransferEvent | ContextEvent | VectorEvent;
}

export interface Capacity {
  /** Items and tokens in the store. */
  readonly usage: Usage;
  readonly limits: Limits;
  /** Limits minus usage. */
  readonly free: Usage;
  /** Items in the store that are hidden by a soft forget. */
  readonly softForgotten: number;
  /** Items in the store that are pinned. */
  readonly pinned: number;
  /** Items past the hard TTL; they are hidden, and the next command removes them. */
  readonly expired: number;
  /** Items that left the store and can still be found; `maxItems` is the option `longTail.maxItems`. */
  readonly longTail: { readonly items: number; readonly maxItems: number };
  /** The order of eviction: profile, sort key within a class, and the victim classes from the first to the last. */
  readonly policy: { readonly profile: string; readonly key: 'fifo' | 'priority'; readonly classes: readonly string[] };
}
