// Temporary failures of a storage adapter: `storage-unavailable`.
import { kindOf, WorkingMemoryError } from '../errors.ts';

/** @param reason the storage's own words, without advice */
export const storageUnavailable = (
  reason: string,
  message: string,
  cause?: unknown,
): WorkingMemoryError<'storage-unavailable'> =>
  new WorkingMemoryError('storage-unavailable', message, { reason }, { cause });

/** Makes the error for a foreign storage that threw `cause`. @param advice remedy for the app, without a full stop */
export function storageFailed(what: string, advice: string, cause: unknown): WorkingMemoryError<'storage-unavailable'> {
  const reason = String(cause);
  return storageUnavailable(reason, `${what} (${reason}). ${advice}.`, cause);
}

/** Makes the error for a malformed answer. Its text may come from anybody: the error names only its kind. */
export function strangeAnswer(database: string, received: unknown): WorkingMemoryError<'storage-unavailable'> {
  const kind = kindOf(received) ?? 'nothing';
  return storageUnavailable(
    `answered with ${kind}`,
    `${database} gave an unexpected answer (${kind}). Check what the client is connected to. The command may have ` +
      'taken effect: check before you repeat it.',
  );
}
