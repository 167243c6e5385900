// Translates rejections of IndexedDB into the library's errors.
import { WorkingMemoryError } from '../../errors.ts';
import { storageFailed } from '../failures.ts';

/** Version of the database: of its stores, not of the format of their rows. 2: the store `parts`. */
export const DATABASE_VERSION = 2;

/** Whether a database lacks stores, or has files that the browser cannot open: it stays so until it is deleted. */
const isDamaged = ({ name, message }: Error): boolean => name === 'NotFoundError' || /backing store/.test(message);

export function translate(error: unknown): unknown {
  if (error instanceof WorkingMemoryError || !(error instanceof Error)) return error;
  const reason = `${error.name}: ${error.message}`;
  if (error.name === 'QuotaExceededError') {
    return new WorkingMemoryError(
      'storage-quota',
      'The browser refused to store more for this site. The command had no effect; free some space and retry.',
      {},
      { cause: error },
    );
  }
  if (error.name === 'VersionError') {
    return new WorkingMemoryError(
      'storage-version',
      `The database was made by a newer version of working-memory (${reason}). Reload the page to get that version; nothing was changed.`,
      { stored: DATABASE_VERSION + 1, supported: DATABASE_VERSION },
      { cause: error },
    );
  }
  // Chromium reports UnknownError if its user blocks the site's data.
  if (error.name === 'SecurityError' || /denied permission/.test(error.message)) {
    const advice =
      "This page may not store anything: it is a sandboxed frame, or its user blocks storage. Pass storage: 'memory' for a " +
      'session that ends with the page, or give the frame allow-same-origin';
    return storageFailed('IndexedDB is forbidden here', advice, error);
  }
  const advice = isDamaged(error)
    ? 'Its files are damaged: export what is open in another tab, then clear the data of this site'
    : 'The command had no effect; retry, and reload the page if the error persists';
  return storageFailed('IndexedDB failed', advice, error);
}
