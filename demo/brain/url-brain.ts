// Any server with OpenAI's chat completions: Ollama, LM Studio, llama.cpp, vLLM, a provider. Requests go only to the
// address that the user entered; the key stays in this closure.
import { type Brain, BrainError, type BrainProblem, type BrainRequest } from './brain.ts';
import { readAnswer } from './chat-answer.ts';
import { problemOf } from './refusal.ts';
import { StreamedAnswer } from './streamed-answer.ts';

export interface UrlBrainOptions {
  /** `http://localhost:11434`, with or without `/v1` or `/v1/chat/completions`. */
  readonly url: string;
  readonly model: string;
  readonly key?: string;
  /** Longest silence of the server, ms; default two minutes, because a model on one's own machine is slow. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 120_000;

/** @throws BrainError bad-address */
export function urlBrain({ url, model, key = '', timeoutMs = TIMEOUT_MS }: UrlBrainOptions): Brain {
  const address = `${baseOf(url)}/chat/completions`;
  let secret = key.trim();
  return {
    kind: 'url',
    name: model,
    host: new URL(address).host,
    async answer({ messages, tools, signal, onText }: BrainRequest) {
      const streaming = { stream: true, stream_options: { include_usage: true } };
      const body = { model, messages, ...(tools.length > 0 && { tools }), ...streaming };
      const asked = { address, model, key: secret, timeoutMs, signal, ...(onText && { onText }) };
      return readAnswer(await exchanged({ method: 'POST', body: JSON.stringify(body) }, asked), messages);
    },
    close() {
      secret = '';
    },
  };
}

/** Problems that rule a server out; any other may only mean that it does not list its models. */
const DECISIVE: readonly BrainProblem['kind'][] = ['unreachable', 'unauthorized', 'timeout'];

/**
 * Returns a brain after a test request: the server answers, allows this page and accepts the key. @throws BrainError
 */
export async function testedUrlBrain(options: UrlBrainOptions): Promise<Brain> {
  const brain = urlBrain(options);
  try {
    await urlModels({ url: options.url, ...(options.key !== undefined && { key: options.key }) });
  } catch (error) {
    if (!(error instanceof BrainError) || DECISIVE.includes(error.problem.kind)) throw error;
  }
  return brain;
}

/** Returns the names of the server's models. @throws BrainError like `answer`; the signal's reason */
export async function urlModels(
  { url, key = '', timeoutMs = 10_000 }: Omit<UrlBrainOptions, 'model'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<string[]> {
  const address = `${baseOf(url)}/models`;
  const list = await exchanged({ method: 'GET' }, { address, model: '', key: key.trim(), timeoutMs, signal });
  const { data } = (list ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) throw new BrainError({ kind: 'no-answer', detail: '' });
  return data.flatMap((entry: unknown) => {
    const { id } = (entry ?? {}) as { id?: unknown };
    return typeof id === 'string' ? [id] : [];
  });
}

/** @throws BrainError bad-address */
function baseOf(text: string): string {
  let url;
  try {
    // Users type `localhost:11434`.
    url = new URL(text.includes('://') ? text.trim() : `http://${text.trim()}`);
  } catch {
    throw new BrainError({ kind: 'bad-address', address: text });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new BrainError({ kind: 'bad-address', address: text });
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return `${url.origin}${path === '' ? '/v1' : path}`;
}

interface Asked {
  readonly address: string;
  readonly model: string;
  readonly key: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onText?: (text: string) => void;
}

/** Returns the JSON of the response. @throws BrainError; the signal's reason */
async function exchanged(init: RequestInit, asked: Asked): Promise<unknown> {
  const { address, key, timeoutMs, signal, onText } = asked;
  const late = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => late.abort(), timeoutMs);
  };
  const streamed = new StreamedAnswer(onText);
  let response: Response | undefined;
  let text = '';
  wait();
  try {
    response = await fetch(address, {
      ...init,
      headers: { 'content-type': 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, late.signal]),
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      wait();
      text += piece.value;
      streamed.add(piece.value);
    }
  } catch (cause) {
    signal.throwIfAborted();
    const problem: BrainProblem = late.signal.aborted
      ? { kind: 'timeout', seconds: Math.round(timeoutMs / 1000) }
      : response
        ? { kind: 'cut-off', address }
        : { kind: 'unreachable', address, origin: globalThis.location?.origin ?? '' };
    throw new BrainError(problem, { cause });
  } finally {
    clearTimeout(timer);
  }
  const json = parsed(text) ?? streamed.whole();
  const problem = problemOf({ status: response.status, text, json }, asked);
  if (problem) throw new BrainError(problem);
  return json;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
