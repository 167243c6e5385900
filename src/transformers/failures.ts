// The errors of a model that cannot make vectors.
import { WorkingMemoryError } from '../errors.ts';

export const aborted = (): WorkingMemoryError<'aborted'> =>
  new WorkingMemoryError('aborted', 'The caller ended the call for vectors.', { method: 'embed' });

/** Returns the first line of a thrown value's message, without the full stop. */
export function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const [line = ''] = thrown.message.split('\n').filter((part) => part.trim() !== '');
  return `${thrown.name}: ${line.trim().replace(/\.+$/, '')}`;
}
