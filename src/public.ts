// The names that every entry exports beside `openWorkingMemory`.
export { calibratedTokens } from './adapters/calibrated-tokens.ts';
export { memoryStorage } from './adapters/memory-storage.ts';
export type * from './api.ts';
export type * from './context-api.ts';
export type * from './embedding-api.ts';
export type { EmbedderChoice } from './embedding-access.ts';
export type {
  CompactionPlan,
  CompactionRequest,
  CompactionResult,
  Fold,
  Range,
  ResultStub,
  Retention,
  UndoResult,
} from './context/compaction.ts';
export type { ContextEvent } from './context/events.ts';
export type { ContextMeta, Pressure } from './context/meter.ts';
export type { EpochReason, Phase, Prepared, Repair } from './context/prepared.ts';
export { type ErrorCode, type ErrorDetails, isWorkingMemoryError, WorkingMemoryError } from './errors.ts';
export type { DigestRequest } from './items/digest.ts';
export type { ItemEdit, RestoreResult, UpdateResult } from './items/editing.ts';
export type { Eviction, EvictionReason, ForgetMode, ItemEvent, Place } from './items/events.ts';
export type { SweepResult } from './items/expiry.ts';
export type { ForgetRequest } from './items/forget-request.ts';
export type { ForgetResult, ForgottenItem } from './items/forgetting.ts';
export type { Item, NewItem } from './items/item.ts';
export type { Limits, Usage } from './items/limits.ts';
export type { MemorizedItem, MemorizeResult } from './items/memorize.ts';
export type { WhyNot } from './items/why-not.ts';
export type { KernelSource } from './kernel/source.ts';
export type { OpenOptions } from './open.ts';
export type { Clock } from './ports/clock.ts';
export type { EmbedCall, Embedder, EmbedderProgress } from './ports/embedder.ts';
export type { Ids } from './ports/ids.ts';
export type { Peers } from './ports/peers.ts';
export type * from './ports/storage.ts';
export type { TokenCounter } from './ports/tokenizer.ts';
export type { Source, Trust } from './provenance.ts';
export type * from './recall-api.ts';
export type { Standing } from './recall/folding.ts';
export type { Filters } from './recall/labels.ts';
export type { Ranking, RecallOptions, Scope, ScoreParts } from './recall/query.ts';
export type { TransferEvent } from './bundle/bundle.ts';
export type {
  Document,
  DocumentEvent,
  RenameResult,
  ShownWriteResult as WriteResult,
  WriteOptions,
} from './session/documents.ts';
export type { ImportConflict, ImportOptions, ImportResult } from './bundle/import-report.ts';
export type { OverviewStatus } from './session/overview.ts';
export type { SkippedRecord } from './bundle/skipped.ts';
export type { StateEvent, StructuredState } from './session/structured-state.ts';
export type { Message, NewMessage, ToolCall, ToolResult } from './session/transcript.ts';
export type { Dtype, TransformersSettings } from './transformers/settings.ts';
