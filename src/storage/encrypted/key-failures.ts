// The error of an encrypted storage: `storage-key`. It names the failure, and never the key.
import { type StorageKeyFailure, WorkingMemoryError } from '../../errors.ts';

const SENTENCES: Readonly<Record<Exclude<StorageKeyFailure, 'encrypted'>, string>> = {
  wrong: 'Another key encrypted this storage. Nothing was changed; open it with that key.',
  lost:
    'The stored keys of the encrypted sessions are missing or damaged, and without them no key opens the sessions. ' +
    'Nothing was changed; restore a copy of the storage, or delete it.',
  'not-encrypted':
    'This session is stored without encryption. Nothing was changed; open it without `encrypted`, export it, delete it, ' +
    'and import it into the encrypted storage.',
  unavailable: 'There is no key to open the encrypted storage with. Nothing was changed; try again with the key.',
};

/** @param why reason in the words of the failing part, without a full stop */
export const storageKey = (
  reason: keyof typeof SENTENCES,
  why?: string,
  cause?: unknown,
): WorkingMemoryError<'storage-key'> =>
  new WorkingMemoryError(
    'storage-key',
    `${SENTENCES[reason]}${why === undefined ? '' : ` (${why})`}`,
    { reason },
    { cause },
  );
