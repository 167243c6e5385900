// How a storage adapter fails for now: `storage-unavailable`.
import { WorkingMemoryError } from '../errors.ts';

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
