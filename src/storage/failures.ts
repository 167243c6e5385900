// How a storage adapter fails for now: `storage-unavailable`.
import { kindOf, WorkingMemoryError } from '../errors.ts';

/** @param reason what the storage said, without advice */
export const storageUnavailable = (
  reason: string,
  message: string,
  cause?: unknown,
): WorkingMemoryError<'storage-unavailable'> =>
  new WorkingMemoryError('storage-unavailable', message, { reason }, { cause });

/** The foreign storage threw `cause`. @param advice what the app can do, without a full stop */
export function storageFailed(what: string, advice: string, cause: unknown): WorkingMemoryError<'storage-unavailable'> {
  const reason = String(cause);
  return storageUnavailable(reason, `${what} (${reason}). ${advice}.`, cause);
}

/** The database, or what stands before it, answered in another form. Its text may be of anybody: only its kind is told. */
export function strangeAnswer(database: string, received: unknown): WorkingMemoryError<'storage-unavailable'> {
  const kind = kindOf(received) ?? 'nothing';
  return storageUnavailable(
    `answered with ${kind}`,
    `${database} did not answer as working-memory asked (received ${kind}). Check what the client is connected to; ` +
      'whether a command took effect is not known, so look before you repeat it.',
  );
}
