// Explains why a model did not load. Each version of transformers.js words it differently, so the missing files are
// requested once more, and the server's answer gives the reason.
import { type EmbedderFailure, isWorkingMemoryError, type WorkingMemoryError } from '../errors.ts';
import { embedderUnavailable } from '../ports/embedder-unavailable.ts';
import type { Environment } from './pipeline-types.ts';
import type { ModelSettings } from './settings.ts';
import { wordsOf } from './failures.ts';

/** Returns the file of weights for a dtype. */
const weightsOf = (dtype: string): string =>
  `onnx/model${dtype === 'fp32' ? '' : dtype === 'q8' ? '_quantized' : `_${dtype}`}.onnx`;

/** Returns the error that explains the failure. @param files requested files, those that did not arrive first */
export async function explainLoadFailure(
  cause: unknown,
  settings: ModelSettings,
  env: Environment,
  files: readonly string[],
): Promise<WorkingMemoryError> {
  if (isWorkingMemoryError(cause)) return cause;
  const { model } = settings;
  const words = wordsOf(cause);
  if (/unsafe-eval|Content Security Policy/i.test(words)) {
    const header = "Content-Security-Policy: script-src 'self' 'wasm-unsafe-eval'";
    return embedderUnavailable('blocked', model, `The page does not allow WebAssembly. Send ${header}.`, cause);
  }
  const runtime = /backend|wasm|WebAssembly/i.test(words);
  // Version 4 checks for the first file before it reports any.
  const asked = files.length > 0 ? files : ['config.json'];
  const addresses = runtime ? runtimeAddresses(env) : asked.map((file) => fileAddress(settings, env, file));
  for (const address of addresses.filter(isWebAddress)) {
    const answer = await request(address);
    if (answer === 'a web page') await deleteCached(env, [address]);
    const reason = reasonOf(address, answer, whatToServe(settings, runtime));
    if (reason) return embedderUnavailable(reason[0], model, reason[1], cause);
  }
  if (/not found locally|ENOENT|no tokenizer/i.test(words)) {
    const message = `The model ${model} is incomplete under ${settings.localModelPath}. ${whatToServe(settings, false)}`;
    return embedderUnavailable('not-found', model, message, cause);
  }
  // A broken file in the cache would fail for ever, even after the server was repaired.
  if (/JSON|protobuf|parsing/i.test(words)) await deleteCached(env, addresses);
  const remedy = runtime ? whatToServe(settings, runtime) : `Check that its files are complete: ${filesOf(settings)}.`;
  return embedderUnavailable('not-loaded', model, `The model ${model} could not be loaded: ${words}. ${remedy}`, cause);
}

type Answer = 'there' | 'a web page' | 'nothing' | 'blocked' | number;

function reasonOf(address: string, answer: Answer, whatToServe: string): [EmbedderFailure, string] | undefined {
  if (answer === 'there') return undefined;
  if (answer === 'nothing') {
    return [
      'offline',
      `${address} cannot be reached: no network, a server that is down or one that does not allow this origin (CORS). ` +
        'The next call tries again. To need no network, serve the files yourself (localModelPath, wasmPaths).',
    ];
  }
  if (answer === 'blocked') {
    const header = `Content-Security-Policy: connect-src ${new URL(address).origin}`;
    return ['blocked', `The page's Content-Security-Policy blocks ${address}. Allow it: ${header}.`];
  }
  const said = typeof answer === 'number' ? `status ${answer}` : answer;
  return ['not-found', `${address} answered with ${said}. ${whatToServe}`];
}

function whatToServe(settings: ModelSettings, runtime: boolean): string {
  if (runtime) {
    return "Put ONNX Runtime's wasm files there (they are in the dist folder of transformers.js), or set wasmPaths.";
  }
  const { model, localModelPath } = settings;
  if (localModelPath !== undefined) return `Put ${filesOf(settings)} into ${join(localModelPath, model)}.`;
  return `Check its name and revision; the repository must hold ${filesOf(settings)}.`;
}

const filesOf = ({ dtype }: ModelSettings): string =>
  `config.json, tokenizer.json, tokenizer_config.json and ${weightsOf(dtype)}`;

const join = (folder: string, rest: string): string => `${folder.replace(/\/$/, '')}/${rest}`;

const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address);

/** Returns the last address of a model file that was requested: on the hub, unless that was not allowed. */
function fileAddress(
  { model, revision, localModelPath, remoteHost, allowRemoteModels }: ModelSettings,
  env: Environment,
  file: string,
): string {
  if (!allowRemoteModels && localModelPath !== undefined) return join(localModelPath, `${model}/${file}`);
  return join(remoteHost ?? env.remoteHost, `${model}/resolve/${encodeURIComponent(revision)}/${file}`);
}

function runtimeAddresses({ version, backends }: Environment): readonly string[] {
  const { wasmPaths } = backends.onnx?.wasm ?? {};
  if (typeof wasmPaths !== 'string') return Object.values(wasmPaths ?? {}).map(String);
  // Later versions choose one of several files.
  return Number.parseInt(version, 10) === 2 ? [join(wasmPaths, 'ort-wasm-simd.wasm')] : [];
}

async function request(address: string): Promise<Answer> {
  let blocked = false;
  const listen = (): void => void (blocked = true);
  globalThis.addEventListener?.('securitypolicyviolation', listen);
  try {
    const response = await fetch(address);
    void response.body?.cancel();
    if (!response.ok) return response.status;
    return /^text\/html\b/.test(response.headers.get('content-type') ?? '') ? 'a web page' : 'there';
  } catch {
    // The violation event arrives in a later task.
    await new Promise((next) => setTimeout(next));
    return blocked ? 'blocked' : 'nothing';
  } finally {
    globalThis.removeEventListener?.('securitypolicyviolation', listen);
  }
}

async function deleteCached(
  { cacheKey = 'transformers-cache' }: Environment,
  addresses: readonly string[],
): Promise<void> {
  const cache = await globalThis.caches?.open(cacheKey).catch(() => undefined);
  for (const address of addresses) await cache?.delete(address);
}
