// Resolves the option `embedder`, and shares one embedder among all sessions that were opened with it. Loaded on
// demand.
import { EmbeddingClient, type EmbeddingHost } from './embedding.ts';
import { SharedEmbedder } from './shared-embedder.ts';
import { invalidOption, type WorkingMemoryError } from '../../errors.ts';
import { checkOptions, rule } from '../../options/rules.ts';
import type { Settings } from '../../options/options.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { TransformersSettings } from '../../transformers/settings.ts';

/** A model of transformers.js, or an embedder of the app's own. */
export type EmbedderChoice = { readonly transformers: TransformersSettings } | Embedder;

/** Embedders by the object that the app passed: sessions opened with the same one share a model in memory. */
const shared = new WeakMap<object, SharedEmbedder>();

/** Module that is compiled once for all sessions. */
let fastScan: Promise<WebAssembly.Module | undefined> | undefined;

/** Makes an embedder over a model of transformers.js; an entry of one file has none. */
interface ModelLoader {
  readonly transformers: (settings: TransformersSettings) => Promise<Embedder>;
}

/**
 * Returns a function that makes the embedding of a memory for its engine. Loads no model.
 * @throws invalid-option
 */
export async function embeddingOf(
  choice: EmbedderChoice,
  settings: Settings,
  loader: ModelLoader | undefined,
): Promise<(engine: EmbeddingHost['engine']) => EmbeddingClient> {
  const embedder = await embedderOf(choice, loader);
  const known = shared.get(choice) ?? new SharedEmbedder(embedder, settings.embedding);
  shared.set(choice, known);
  return (engine) => new EmbeddingClient({ settings, embedder: known, engine, fastScan: compiled });
}

/** Compiles the fast scan; undefined without relaxed SIMD: comparing many vectors then takes about twice as long. */
function compiled(): Promise<WebAssembly.Module | undefined> {
  fastScan ??= import('../../kernel/fast-scan.ts').then(
    ({ compileFastScan }) => compileFastScan(),
    () => undefined,
  );
  return fastScan;
}

/** Resolves the option `embedder`. @throws invalid-option */
async function embedderOf(choice: unknown, loader: ModelLoader | undefined): Promise<Embedder> {
  if (typeof choice !== 'object' || choice === null) throw invalid(choice);
  if ('transformers' in choice) {
    checkOptions(choice, { transformers: rule('the settings of a model', () => true) }, 'embedder');
    if (!loader) throw invalidOption('embedder', 'an embedder of your own: the standalone file loads no model', choice);
    return loader.transformers(choice.transformers as TransformersSettings);
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
