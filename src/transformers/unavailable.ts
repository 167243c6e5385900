// The errors of a model that cannot make vectors.
import { type EmbedderFailure, WorkingMemoryError } from '../errors.ts';

export const unavailable = (
  reason: EmbedderFailure,
  model: string,
  message: string,
  cause?: unknown,
): WorkingMemoryError<'embedder-unavailable'> =>
  new WorkingMemoryError('embedder-unavailable', message, { reason, model }, cause === undefined ? {} : { cause });

export const aborted = (): WorkingMemoryError<'aborted'> =>
  new WorkingMemoryError('aborted', 'The caller ended the call for vectors.', { method: 'embed' });

/** The first line of a thrown value's message, without the full stop. */
export function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const [line = ''] = thrown.message.split('\n').filter((part) => part.trim() !== '');
  return `${thrown.name}: ${line.trim().replace(/\.+$/, '')}`;
}
