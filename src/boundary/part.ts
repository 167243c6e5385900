// Loads a part of the library when it is first needed, on the page or in the worker.
import { WorkingMemoryError } from '../errors.ts';

/**
 * Loads a part once; after a failure the next call tries again.
 * @throws part-unavailable
 */
export function once<Part extends object>(part: string, load: () => Promise<Part>): () => Promise<Part> {
  let loaded: Part | undefined;
  return async () => {
    try {
      return (loaded ??= await load());
    } catch (cause) {
      throw partUnavailable(part, cause);
    }
  };
}

function partUnavailable(part: string, cause: unknown): WorkingMemoryError {
  const reason = String(cause);
  return new WorkingMemoryError(
    'part-unavailable',
    `The part for ${part} could not be loaded (${reason}). Nothing was changed. Serve the files of this version or reload; the next call tries again.`,
    { part, reason },
    { cause },
  );
}
