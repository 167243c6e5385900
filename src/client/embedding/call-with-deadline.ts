// One call of an embedder, with a deadline, and with its answer checked before anything relies on it.
import type { EmbedCall, Embedder } from '../../ports/embedder.ts';
import { deadline, unlessAborted } from '../../ports/deadline.ts';
import { embedderError, hung, wrongVectors } from './failures.ts';

export interface DeadlineCall extends EmbedCall {
  /** Time in ms without an answer and without progress after which the embedder counts as hung. */
  readonly timeoutMs: number;
}

/** Unit vectors; undefined for a text whose vector has no direction. */
export type Vectors = readonly (Float32Array | undefined)[];

/**
 * Calls the embedder.
 * @throws embedder-unavailable; a WorkingMemoryError of the embedder as it is; the signal's reason
 */
export async function callWithDeadline(
  embedder: Embedder,
  texts: readonly string[],
  { kind, signal, onProgress, timeoutMs }: DeadlineCall,
): Promise<Vectors> {
  const { model } = embedder;
  signal.throwIfAborted();
  const call = new AbortController();
  const forward = (): void => call.abort(signal.reason);
  signal.addEventListener('abort', forward);
  let isOver = false;
  const embed = async (extend: () => void): Promise<unknown> => {
    const progress: EmbedCall['onProgress'] = (news) => {
      // An embedder may go on loading after its call has ended.
      if (isOver) return;
      extend();
      onProgress(news);
    };
    return embedder.embed(texts, { kind, signal: call.signal, onProgress: progress });
  };
  const late = (): Error => {
    const error = hung(model, timeoutMs);
    call.abort(error);
    return error;
  };
  try {
    const answer = await deadline((extend) => unlessAborted(embed(extend), call.signal), timeoutMs, late);
    return checked(model, texts.length, answer);
  } catch (error) {
    call.signal.throwIfAborted();
    throw embedderError(model, error);
  } finally {
    isOver = true;
    signal.removeEventListener('abort', forward);
  }
}

function checked(model: string, count: number, answer: unknown): Vectors {
  if (!Array.isArray(answer)) throw wrongVectors(model, 'no array');
  if (answer.length !== count) throw wrongVectors(model, `${answer.length} vectors for ${count} texts`);
  return answer.map(unitVector);
}

/** Returns the vector scaled to length 1; undefined when it has no direction: zero, not finite, or no numbers. */
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
