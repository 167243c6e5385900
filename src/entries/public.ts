// The names that every entry exports beside `openWorkingMemory`.
export { calibratedTokens } from '../ports/calibrated-tokens.ts';
export { memoryStorage } from '../storage/memory.ts';
export type * from '../api/memory.ts';
export type * from '../api/context.ts';
export type * from '../api/embedding.ts';
export type { EmbedderChoice } from '../client/embedding/choice.ts';
export type {
  CompactionPlan,
  CompactionRequest,
  CompactionResult,
  Fold,
  Range,
  ResultStub,
  Retention,
  UndoResult,
} from '../context/compaction/compaction.ts';
export type { ContextEvent } from '../context/plan/events.ts';
export type { Pressure } from '../context/reminder/pressure.ts';
export type { ContextMeta } from '../context/reminder/meter.ts';
export type { EpochReason, Phase, Prepared, Repair } from '../context/plan/prepared.ts';
export { type ErrorCode, type ErrorDetails, isWorkingMemoryError, WorkingMemoryError } from '../errors.ts';
export type { DigestRequest } from '../items/digest.ts';
export type { ItemEdit, RestoreResult, UpdateResult } from '../items/editing.ts';
export type { Eviction, EvictionReason, ForgetMode, ItemEvent, ItemPlace as Place } from '../items/events.ts';
export type { SweepResult } from '../items/expiry.ts';
export type { ForgetRequest } from '../items/forgetting/strategies.ts';
export type { ForgetWarning } from '../items/forgetting/warning.ts';
export type { ForgetResult, ForgottenItem } from '../items/forgetting/forgetting.ts';
export type { Item, NewItem } from '../items/item.ts';
export type { Limits, Usage } from '../items/limits.ts';
export type { MemorizedItem, MemorizeResult } from '../items/memorize.ts';
export type { WhyNot } from '../recall/why-not.ts';
export type { KernelSource } from '../kernel/source.ts';
export type { OpenOptions } from '../host/open.ts';
export type { Clock } from '../ports/clock.ts';
export type { EmbedCall, Embedder, EmbedderProgress } from '../ports/embedder.ts';
export type { Ids } from '../ports/ids.ts';
export type { Peers } from '../ports/peers.ts';
export type * from '../storage/port.ts';
export type { TokenCounter } from '../ports/tokenizer.ts';
export type { Source, Trust } from '../provenance.ts';
export type * from '../api/recall.ts';
export type { Standing } from '../recall/deduplication.ts';
export type { Filters } from '../recall/filter-labels.ts';
export type { Ranking, RecallOptions, Scope, ScoreParts } from '../recall/query.ts';
export type { TransferEvent } from '../bundle/form.ts';
export type {
  Document,
  DocumentEvent,
  WriteOptions,
  ShownWriteResult as WriteResult,
  RenameResult,
} from '../tree/files/document.ts';
export type { ImportConflict, ImportOptions, ImportResult } from '../bundle/import-report.ts';
export type { OverviewStatus } from '../tree/overview/overview.ts';
export type { SkippedRecord } from '../bundle/skipped.ts';
export type { StateEvent, StructuredState } from '../tree/state/structured-state.ts';
export type { Message, NewMessage, ToolCall, ToolResult } from '../tree/transcript/transcript.ts';
export type { Dtype, TransformersSettings } from '../transformers/settings.ts';
