// Embedding for a memory: which embedder it has, shared with all sessions that have the same. Loaded only with one.
import { EmbeddingClient, type EmbeddingHost } from './embedding.ts';
import { SharedEmbedder } from './shared-embedder.ts';
import { invalidOption, type WorkingMemoryError } from '../../errors.ts';
import { checkOptions, rule } from '../../option-rules.ts';
import type { Settings } from '../../options.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { TransformersSettings } from '../../transformers/settings.ts';

/** A model of transformers.js, or an embedder of the app's own. */
export type EmbedderChoice = { readonly transformers: TransformersSettings } | Embedder;

/** By what the app wrote: sessions opened with the same object have one model in memory. */
const shared = new WeakMap<object, SharedEmbedder>();

/** Compiled once for all sessions. */
let fastScan: Promise<WebAssembly.Module | undefined> | undefined;

/**
 * Makes the embedding of a memory once there is an engine; loads no model.
 * @throws invalid-option
 */
export async function embeddingOf(
  choice: EmbedderChoice,
  settings: Settings,
): Promise<(engine: EmbeddingHost['engine']) => EmbeddingClient> {
  const embedder = await embedderOf(choice);
  const known = shared.get(choice) ?? new SharedEmbedder(embedder, settings.embedding);
  shared.set(choice, known);
  return (engine) => new EmbeddingClient({ settings, embedder: known, engine, fastScan: compiled });
}

/** Many vectors are compared in half the time with it, and in the usual time without. */
function compiled(): Promise<WebAssembly.Module | undefined> {
  fastScan ??= import('../../kernel/fast-scan.ts').then(
    ({ compileFastScan }) => compileFastScan(),
    () => undefined,
  );
  return fastScan;
}

/** @throws invalid-option */
async function embedderOf(choice: unknown): Promise<Embedder> {
  if (typeof choice !== 'object' || choice === null) throw invalid(choice);
  if ('transformers' in choice) {
    checkOptions(choice, { transformers: rule('the settings of a model', () => true) }, 'embedder');
    const { transformersEmbedder } = await import('../../transformers/embedder.ts');
    return transformersEmbedder(choice.transformers as TransformersSettings);
  }
  const { model, embed, release } = choice as Partial<Embedder>;
  const isNamed = typeof model === 'string' && model.trim() !== '';
  if (!isNamed || typeof embed !== 'function' || !['undefined', 'function'].includes(typeof release))
    throw invalid(choice);
  return choice as Embedder;
}

const invalid = (choice: unknown): WorkingMemoryError =>
  invalidOption(
    'embedder',
    "'none', { transformers: { model } }, or an embedder with its model's name and embed()",
    choice,
  );
