// A model loaded by transformers.js 2, 3 or 4: one text in, one vector out.
import { WorkingMemoryError } from '../errors.ts';
import { embedderUnavailable } from '../ports/embedder-unavailable.ts';
import type { EmbedderProgress } from '../ports/embedder.ts';
import { explainLoadFailure } from './load-failure.ts';
import type { ModelSettings } from './settings.ts';
import { wordsOf } from './failures.ts';
import type { Environment, TransformersModule, Extractor, Tensor, LoadedModel } from './pipeline-types.ts';

/**
 * Latest loading by module: it has one `env` for all its models, so they load one after the other, and each restores
 * it.
 */
const loading = new WeakMap<object, Promise<unknown>>();

/**
 * Loads a model.
 * @throws embedder-unavailable, or invalid-option for a setting that this version of the module does not support
 */
export async function loadModel(
  module: object,
  settings: ModelSettings,
  onProgress: (progress: EmbedderProgress) => void,
): Promise<LoadedModel> {
  const before = loading.get(module);
  const loaded = (async () => {
    await before?.catch(() => undefined);
    return loadAlone(module as TransformersModule, settings, onProgress);
  })();
  loading.set(module, loaded);
  return loaded;
}

async function loadAlone(
  { env, pipeline }: TransformersModule,
  settings: ModelSettings,
  onProgress: (progress: EmbedderProgress) => void,
): Promise<LoadedModel> {
  const options = optionsFor(env, settings);
  const restore = apply(settings, env);
  const arrived = new Map<string, boolean>();
  try {
    const extractor = await pipeline('feature-extraction', settings.model, {
      ...options,
      revision: settings.revision,
      progress_callback: ({ status, file, loaded, total }: LoadEvent) => {
        if (file === undefined) return;
        if (status === 'initiate' || status === 'done') arrived.set(file, status === 'done');
        if (status === 'progress') onProgress({ file, loaded: loaded ?? 0, total: total || undefined });
      },
    });
    if ('tokenizer' in extractor && typeof extractor.tokenizer !== 'function') {
      // Version 4 makes a pipeline without a tokenizer when its files are missing.
      arrived.set('tokenizer_config.json', false).set('tokenizer.json', false);
      throw new Error('it has no tokenizer');
    }
    return {
      embed: (text) => embed(extractor, text, settings),
      dispose: async () => void (await extractor.dispose?.()),
    };
  } catch (error) {
    const files = [false, true].flatMap((state) => [...arrived.keys()].filter((file) => arrived.get(file) === state));
    throw await explainLoadFailure(error, settings, env, files);
  } finally {
    restore();
  }
}

interface LoadEvent {
  readonly status: string;
  readonly file?: string;
  readonly loaded?: number;
  readonly total?: number;
}

function optionsFor(env: Environment, { dtype, device }: ModelSettings): object {
  if (Number.parseInt(env.version, 10) > 2) return { dtype, ...(device !== undefined && { device }) };
  if (dtype !== 'q8' && dtype !== 'fp32') throw needsNewer(env, 'dtype', "'q8' or 'fp32'", dtype);
  if (device !== undefined) throw needsNewer(env, 'device', 'left out', device);
  return { quantized: dtype === 'q8' };
}

function needsNewer(env: Environment, name: string, expected: string, given: string): WorkingMemoryError {
  const option = `embedder.transformers.${name}`;
  return new WorkingMemoryError(
    'invalid-option',
    `Option ${option} must be ${expected} with @xenova/transformers ${env.version}; got '${given}'. ` +
      '@huggingface/transformers supports it from version 3 on: pass that as module, moduleUrl or in a worker of your own.',
    { option, expected },
  );
}

function apply(settings: ModelSettings, env: Environment): () => void {
  const { localModelPath, remoteHost, allowRemoteModels, wasmPaths, numThreads } = settings;
  const undo = [
    // The default path is /models/ of the page, where many servers answer with index.html.
    set(env, { allowLocalModels: localModelPath !== undefined, allowRemoteModels, remoteHost }),
    set(env, localPlace(env, localModelPath)),
    set(env.backends.onnx?.wasm ?? {}, { wasmPaths, numThreads }),
  ];
  return () => undo.forEach((restore) => restore());
}

/**
 * Returns the settings of a local path. Version 4 finds a tokenizer only under a path, not under a URL; `fetch` adds
 * the origin again.
 */
function localPlace(env: Environment, localModelPath: string | undefined): Partial<Environment> {
  if (localModelPath === undefined) return {};
  if (Number.parseInt(env.version, 10) < 4 || !/^https?:/i.test(localModelPath)) return { localModelPath };
  const { origin, pathname } = new URL(localModelPath);
  return {
    localModelPath: pathname,
    fetch: (address, init) => fetch(typeof address === 'string' ? new URL(address, origin) : address, init),
  };
}

/** Assigns the defined values and returns a function that restores the former ones. */
function set(target: object, values: Record<string, unknown>): () => void {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const before = given.map(([name]) => [name, (target as Record<string, unknown>)[name]]);
  Object.assign(target, Object.fromEntries(given));
  return () => void Object.assign(target, Object.fromEntries(before));
}

async function embed(extractor: Extractor, text: string, { model, pooling }: ModelSettings): Promise<Float32Array> {
  let output: Tensor;
  try {
    output = await extractor(text, { pooling, normalize: true });
  } catch (error) {
    throw embedderUnavailable('failed', model, `The model ${model} failed on a text: ${wordsOf(error)}.`, error);
  }
  const { dims, data } = output;
  if (dims.length !== 2 || dims[0] !== 1 || dims[1] !== data.length || data.length === 0) {
    const shape = `a tensor of shape [${dims.join(', ')}]`;
    const message = `The model ${model} answered with ${shape}, not with one vector. Is it a model for feature extraction?`;
    throw embedderUnavailable('wrong-vectors', model, message);
  }
  const vector = Float32Array.from(data);
  output.dispose?.();
  return vector;
}
