// The entry for apps that hold an embedder themselves: one over a model of transformers.js, and facts about known
// models.
export { type Fusion, fusionOf, pipelineOf, type PipelineProfile } from '../transformers/models.ts';
export type { Dtype, TransformersSettings } from '../transformers/settings.ts';
export { type EmbedderFailure, isWorkingMemoryError, WorkingMemoryError } from '../errors.ts';
export type { EmbedCall, Embedder, EmbedderProgress } from '../ports/embedder.ts';
export { transformersEmbedder } from '../transformers/embedder.ts';
