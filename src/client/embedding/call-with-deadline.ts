// One call of an embedder, ended in time and checked: what comes back is not trusted.
import type { EmbedCall, Embedder } from '../../ports/embedder.ts';
import { embedderError, hung, wrongVectors } from './failures.ts';

export interface AskOptions extends EmbedCall {
  /** Without an answer and without progress for so long, it counts as hung. */
  readonly timeoutMs: number;
}

/** Unit vectors; undefined where a text got none that has a direction. */
export type Vectors = readonly (Float32Array | undefined)[];

/** @throws embedder-unavailable, what the embedder throws if it is ours; the signal's reason */
export async function ask(embedder: Embedder, texts: readonly string[], options: AskOptions): Promise<Vectors> {
  const { model } = embedder;
  const { kind, signal, onProgress, timeoutMs } = options;
  signal.throwIfAborted();
  const call = new AbortController();
  const stop = (): void => call.abort(signal.reason);
  signal.addEventListener('abort', stop);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wind = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => call.abort(hung(model, timeoutMs)), timeoutMs);
  };
  const ended = new Promise<never>((_, reject) => {
    call.signal.addEventListener('abort', () => reject(call.signal.reason));
  });
  let isDone = false;
  const progress: EmbedCall['onProgress'] = (news) => {
    if (isDone) return;
    wind();
    onProgress(news);
  };
  wind();
  try {
    const answer = embedder.embed(texts, { kind, signal: call.signal, onProgress: progress });
    return checked(model, texts.length, await Promise.race([answer, ended]));
  } catch (error) {
    call.signal.throwIfAborted();
    throw embedderError(model, error);
  } finally {
    isDone = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function checked(model: string, count: number, answer: unknown): Vectors {
  if (!Array.isArray(answer)) throw wrongVectors(model, 'no array');
  if (answer.length !== count) throw wrongVectors(model, `${answer.length} vectors for ${count} texts`);
  return answer.map(unitVector);
}

/** Of length 1; undefined when there is no direction in it. */
export function unitVector(row: unknown): Float32Array | undefined {
  if (!Array.isArray(row) && !(ArrayBuffer.isView(row) && 'length' in row)) return undefined;
  const numbers = row as ArrayLike<unknown>;
  let square = 0;
  for (let at = 0; at < numbers.length; at++) {
    const value = numbers[at];
    if (typeof value !== 'number') return undefined;
    square += value * value;
  }
  if (!(square > 0 && square < Infinity)) return undefined;
  const length = Math.sqrt(square);
  return Float32Array.from(numbers as ArrayLike<number>, (value) => value / length);
}
