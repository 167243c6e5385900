// The error of a failing embedder, for the adapters and for the loop that calls them.
import { type EmbedderFailure, WorkingMemoryError } from '../errors.ts';

/** @param model name of the model; empty if unknown */
export const embedderUnavailable = (
  reason: EmbedderFailure,
  model: string,
  message: string,
  cause?: unknown,
): WorkingMemoryError<'embedder-unavailable'> =>
  new WorkingMemoryError('embedder-unavailable', message, { reason, model }, cause === undefined ? {} : { cause });
