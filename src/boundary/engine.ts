// What stands behind the app's interface, on either side of a worker: one flat table, so that only these names cross.
// Types only. Every member answers with a promise and takes plain data.
import type { AppendResult, FileEntry, OverviewState } from '../api/files.ts';
import type { Capacity, DigestResult, ItemView } from '../api/items.ts';
import type { Runtime, SessionEntry } from '../api/memory.ts';
import type { DigestRequest } from '../items/digest.ts';
import type { ItemEdit, RestoreResult, UpdateResult } from '../items/editing.ts';
import type { ForgetMode } from '../items/events.ts';
import type { SweepResult } from '../items/expiry.ts';
import type { ForgetResult } from '../items/forgetting/forgetting.ts';
import type { ForgetRequest } from '../items/forgetting/request.ts';
import type { NewItem } from '../items/item.ts';
import type { MemorizeResult } from '../items/memorize.ts';
import type { WhyNot } from '../recall/why-not.ts';
import type { JournalEntry } from '../storage/port.ts';
import type { SessionRows } from '../bundle/from-rows.ts';
import type { ImportBasis, ImportPlan } from '../bundle/import-plan.ts';
import type { ContextEvent } from '../context/plan/events.ts';
import type { RecallResult } from '../api/recall.ts';
import type { RecallOptions } from '../recall/query.ts';
import type { Archiving } from '../tree/files/archiving.ts';
import type { BlockUpdate, Document, RenameResult, ShownWriteResult, WriteOptions } from '../tree/files/document.ts';
import type { StateBasis } from '../tree/state/state-block.ts';
import type { CheckedMessage, Message, SentMessage } from '../tree/transcript/transcript.ts';

export interface Engine {
  memorize(items: readonly NewItem[]): Promise<MemorizeResult>;
  /** Hits with snippets, best first, at most the limit of the query. @throws invalid-input */
  recall(prompt: string, options?: RecallOptions, meaning?: Meaning): Promise<RecallResult>;
  getItem(id: string): Promise<ItemView | undefined>;
  listItems(): Promise<readonly ItemView[]>;
  /** @throws invalid-input, not-found: nothing was changed */
  forget(request: ForgetRequest, mode: ForgetMode): Promise<ForgetResult>;
  restore(id: string): Promise<RestoreResult>;
  /** @throws invalid-input, not-found: nothing was changed */
  update(id: string, edit: ItemEdit): Promise<UpdateResult>;
  sweep(): Promise<SweepResult>;
  step(): Promise<number>;
  /** Why `recall` with the same arguments does not return this item. @throws invalid-input */
  whyNot(id: string, prompt: string, options?: RecallOptions, meaning?: Meaning): Promise<WhyNot>;
  /** @throws invalid-input */
  summarize(request?: DigestRequest): Promise<DigestResult>;
  capacity(): Promise<Capacity>;
  readFile(path: string): Promise<Document>;
  writeFile(path: string, text: string, options?: WriteOptions): Promise<ShownWriteResult>;
  listFiles(): Promise<readonly FileEntry[]>;
  editFile(
    path: string,
    find: string,
    replace: string,
    options?: Pick<WriteOptions, 'source'>,
  ): Promise<ShownWriteResult>;
  renameFile(from: string, to: string): Promise<RenameResult>;
  deleteFile(path: string): Promise<{ readonly path: string; readonly revision: number }>;
  fileHistory(path: string): Promise<readonly Document[]>;
  restoreFile(path: string, revision: number): Promise<ShownWriteResult>;
  overviewStatus(): Promise<OverviewState>;
  /** @throws invalid-input: nothing was appended */
  appendMessages(messages: readonly SentMessage[]): Promise<AppendResult>;
  readMessages(from: number, limit: number): Promise<readonly Message[]>;
  countMessages(): Promise<number>;
  stateBasis(): Promise<StateBasis>;
  /** False when the state block is no longer what was expected. */
  updateBlocks(update: BlockUpdate): Promise<boolean>;
  /** What the next request is worked out from. */
  contextBasis(): Promise<ContextBasis>;
  /** False when ledger or overview are no longer what was expected: work it out again. @throws tree-full */
  commitContext(change: ContextChange): Promise<boolean>;
  listSessions(everywhere: boolean): Promise<readonly SessionEntry[]>;
  forkSession(session: string): Promise<SessionEntry>;
  deleteSession(session: string): Promise<void>;
  /** The session as it is stored, without rows that do not match their check. */
  sessionRows(): Promise<SessionRows>;
  countTokens(texts: readonly string[]): Promise<readonly number[]>;
  /** What an import is planned from: this session, or the new one `as`. @throws invalid-input when the name is taken */
  importBasis(as?: string): Promise<ImportBasis>;
  /** False when the session is no longer what was expected: plan it again. @throws invalid-input when the name is taken */
  commitImport(change: ImportChange): Promise<boolean>;
  /**
   * Vectors of this model count from now on; resolves when those that are stored are in place, and recall answers
   * meanwhile. `fastScan`: what `kernel/fast-scan.ts` compiled.
   */
  useVectors(model: string, fastScan?: WebAssembly.Module): Promise<void>;
  /** Texts that can be found and have no vector yet: items first, then what left the store, files, messages. */
  unembedded(limit: number, without: readonly string[]): Promise<Unembedded>;
  /** Keeps vectors in one commit, but for those whose text is gone. @throws invalid-input: nothing was stored */
  storeVectors(model: string, vectors: readonly EmbeddedText[]): Promise<{ readonly stored: number }>;
  /** Puts small blocks of stored vectors together, without those of other models and of texts that are gone. */
  sealVectors(): Promise<void>;
  /** Journal entries with `from < head`, oldest first, at most `limit`. */
  journal(from: number, limit: number): Promise<readonly JournalEntry[]>;
  status(): Promise<EngineStatus>;
  close(): Promise<void>;
}

/** What a prompt means, beside its words. */
export interface Meaning {
  readonly model: string;
  readonly vector: Float32Array;
  /** What the cosine counts against the words, ≥ 0. */
  readonly weight: number;
  /** The cosine that unrelated texts have in this model, 0 ≤ floor < 1. */
  readonly floor: number;
  /** How far a cosine must stand out where that is not known (docs/recall.md); absent: the floor is as it is. */
  readonly contrast?: number | undefined;
}

export interface Unembedded {
  /** `key` names a text by its content. */
  readonly texts: readonly { readonly key: string; readonly text: string }[];
  /** How many there are in all, without those that the caller leaves out. */
  readonly waiting: number;
}

export interface EmbeddedText {
  readonly key: string;
  readonly vector: Float32Array;
}

export interface ContextBasis {
  readonly rows: readonly { readonly key: string; readonly fields: object }[];
  readonly overview: Document | undefined;
  readonly step: number;
  /** ms since 1970. */
  readonly now: number;
  /** Steps after which an overview counts as stale. */
  readonly softSteps: number;
}

/** One commit of the context engine. */
export interface ContextChange extends Archiving {
  /** Revisions of the ledger and of the overview that it was worked out from. */
  readonly expected: { readonly ledger: number; readonly overview: number };
  readonly rows: readonly { readonly key: string; readonly fields?: object | undefined }[];
  /** New messages for the transcript. */
  readonly messages: readonly CheckedMessage[];
  /** A new request: the step advances. */
  readonly step: boolean;
  readonly event: ContextEvent;
}

/** One commit of an import. */
export interface ImportChange extends Pick<ImportPlan, 'events' | 'content'> {
  /** Of the basis that it was planned from. */
  readonly expected: Pick<ImportBasis, 'head' | 'now'>;
  /** The session to make of it. */
  readonly as?: string | undefined;
}

export interface EngineStatus extends Pick<Runtime, 'storage' | 'quarantined'> {
  readonly head: number;
  readonly step: number;
}
