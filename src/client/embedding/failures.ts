// Errors of embedding with their messages, and how long to wait after each failure.
import { isWorkingMemoryError, WorkingMemoryError } from '../../errors.ts';
import { embedderUnavailable } from '../../ports/embedder-unavailable.ts';

const SHORTEST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 300_000;

/** Returns the pause after so many failures in a row: 1 s, doubled each time, at most 5 min. */
export const waitMs = (failures: number): number => Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** (failures - 1));

/** Wraps a foreign error; an adapter's own error passes as it is, since it says best what to do. */
export function embedderError(model: string, thrown: unknown): WorkingMemoryError {
  if (isWorkingMemoryError(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return embedderUnavailable('failed', model, `The embedder ${model} failed: ${message}`, thrown);
}

export const hung = (model: string, timeoutMs: number): WorkingMemoryError =>
  embedderUnavailable(
    'timeout',
    model,
    `The embedder ${model} neither answered nor loaded anything for ${timeoutMs} ms (embedding.timeoutMs).`,
  );

export const isHung = (error: unknown): boolean =>
  isWorkingMemoryError(error, 'embedder-unavailable') && error.details.reason === 'timeout';

/** @param what the wrong answer, such as `3 vectors for 4 texts` */
export const wrongVectors = (model: string, what: string): WorkingMemoryError =>
  embedderUnavailable(
    'wrong-vectors',
    model,
    `The embedder ${model} returned ${what}. It must return one vector for each text, all of one length, finite and not zero.`,
  );

export const otherDimension = (model: string, length: number, cause: unknown): WorkingMemoryError =>
  embedderUnavailable(
    'wrong-vectors',
    model,
    `The vectors of ${model} now have ${length} numbers, the stored ones of this name do not: the model has changed ` +
      'under the same name. Give the embedder another `model`, and all vectors are computed again.',
    cause,
  );

export const stoppedByApp = (method: string): WorkingMemoryError =>
  new WorkingMemoryError('aborted', `embedding.stop() ended ${method}. embedding.start() resumes.`, { method });

/** Wraps a foreign error of the engine. */
export const storageError = (thrown: unknown): WorkingMemoryError =>
  isWorkingMemoryError(thrown)
    ? thrown
    : new WorkingMemoryError(
        'storage-unavailable',
        `Vectors could not be read or stored: ${String(thrown)}`,
        { reason: String(thrown) },
        { cause: thrown },
      );

export const noRoom = (): WorkingMemoryError =>
  new WorkingMemoryError(
    'storage-quota',
    'The storage has no room for vectors. None is stored until the session is opened again; recall uses those in ' +
      'memory. Free some space, or open without an embedder.',
    {},
  );
