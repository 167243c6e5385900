// The settings of a model of transformers.js: checked, and completed with defaults.
import { invalidOption, type WorkingMemoryError } from '../errors.ts';
import { checkOptions, flag, integer, oneOf, rule, withDefaults } from '../options/rules.ts';
import { pipelineOf } from './models.ts';

const DTYPES = ['q8', 'fp32', 'fp16', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4'] as const;
/** Number format of the weights of a model. */
export type Dtype = (typeof DTYPES)[number];

/** Settings of a model of transformers.js: which one, where its files come from, where it runs. */
export interface TransformersSettings {
  /** Id on the Hugging Face hub, or the folder's name under `localModelPath`: `'Xenova/all-MiniLM-L6-v2'`. */
  readonly model: string;
  /** Branch, tag or commit on the hub. Default: `'main'`. */
  readonly revision?: string;
  /**
   * Selects the file of weights. Default: `'q8'`, onnx/model_quantized.onnx. @xenova/transformers has `q8` and `fp32`
   * only.
   */
  readonly dtype?: Dtype;
  /**
   * Method that makes one vector of the tokens' vectors. Default: as listed for the model in docs/embeddings.md, else
   * `'mean'`.
   */
  readonly pooling?: 'mean' | 'cls';
  /** `'webgpu'`, `'wasm'`, `'cpu'` …; since @huggingface/transformers 3. Default: that of transformers.js. */
  readonly device?: string;
  /**
   * Folder of model folders: a URL in a page, a path elsewhere. Turns off the hub unless `allowRemoteModels` is set.
   */
  readonly localModelPath?: string;
  /** A mirror of the hub: `https://mirror.example/`. */
  readonly remoteHost?: string;
  /**
   * Whether to download files that are not under `localModelPath` from the hub or `remoteHost`. Default: true without
   * `localModelPath`.
   */
  readonly allowRemoteModels?: boolean;
  /** Place from which ONNX Runtime loads its wasm: the URL of a folder, or one URL per file. Default: a CDN. */
  readonly wasmPaths?: string | Readonly<Record<string, string>>;
  /** Wasm threads; more than one requires a cross-origin isolated page. Default: 1. */
  readonly numThreads?: number;
  /** URL of the transformers.js module, for pages without a bundler, which cannot resolve its name. */
  readonly moduleUrl?: string;
  /** The transformers.js module itself; the model then runs on the calling thread. */
  readonly module?: object;
  /** Starts the app's own worker, whose file calls `serveEmbedder` of `working-memory/embedding-worker`. */
  readonly worker?: () => Worker;
}

/** The settings without functions and modules, with every default filled in: plain data that a worker can receive. */
export interface ModelSettings {
  readonly model: string;
  readonly revision: string;
  readonly dtype: Dtype;
  readonly pooling: 'mean' | 'cls';
  /** Prefix of a text of each kind. */
  readonly prefix: { readonly query: string; readonly passage: string };
  readonly device: string | undefined;
  readonly localModelPath: string | undefined;
  readonly remoteHost: string | undefined;
  readonly allowRemoteModels: boolean;
  readonly wasmPaths: string | Readonly<Record<string, string>> | undefined;
  readonly numThreads: number;
  readonly moduleUrl: string | undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const address = rule<string>('a text', isText);

/** The options of one model. Options without a default depend on the model, the runtime, or each other. */
export const TRANSFORMERS_OPTIONS = {
  model: rule<string>(
    "a model's id such as 'Xenova/all-MiniLM-L6-v2'",
    (value) => isText(value) && !/[\s@]/.test(value),
  ),
  revision: rule<string, { default: string }>(
    'a branch, a tag or a commit',
    (value) => isText(value) && !/\s/.test(value),
    { default: 'main' },
  ),
  dtype: oneOf(DTYPES, { default: 'q8' }),
  pooling: oneOf(['mean', 'cls']),
  device: rule<string>('a text', isText),
  localModelPath: address,
  remoteHost: address,
  allowRemoteModels: flag(),
  wasmPaths: rule<string | Readonly<Record<string, string>>>(
    'the address of a folder, or an object of addresses by file name',
    (value) => isText(value) || (isObject(value) && Object.values(value).every(isText)),
  ),
  numThreads: integer(1, 64, { default: 1 }),
  moduleUrl: address,
  module: rule<object>(
    'the module of transformers.js, imported',
    (value) => isObject(value) && 'pipeline' in value && typeof value.pipeline === 'function',
  ),
  worker: rule<() => Worker>('a function that returns a Worker', (value) => typeof value === 'function'),
};

const WHERE = 'embedder.transformers';

/**
 * Checks the settings and fills in the defaults of the model.
 * @throws invalid-option: unknown name (with the nearest known one), value out of range, or two settings that exclude
 * each other
 */
export function resolveTransformers(input: TransformersSettings): ModelSettings {
  checkOptions(input, TRANSFORMERS_OPTIONS, WHERE, "an object such as { model: 'Xenova/all-MiniLM-L6-v2' }");
  const {
    module,
    worker,
    pooling,
    allowRemoteModels = input.localModelPath === undefined,
    model,
    ...plain
  } = withDefaults(TRANSFORMERS_OPTIONS, input);
  if (model === undefined) throw refused('model', TRANSFORMERS_OPTIONS.model.expected);
  if (!allowRemoteModels && plain.localModelPath === undefined) {
    throw refused('localModelPath', 'given where allowRemoteModels is false');
  }
  const sources = Object.entries({ module, worker, moduleUrl: plain.moduleUrl });
  const [first, second] = sources.filter(([, value]) => value !== undefined);
  if (first && second) {
    throw refused(second[0], `left out beside ${first[0]}: pass one of them`, second[1]);
  }
  const known = pipelineOf(model);
  const prefix = { query: known.query, passage: known.passage };
  return { ...plain, model, pooling: pooling ?? known.pooling, prefix, allowRemoteModels };
}

/**
 * Returns the name under which vectors of this model are stored. The prefix of passages is part of it, since it changes
 * the vectors. The device is not: it changes their last bits alone.
 */
export function nameOfModel({ model, revision, dtype, pooling, prefix }: ModelSettings): string {
  const name = `${model}@${revision} ${dtype} ${pooling}`;
  return prefix.passage === '' ? name : `${name} ${JSON.stringify(prefix.passage)}`;
}

const refused = (name: string, expected: string, value?: unknown): WorkingMemoryError =>
  invalidOption(`${WHERE}.${name}`, expected, value);
