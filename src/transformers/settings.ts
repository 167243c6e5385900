// The settings of a model of transformers.js: checked, and completed with defaults.
import { WorkingMemoryError } from '../errors.ts';
import { describe, refuseUnknown } from '../options.ts';
import { pipelineOf } from './models.ts';

const DTYPES = ['q8', 'fp32', 'fp16', 'int8', 'uint8', 'q4', 'q4f16', 'bnb4'] as const;
export type Dtype = (typeof DTYPES)[number];

/** Settings of a model of transformers.js: which one, where its files come from, where it runs. */
export interface TransformersSettings {
  /** Id on the Hugging Face hub, or the folder's name under `localModelPath`: `'Xenova/all-MiniLM-L6-v2'`. */
  readonly model: string;
  /** Branch, tag or commit on the hub. Default: `'main'`. */
  readonly revision?: string;
  /** Selects the file of weights. Default: `'q8'`, onnx/model_quantized.onnx. @xenova/transformers has `q8` and `fp32` only. */
  readonly dtype?: Dtype;
  /** Makes one vector of the tokens' vectors. Default: as listed for the model in docs/embeddings.md, else `'mean'`. */
  readonly pooling?: 'mean' | 'cls';
  /** `'webgpu'`, `'wasm'`, `'cpu'` …; since @huggingface/transformers 3. Default: that of transformers.js. */
  readonly device?: string;
  /** Folder of model folders: a URL in a page, a path elsewhere. Turns off the hub unless `allowRemoteModels` is set. */
  readonly localModelPath?: string;
  /** A mirror of the hub: `https://mirror.example/`. */
  readonly remoteHost?: string;
  /** Download files that are not under `localModelPath` from the hub or `remoteHost`. Default: true without `localModelPath`. */
  readonly allowRemoteModels?: boolean;
  /** Where ONNX Runtime loads its wasm from: the URL of a folder, or one URL per file. Default: a CDN. */
  readonly wasmPaths?: string | Readonly<Record<string, string>>;
  /** Wasm threads; more than one requires a cross-origin isolated page. Default: 1. */
  readonly numThreads?: number;
  /** URL of the transformers.js module, for pages without a bundler, which cannot resolve its name. */
  readonly moduleUrl?: string;
  /** The transformers.js module itself; the model then runs on the calling thread. */
  readonly module?: object;
  /** The app's own worker, whose file calls `serveEmbedder` of `working-memory/embedding-worker`. */
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

type Check = readonly [accepts: (value: unknown) => boolean, expected: string];

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const oneOf = (values: readonly string[]): Check => [
  (value) => values.includes(value as string),
  values.map((value) => `'${value}'`).join(', '),
];

const text: Check = [isText, 'a text'];

const CHECKS: Record<keyof TransformersSettings, Check> = {
  model: [(value) => isText(value) && !/[\s@]/.test(value as string), "a model's id such as 'Xenova/all-MiniLM-L6-v2'"],
  revision: [(value) => isText(value) && !/\s/.test(value as string), 'a branch, a tag or a commit'],
  dtype: oneOf(DTYPES),
  pooling: oneOf(['mean', 'cls']),
  device: text,
  localModelPath: text,
  remoteHost: text,
  allowRemoteModels: [(value) => typeof value === 'boolean', 'true or false'],
  wasmPaths: [
    (value) => isText(value) || (isObject(value) && Object.values(value as object).every(isText)),
    'the address of a folder, or an object of addresses by file name',
  ],
  numThreads: [
    (value) => Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= 64,
    'a whole number from 1 to 64',
  ],
  moduleUrl: text,
  module: [
    (value) => isObject(value) && typeof (value as { pipeline?: unknown }).pipeline === 'function',
    'the module of transformers.js, imported',
  ],
  worker: [(value) => typeof value === 'function', 'a function that returns a Worker'],
};

const WHERE = 'embedder.transformers';

/**
 * Checks the settings and fills in the defaults of the model.
 * @throws invalid-option: unknown name (with the nearest known one), value out of range, or two settings that exclude each
 * other
 */
export function resolveTransformers(input: TransformersSettings): ModelSettings {
  if (!isObject(input)) throw wrong('', "an object such as { model: 'Xenova/all-MiniLM-L6-v2' }", input);
  refuseUnknown(Object.keys(input), Object.keys(CHECKS), `${WHERE}.`);
  for (const [name, [accepts, expected]] of Object.entries(CHECKS)) {
    const value = input[name as keyof TransformersSettings];
    if ((value !== undefined || name === 'model') && !accepts(value)) throw wrong(`.${name}`, expected, value);
  }
  const { localModelPath, module, moduleUrl, worker } = input;
  const allowRemoteModels = input.allowRemoteModels ?? localModelPath === undefined;
  if (!allowRemoteModels && localModelPath === undefined) {
    throw wrong('.localModelPath', 'given where allowRemoteModels is false', undefined);
  }
  const [place, second] = Object.entries({ module, worker, moduleUrl }).filter(([, value]) => value !== undefined);
  if (place && second)
    throw wrong(`.${second[0]}`, `left out beside ${place[0]}: one of them gives the module`, second[1]);
  const { pooling, query, passage } = pipelineOf(input.model);
  return {
    model: input.model,
    revision: input.revision ?? 'main',
    dtype: input.dtype ?? 'q8',
    pooling: input.pooling ?? pooling,
    prefix: { query, passage },
    device: input.device,
    localModelPath,
    remoteHost: input.remoteHost,
    allowRemoteModels,
    wasmPaths: input.wasmPaths,
    numThreads: input.numThreads ?? 1,
    moduleUrl,
  };
}

/**
 * The name under which vectors of this model are stored. The prefix of passages is part of it, since it changes the
 * vectors. The device is not: it changes their last bits alone.
 */
export function nameOfModel({ model, revision, dtype, pooling, prefix }: ModelSettings): string {
  const name = `${model}@${revision} ${dtype} ${pooling}`;
  return prefix.passage === '' ? name : `${name} ${JSON.stringify(prefix.passage)}`;
}

function wrong(name: string, expected: string, value: unknown): WorkingMemoryError {
  const option = WHERE + name;
  const message = `Option ${option} must be ${expected}; got ${describe(value)}.`;
  return new WorkingMemoryError('invalid-option', message, { option, expected });
}
