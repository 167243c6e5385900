// `memory.items`: the bounded store, recall and forgetting. Types only.
import type { LimitsResult } from '../items/capacity/set-limits.ts';
import type { DigestRequest } from '../items/digest.ts';
import type { RestoreResult, TouchResult } from '../items/arriving/touch.ts';
import type { ItemEdit, UpdateResult } from '../items/editing.ts';
import type { ForgetMode } from '../items/events.ts';
import type { SweepResult } from '../items/expiry.ts';
import type { Filters } from '../items/fields/filters.ts';
import type { ForgetResult } from '../items/forgetting/forgetting.ts';
import type { ForgetRequest } from '../items/forgetting/request.ts';
import type { Item, NewItem } from '../items/item.ts';
import type { Limits, Usage } from '../items/limits.ts';
import type { MemorizeResult } from '../items/memorize.ts';
import type { Settings } from '../options/options.ts';
import type { RecallOptions } from '../recall/query.ts';
import type { WhyNot } from '../recall/why-not.ts';
import type { CallOptions } from './call-options.ts';
import type { ItemHit, ItemScopes, RecallResult } from './recall.ts';
import type { AuditOptions, AuditRecord } from './watching/audit.ts';

/**
 * The store: at most `limits.maxItems` items with `limits.maxTokens` tokens (default 64 and 4,000). Items that leave it
 * by a limit or by age go to the long tail, where recall still finds them. Every read treats an item past the hard TTL
 * (`ttl.hardMs`, off by default) as already in the long tail.
 */
export interface Items {
  /**
   * Stores one text or item, or a batch of them, in one commit, and evicts others if the limits require it. A new item
   * that ranks lowest is evicted at once (`stored: false`); so is any unpinned item if all others are pinned.
   * Resolves when the commit is complete: the items then survive a crash of the worker, tab or browser.
   * - An item with `replaces` (id, or else key), or with the `key` of another item, replaces that one, which goes to the
   *   long tail and out of recall.
   * - A text that a current item already says, for the same owner and speaker, refreshes that item instead (option
   *   `doubles`): it becomes the newest, importance rises to the higher, tags are united, key and `expiresAt` are set.
   * @param options fields of the items that are given as texts, `similar` and `signal`
   * @throws invalid-input: also a past `expiresAt` · port-failed: the app's clock, ids or tokenizer ·
   * item-too-large: one text exceeds `limits.maxTokens` · only-pinned-left: a pinned item does not fit beside the other
   * pinned ones · not-found: `replaces` names nothing · item-state: the item it names is pinned, softly forgotten or
   * replaced · session-busy, storage-*. Nothing was stored.
   * @example await memory.items.memorize('I am allergic to nuts', { importance: 0.9 });
   */
  memorize(
    item: string | NewItem | readonly (string | NewItem)[],
    options?: Omit<NewItem, 'text'> & SimilarOption & CallOptions,
  ): Promise<MemorizeResult>;
  /**
   * Corrects an item of the store or the long tail: a new item with the text replaces it. The new item takes over
   * importance, labels and key if the options do not set them, but not source, pin and `expiresAt`. With the same text
   * as before, the item itself is refreshed, except with `doubles: 'keep'`, as in the profiles `queue` and `priority`:
   * then a new one replaces it.
   * @param id id, or else key, of the item
   * @throws as `memorize`
   * @example await memory.items.revise('home-city', 'I live in Berlin now');
   */
  revise(
    id: string,
    text: string,
    options?: Omit<NewItem, 'text' | 'replaces'> & SimilarOption & CallOptions,
  ): Promise<MemorizeResult>;
  /**
   * Reinforces items: each becomes the newest of the queue, in the order of the ids, and its age counts from now. An item
   * of the long tail comes back to the store, without a past `expiresAt`; others may leave for it.
   * @throws invalid-input, not-found · item-state: replaced or softly forgotten · item-too-large
   * @example await memory.items.touch(id);
   */
  touch(id: string | readonly string[]): Promise<TouchResult>;
  /**
   * Finds the items that fit a prompt, best hit first (docs/recall.md). Without `scope` it searches the scopes of the
   * option `recall.scope`: by default the store and the long tail, whose items are marked `archived`. If several items
   * state the same fact at different times ("I live in Paris", "I live in Berlin now"), the newest leads. Writes
   * nothing.
   * @param prompt at most 262,144 UTF-16 units; a blank one ranks everything by importance and recency
   * @throws invalid-input
   * @example const { hits } = await memory.items.remember('What may I cook for her?', { limit: 5 });
   */
  remember(prompt: string, options?: RecallOptions & ItemScopes & CallOptions): Promise<RecallResult<ItemHit>>;
  remember(prompt: string, options: RecallOptions & CallOptions): Promise<RecallResult>;
  /**
   * Returns an item of the store; undefined for an id that is not in it, or whose item is past the hard TTL.
   * @example const item = await memory.items.get(id);
   */
  get(id: string): Promise<ItemView | undefined>;
  /**
   * Returns items of the store, oldest first, including softly forgotten ones, but none past the hard TTL. A page with
   * fewer items than `limit` is the last; the next one begins at the `position` after that of its last item.
   * @throws invalid-input
   * @example const food = await memory.items.list({ filters: { tags: ['food'] }, limit: 100 });
   */
  list(options?: ListOptions & CallOptions): Promise<readonly ItemView[]>;
  /**
   * Forgets the items that the request selects, in the store and in the long tail.
   * - `soft` (default) hides them from recall. They still count against the limits, leave first, and `restore` brings
   *   them back.
   * - `hard` deletes every row that holds them and cuts quotations out of files and messages, in any spelling; only id,
   *   time and step stay. `also` names further texts to remove everywhere, such as a PIN, with the items that quote them.
   *   The result's `erasure` lists the changed messages and files, and texts that still say something alike.
   * @throws invalid-input: lists the known requests · not-found: an id is unknown. Nothing was changed.
   * @example await memory.items.forget({ ids: [id] }, { mode: 'hard', also: ['4711'] });
   */
  forget(
    request: ForgetRequest,
    options?: { readonly mode?: ForgetMode; readonly also?: readonly string[] } & CallOptions,
  ): Promise<ForgetResult>;
  /**
   * Makes a softly forgotten item visible again. An item of the long tail, for whatever reason it left, comes back to
   * the store as a newcomer: others may leave for it, or it leaves again at once (`stored: false`).
   * @throws not-found · item-state: an existing item replaced it · item-too-large
   * @example await memory.items.restore(id);
   */
  restore(id: string): Promise<RestoreResult>;
  /**
   * Changes importance, pinning, `expiresAt` or labels, in the store or in the long tail: `null` removes a label, Infinity
   * removes `expiresAt`, an omitted field stays. The text of an item never changes: `revise` replaces the item.
   * @throws not-found, invalid-input · item-state: another item replaced it · as `pin`
   * @example await memory.items.update(id, { importance: 0.9, tags: ['food'] });
   */
  update(id: string, edit: ItemEdit): Promise<UpdateResult>;
  /**
   * Protects an item from eviction and expiry: `update(id, { pinned: true })`. An item of the long tail comes back to the
   * store, as the newest; others may leave for it.
   * @throws not-found, item-state, item-too-large · only-pinned-left: nothing may leave for it
   * @example await memory.items.pin(id);
   */
  pin(id: string): Promise<UpdateResult>;
  /**
   * Ends the protection: `update(id, { pinned: false })`.
   * @throws not-found
   * @example await memory.items.unpin(id);
   */
  unpin(id: string): Promise<UpdateResult>;
  /**
   * Extracts the most important items of the store within a limit; default 500 tokens. Calls no model, writes nothing.
   * @throws invalid-input
   * @example const { text, sources } = await memory.items.summarize({ maxTokens: 300 });
   */
  summarize(request?: DigestRequest): Promise<DigestResult>;
  /**
   * Moves the unprotected items past the soft TTL to the long tail, even if the store has room.
   * @example await memory.items.sweep();
   */
  sweep(): Promise<SweepResult>;
  /**
   * Begins the next step of the agent and returns its number.
   * @example const step = await memory.items.step();
   */
  step(): Promise<number>;
  /**
   * Changes limits of the store while it is open, and evicts at once if they are exceeded. They apply to this open
   * memory, also after a lost worker; nothing is stored, and the next opening uses the limits of its options.
   * Pinned items stay, above the limits if need be: `over` says by how much.
   * @param limits one or both, in the ranges of the options `limits.maxItems` and `limits.maxTokens`
   * @throws invalid-input
   * @example await memory.items.setLimits({ maxItems: 32 });
   */
  setLimits(limits: Partial<Limits>): Promise<LimitsResult>;
  /**
   * Returns usage, limits and eviction policy of the store.
   * @example const { usage, limits } = await memory.items.capacity();
   */
  capacity(): Promise<Capacity>;
  /**
   * Yields every event of this session, oldest first, as far back as the journal is kept (`journal.maxEntries` commits,
   * `journal.maxBytes`). @throws invalid-input: when the first event is read
   * @example for await (const { head, event } of memory.items.audit({ after: 100 })) console.log(head, event.type);
   */
  audit(options?: AuditOptions): AsyncIterable<AuditRecord>;
  /**
   * Explains why `remember(prompt, options)` does not return an item, or says that it does.
   * @throws invalid-input
   * @example const why = await memory.items.whyNot(id, 'What may I cook for her?');
   */
  whyNot(id: string, prompt: string, options?: RecallOptions): Promise<WhyNot>;
}

/** Adds similar items to the answer of `memorize`. */
export interface SimilarOption {
  /**
   * Adds to each item of the result up to three items of store and long tail that say nearly the same, for the caller to
   * decide whether to revise them. Nothing is withheld. Default false.
   */
  readonly similar?: boolean;
}

/** A page of `list`. */
export interface ListOptions {
  /** Only items that pass all of these; default all. */
  readonly filters?: Filters;
  /** Place in the queue to begin at, 0 = oldest (default). */
  readonly from?: number;
  /** Most items to return, 1–10,000; default 1,000. */
  readonly limit?: number;
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

/** Answer of `items.summarize`. */
export interface DigestResult {
  /** One heading and one line per item; empty when the store is empty or nothing fits. */
  readonly text: string;
  /** Tokens of the whole text. */
  readonly tokens: number;
  /** The items in the text, in its order. `position`: place in the queue · `cut`: only a beginning fitted. */
  readonly sources: readonly { readonly id: string; readonly position: number; readonly cut: boolean }[];
}

/** Fill of the store: answer of `items.capacity`. */
export interface Capacity {
  /** Items and tokens in the store. */
  readonly usage: Usage;
  readonly limits: Limits;
  /** Room up to the limits, at least 0. */
  readonly free: Usage;
  /**
   * Items and tokens above the limits; 0 = the limits hold. Only pinned items exceed them, and, until the next command
   * here, items of another owner with larger limits.
   */
  readonly over: Usage;
  /** Items in the store that are hidden by a soft forget. */
  readonly softForgotten: number;
  /** Items in the store that are pinned. */
  readonly pinned: number;
  /** Items of the long tail whose rows are still in the store; the next command moves them. `usage` excludes them. */
  readonly expired: number;
  /** Items that left the store and can still be found; `maxItems` is the option `longTail.maxItems`. */
  readonly longTail: { readonly items: number; readonly maxItems: number };
  readonly policy: Policy;
}

/** The order of eviction and its thresholds, as the options set them (docs/model.md). */
export interface Policy {
  readonly profile: Settings['profile'];
  /** Order of the items of one class: arrival, or importance × decay. */
  readonly key: Settings['eviction']['key'];
  /** The victim classes in the order in which they leave. */
  readonly classes: readonly string[];
  /** Items below `lowBelow` are low, those from `protectedFrom` on are protected. */
  readonly importance: Pick<Settings['importance'], 'lowBelow' | 'protectedFrom'>;
  /** Items of this number of latest steps, including the current one, are recent. */
  readonly recentSteps: number;
  /** Ages, in steps and in ms, past which items are expired; Infinity: never. */
  readonly ttl: Settings['ttl'];
  /** Weight of age: max(floor, factor ^ (age ÷ periodMs)). */
  readonly decay: Settings['decay'];
}
