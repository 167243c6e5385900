// The names that every entry exports beside `openWorkingMemory`, by the room that declares them.

// Objects that an app holds.
export type * from '../api/context.ts';
export type * from '../api/embedding.ts';
export type * from '../api/erasing.ts';
export type * from '../api/files.ts';
export type * from '../api/health.ts';
export type * from '../api/items.ts';
export type * from '../api/memory.ts';
export type * from '../api/sessions.ts';
export type * from '../api/recall.ts';
export type * from '../api/recovery.ts';
export type * from '../api/watching/audit.ts';
export type * from '../api/watching/command-news.ts';
export type * from '../api/watching/report.ts';
export type * from '../api/watching/request-news.ts';
export type * from '../api/writing/before-write.ts';

// Opening a memory.
export type { EmbedderChoice } from '../client/embedding/choice.ts';
export { type ErrorCode, type ErrorDetails, isWorkingMemoryError, WorkingMemoryError } from '../errors.ts';
export type { ManyMemories, ManyOptions } from '../host/open-many.ts';
export type { OpenOptions } from '../host/opening/open-options.ts';
export type { KernelSource } from '../kernel/source.ts';
export { calibratedTokens } from '../ports/calibrated-tokens.ts';
export type { Clock } from '../ports/clock.ts';
export type { EmbedCall, Embedder, EmbedderProgress } from '../ports/embedder.ts';
export type { Ids } from '../ports/ids.ts';
export type { Peers } from '../ports/peers.ts';
export type { TokenCounter } from '../ports/tokenizer.ts';
export { memoryStorage } from '../storage/memory.ts';
export type * from '../storage/port.ts';
export type { Dtype, TransformersSettings } from '../transformers/settings.ts';

// Items and recall.
export type { DigestRequest } from '../items/digest.ts';
export type { RestoreResult, TouchResult } from '../items/arriving/touch.ts';
export type { ItemEdit, UpdateResult } from '../items/editing.ts';
export type {
  Eviction,
  EvictionReason,
  ForgetMode,
  ItemEvent,
  ItemPlace as Place,
  LeftReason,
} from '../items/events.ts';
export type { SweepResult } from '../items/expiry.ts';
export type { Filters } from '../items/fields/filters.ts';
export type { ForgetResult, ForgottenItem } from '../items/forgetting/forgetting.ts';
export type { ForgetRequest } from '../items/forgetting/strategies.ts';
export type { ForgetWarning } from '../items/forgetting/warning.ts';
export type { Item, NewItem } from '../items/item.ts';
export type { LimitsResult } from '../items/capacity/set-limits.ts';
export type { Limits, Usage } from '../items/limits.ts';
export type { MemorizedItem, MemorizeResult, SimilarItem } from '../items/memorize.ts';
export type { Source, Trust } from '../options/provenance.ts';
export type { HitAddress as Standing } from '../recall/hit-address.ts';
export type { RecalledText } from '../recall/recalled-text.ts';
export type { Ranking, RecallOptions, Scope, ScoreParts } from '../recall/query.ts';
export type { WhyNot } from '../recall/why-not.ts';

// Files, transcript and structured state.
export type {
  Document,
  DocumentEvent,
  RenameResult,
  ShownWriteResult as WriteResult,
  WriteOptions,
} from '../tree/files/document.ts';
export type { OverviewStatus } from '../tree/overview/overview.ts';
export type { StateEvent, StructuredState } from '../tree/state/structured-state.ts';
export type { Message, NewMessage, ToolCall, ToolResult } from '../tree/transcript/transcript.ts';

// The prepared request and compaction.
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
export type { EpochReason, Phase, Prepared, Repair } from '../context/plan/prepared.ts';
export type { ContextMeta } from '../context/reminder/meter.ts';
export type { Pressure } from '../context/reminder/pressure.ts';

// Import.
export type { TransferEvent } from '../bundle/form.ts';
export type { ImportConflict, ImportOptions, ImportResult } from '../bundle/import-report.ts';
export type { SkippedRecord } from '../bundle/reading/skipped.ts';
