// The engine's interface, the same in a worker and in the calling process. Types only.
import type { Erased } from '../api/erasing.ts';
import type { AppendResult, FileEntry, OverviewState } from '../api/files.ts';
import type { Capacity, DigestResult, ItemView, ListOptions } from '../api/items.ts';
import type { Runtime } from '../api/memory.ts';
import type { Recovery, Salvage } from '../api/recovery.ts';
import type { LimitsResult } from '../items/capacity/set-limits.ts';
import type { DigestRequest } from '../items/digest.ts';
import type { RestoreResult, TouchResult } from '../items/arriving/touch.ts';
import type { ItemEdit, UpdateResult } from '../items/editing.ts';
import type { ForgetMode } from '../items/events.ts';
import type { SweepResult } from '../items/expiry.ts';
import type { ForgetResult } from '../items/forgetting/forgetting.ts';
import type { ForgetRequest } from '../items/forgetting/request.ts';
import type { NewItem } from '../items/item.ts';
import type { Limits } from '../items/limits.ts';
import type { MemorizeResult } from '../items/memorize.ts';
import type { WhyNot } from '../recall/why-not.ts';
import type { JournalEntry } from '../storage/port.ts';
import type { SessionRows } from '../bundle/from-rows.ts';
import type { ImportBasis, ImportPlan } from '../bundle/import-plan.ts';
import type { RecallResult, WithheldAddress } from '../api/recall.ts';
import type { RecallOptions } from '../recall/query.ts';
import type { RecalledText } from '../recall/recalled-text.ts';
import type {
  BlockUpdate,
  DirectWriteOptions,
  Document,
  RenameResult,
  ShownWriteResult,
} from '../tree/files/document.ts';
import type { StateBasis } from '../tree/state/state-block.ts';
import type { KnownMessages, ListHashes } from '../tree/transcript/message-tree.ts';
import type { Message, SentMessage } from '../tree/transcript/transcript.ts';
import type { ContextBasis, ContextChange } from './context-rows.ts';
import type { SessionList } from './session-list.ts';

/**
 * One session's engine. Arguments and results are plain data, because they cross the worker boundary by structured
 * clone. `api/memory.ts` documents in full the methods that an app can call.
 *
 * Errors of every method: `closed` after `close`, and `storage-*` where the method reads or writes storage. A method
 * that writes rejects with `session-busy` after 64 lost races against other owners. A rejected call changed nothing,
 * unless its message says that the outcome is unknown.
 */
export interface Engine extends SessionList {
  /**
   * Stores a batch in one commit and evicts as the profile requires. Items with `replaces` or `key` replace others; a
   * text that a current item already says refreshes that item (option `doubles`).
   * @throws invalid-input, item-too-large, only-pinned-left, not-found, item-state
   */
  memorize(items: readonly NewItem[], options?: MemorizeOptions): Promise<MemorizeResult>;
  /**
   * Replaces an item, named by id or else by key, with a new text. The new item takes over every field that the options
   * do not set, except source and pin.
   * @throws as `memorize`
   */
  revise(id: string, text: string, options?: RevisedFields & MemorizeOptions): Promise<MemorizeResult>;
  /**
   * Makes items the newest of the queue, in the order of the ids; their ages count from now. Items of the long tail come
   * back to the store.
   * @throws invalid-input, not-found, item-state, item-too-large
   */
  touch(ids: readonly string[]): Promise<TouchResult>;
  /**
   * Searches items, long tail, files and transcript. Hits carry snippets, best first, at most the limit of the query.
   * @param meaning vector of the prompt; ignored if its model or dimension differs from the stored vectors
   * @throws invalid-input, kernel-unavailable
   */
  recall(prompt: string, options?: RecallOptions, meaning?: Meaning): Promise<RecallResult>;
  /**
   * Fills a number of tokens with the best results of `recall`. Its own scopes are items, tail, detail and transcript.
   * @throws invalid-input, kernel-unavailable
   */
  recallBlock(prompt: string, maxTokens: number, options?: RecallOptions, meaning?: Meaning): Promise<FilledBlock>;
  /** Returns the item with its position and victim class; undefined if it left the store or is past its hard TTL. */
  getItem(id: string): Promise<ItemView | undefined>;
  /** Returns a page of the store, oldest first, without items past their hard TTL. @throws invalid-input */
  listItems(options?: ListOptions): Promise<readonly ItemView[]>;
  /**
   * Forgets the requested items. `hard` also removes quotations of their texts from files, history, transcript, ledger
   * and vectors, in the same commit.
   * @throws invalid-input, not-found
   */
  forget(request: ForgetRequest, mode: ForgetMode, also?: readonly string[]): Promise<ForgetResult>;
  /** Returns the texts of items, in the store or the long tail, that have one of the ids or belong to the user. */
  textsOf(named: Pick<Erasing, 'ids' | 'userId'>): Promise<readonly string[]>;
  /** Erases these items and texts with every quotation of them, in one commit. Does nothing if there are none. */
  erase(what: Erasing): Promise<Erased>;
  /**
   * Makes a softly forgotten item visible again and brings an item of the long tail back to the store.
   * @throws not-found, item-state, item-too-large
   */
  restore(id: string): Promise<RestoreResult>;
  /**
   * Changes importance, pinning, expiry or labels of an item, in the store or in the long tail. Pinning an item of the
   * long tail brings it back to the store.
   * @throws invalid-input, not-found, item-state, item-too-large, only-pinned-left
   */
  update(id: string, edit: ItemEdit): Promise<UpdateResult>;
  /** Moves items past their soft TTL to the long tail. */
  sweep(): Promise<SweepResult>;
  /** Advances the step by one and returns the new step. */
  step(): Promise<number>;
  /** Explains why `recall` with the same arguments omits this item. @throws invalid-input, kernel-unavailable */
  whyNot(id: string, prompt: string, options?: RecallOptions, meaning?: Meaning): Promise<WhyNot>;
  /** Returns an extract of the store within a limit of tokens or characters. @throws invalid-input */
  summarize(request?: DigestRequest): Promise<DigestResult>;
  /** Changes limits of the store for this opening and evicts until they hold. The caller checks the arguments. */
  setLimits(limits: Partial<Limits>): Promise<LimitsResult>;
  /** Returns usage, limits and free room, in items and tokens. */
  capacity(): Promise<Capacity>;
  /** Returns the current revision of a file. @throws path-not-allowed, not-found */
  readFile(path: string): Promise<Document>;
  /**
   * Replaces the whole text of a file. A stale `baseRevision`, or a text that drops most of the file, gives a conflict
   * result with a diff instead.
   * @throws invalid-input, path-not-allowed, tree-full
   */
  writeFile(path: string, text: string, options?: DirectWriteOptions): Promise<ShownWriteResult>;
  /** Returns all files by path, with revision, time (ms since 1970) and size (UTF-8 bytes). */
  listFiles(): Promise<readonly FileEntry[]>;
  /** Replaces a passage that occurs exactly once. @throws invalid-input, path-not-allowed, not-found, tree-full */
  editFile(
    path: string,
    find: string,
    replace: string,
    options?: Pick<DirectWriteOptions, 'source' | 'trust'>,
  ): Promise<ShownWriteResult>;
  /** Moves a file to a free path. @throws invalid-input, path-not-allowed, not-found */
  renameFile(from: string, to: string): Promise<RenameResult>;
  /** Deletes a file but keeps its history; returns the last revision. @throws path-not-allowed, not-found */
  deleteFile(path: string): Promise<{ readonly path: string; readonly revision: number }>;
  /** Returns former revisions of a file, oldest first, as many as `files.keptRevisions`. @throws path-not-allowed */
  fileHistory(path: string): Promise<readonly Document[]>;
  /** Writes a former revision as the newest one, under its original source. @throws path-not-allowed, not-found */
  restoreFile(path: string, revision: number): Promise<ShownWriteResult>;
  /** Returns status and revision of overview.md, and the steps since its free text was written. @throws not-found */
  overviewStatus(): Promise<OverviewState>;
  /** Appends messages in one commit; returns the index of the first and their count. @throws invalid-input */
  appendMessages(messages: readonly SentMessage[]): Promise<AppendResult>;
  /** Returns messages from index `from`, at most `limit` (1 to 10,000), oldest first. @throws invalid-input */
  readMessages(from: number, limit: number): Promise<readonly Message[]>;
  /** Returns the number of messages in the transcript. */
  countMessages(): Promise<number>;
  /** Returns the state block of overview.md as text, from which the app's side computes the next state. */
  stateBasis(): Promise<StateBasis>;
  /** Replaces system blocks of overview.md; false if the state block is not `update.expected`. @throws tree-full */
  updateBlocks(update: BlockUpdate): Promise<boolean>;
  /**
   * Returns the rows and counters from which the app's side plans the next request.
   * @param options `branch`: whose rows; default, and if it has none: the branch used last · `isLatest`: reads other
   * owners' commits first · `asked`: the user's message, for which `recallables` are found
   */
  contextBasis(options?: BasisOptions): Promise<ContextBasis>;
  /** Keeps a text out of every recalled note. @throws invalid-input */
  withhold(address: WithheldAddress): Promise<void>;
  /** Returns the stored part of a list. @param before messages of the body before the given ones, all stored */
  knownMessages(list: ListHashes, before: number): Promise<KnownMessages>;
  /**
   * Commits a planned request: ledger, transcript, archived texts and overview together. False when ledger,
   * overview or transcript is no longer as in `change.expected`; the caller then plans again from a new basis.
   * @throws tree-full
   */
  commitContext(change: ContextChange): Promise<boolean>;
  /** Returns those of these parts of messages that the session stores. */
  knownParts(hashes: readonly string[]): Promise<readonly string[]>;
  /** Returns the data of a part as it was sent; undefined if it is gone or damaged. */
  readPart(hash: string): Promise<string | undefined>;
  /** Returns all rows of this session for an export, except damaged ones, ledger and vectors. */
  sessionRows(): Promise<SessionRows>;
  /** Returns `sessionRows` with the damaged rows; for a session that is no longer stored, the data in memory. */
  salvage(): Promise<SalvagedRows>;
  /** Returns the tokens of each text by the session's tokenizer, in the order of the texts. */
  countTokens(texts: readonly string[]): Promise<readonly number[]>;
  /**
   * Returns the state from which an import is planned: this session's, or an empty one for the new session `as`.
   * @throws invalid-input if the name is taken
   */
  importBasis(as?: string): Promise<ImportBasis>;
  /**
   * Commits a planned import. False when the session has moved on from `change.expected`; the caller then plans again.
   * @throws invalid-input if the name `change.as` is taken
   */
  commitImport(change: ImportChange): Promise<boolean>;
  /**
   * Selects the model whose vectors count from now on. Resolves when its stored vectors are loaded; recall stays
   * available meanwhile.
   * @param fastScan module from `kernel/fast-scan.ts`; absent: the kernel scans without relaxed SIMD
   */
  useVectors(model: string, fastScan?: WebAssembly.Module): Promise<void>;
  /**
   * Returns searchable texts without a vector: items first, then long tail, files, messages. At most `limit` texts.
   * @param without keys to leave out
   */
  unembedded(limit: number, without: readonly string[]): Promise<Unembedded>;
  /** Stores vectors, but for texts that are gone or have one, in one commit. @throws invalid-input: not comparable */
  storeVectors(model: string, vectors: readonly EmbeddedText[]): Promise<{ readonly stored: number }>;
  /** Merges small vector blocks and drops vectors of other models and of deleted texts. */
  sealVectors(): Promise<void>;
  /** Returns journal entries with `head > from`, oldest first, at most `limit`. */
  journal(from: number, limit: number): Promise<readonly JournalEntry[]>;
  /** Deletes all quarantined rows; returns their number. */
  dismissQuarantined(): Promise<number>;
  /** Empties this copy and begins another session if the session is no longer stored. */
  beginAnew(): Promise<void>;
  /** Resolves when every earlier command is committed and, if the storage can ensure it, on disk. */
  flush(): Promise<void>;
  /** Loads the parts that later calls need, so that they need no network. @throws part-unavailable */
  warm(): Promise<void>;
  /** Announces that this owner's tab is being frozen: its next call first takes over commits of others until then. */
  doze(): Promise<void>;
  /** Returns storage kind, recovery, quarantined rows, files held back, head and step. */
  status(): Promise<EngineStatus>;
  /** Completes pending commands, then refuses later ones with `closed`. */
  close(): Promise<void>;
}

export interface FilledBlock extends Omit<RecallResult, 'hits'> {
  /** Best first. */
  readonly texts: readonly RecalledText[];
}

export interface BasisOptions {
  readonly branch?: string | undefined;
  readonly isLatest?: boolean;
  readonly asked?: string | undefined;
}

export interface MemorizeOptions {
  /** Adds to each item of the result items that say nearly the same. Default false. */
  readonly similar?: boolean;
}

/** Request to erase from one session. */
export interface Erasing {
  /** Texts to erase with their quotations and items that quote one; with named items, if of 12 characters or more. */
  readonly texts: readonly string[];
  readonly ids?: readonly string[];
  readonly userId?: string;
  /** Items to spare for now, although they quote one of the texts. */
  readonly spare?: Pick<Erasing, 'ids' | 'userId'>;
}

/** Fields that a revision sets anew. */
export type RevisedFields = Omit<NewItem, 'text' | 'replaces'>;

/** The vector of a prompt, and its weight relative to the prompt's words. */
export interface Meaning {
  readonly model: string;
  readonly vector: Float32Array;
  /** Weight of the cosine relative to the words, ≥ 0. */
  readonly weight: number;
  /** Baseline cosine of unrelated texts in this model, 0 ≤ floor < 1. */
  readonly floor: number;
  /**
   * Raises the floor with the spread of the cosines themselves, for models whose baseline is unknown (docs/recall.md);
   * absent: `floor` as given.
   */
  readonly contrast?: number | undefined;
}

export interface Unembedded {
  /** `key` is the hash of the text: equal texts share a vector. */
  readonly texts: readonly { readonly key: string; readonly text: string }[];
  /** Number of all texts without a vector, not only those returned here, without the keys that the caller left out. */
  readonly waiting: number;
}

export interface EmbeddedText {
  /** Key from `Unembedded.texts`. */
  readonly key: string;
  readonly vector: Float32Array;
}

export interface SalvagedRows extends SessionRows, Pick<Salvage, 'damaged'> {}

/** One commit of an import. */
export interface ImportChange extends Pick<ImportPlan, 'events' | 'content'> {
  /** Commit and time (ms since 1970) of the basis that the import was planned from. */
  readonly expected: Pick<ImportBasis, 'head' | 'commit' | 'now'>;
  /** Name of a new session for the import; absent: import into this session. */
  readonly as?: string | undefined;
}

export interface EngineStatus extends Pick<Runtime, 'reach' | 'storage' | 'quarantined' | 'heldBack'> {
  /** State in which the session was found at opening, or what this owner noticed since. */
  readonly recovery: Recovery;
  /** Name of the stored session; another one begins with another session. */
  readonly generation: string | undefined;
  /** Salt of the hashes of lists and texts; absent in sessions of former versions. */
  readonly salt?: string | undefined;
  /** Number of the newest commit. */
  readonly head: number;
  /** The agent's current step. */
  readonly step: number;
}
