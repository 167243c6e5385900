// The names that every entry exports beside `openWorkingMemory`.
export { memoryStorage } from './adapters/memory-storage.ts';
export type * from './api.ts';
export { type ErrorCode, type ErrorDetails, isWorkingMemoryError, WorkingMemoryError } from './errors.ts';
export type { Eviction, EvictionReason, ItemEvent } from './items/events.ts';
export type { Item, NewItem } from './items/item.ts';
export type { Limits, Usage } from './items/limits.ts';
export type { MemorizedItem, MemorizeResult } from './items/memorize.ts';
export type { KernelSource } from './kernel/load.ts';
export type { OpenOptions } from './open.ts';
export type { Clock } from './ports/clock.ts';
export type { Ids } from './ports/ids.ts';
export type { Peers } from './ports/peers.ts';
export type * from './ports/storage.ts';
export type { TokenCounter } from './ports/tokenizer.ts';
export type { Source, Trust } from './provenance.ts';
export type { Filters, RecallOptions, ScoreParts } from './recall/query.ts';
export type { Document, DocumentEvent, WriteOptions, WriteResult } from './session/documents.ts';
