// How a call for vectors fails.
import { WorkingMemoryError } from '../errors.ts';

export const aborted = (): WorkingMemoryError<'aborted'> =>
  new WorkingMemoryError('aborted', 'The caller ended the call for vectors.', { method: 'embed' });

/** What an unknown thrown value says, in one line and without the full stop. */
export function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const [line = ''] = thrown.message.split('\n').filter((part) => part.trim() !== '');
  return `${thrown.name}: ${line.trim().replace(/\.+$/, '')}`;
}
