// What the system said about a file → an error of this library that says what to do.
import { WorkingMemoryError } from '../../errors.ts';
import { storageUnavailable } from '../failures.ts';
import { codeOf } from './operations.ts';

const ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'Give this process the right to read and write there.',
  EPERM: 'Give this process the right to read and write there.',
  EROFS: 'That file system is read-only; choose another root.',
  EMFILE: 'Too many files are open in this process; close some and retry.',
  ENAMETOOLONG: 'The name is longer than that file system allows; use a shorter one.',
};

export function translateFileError(error: unknown): unknown {
  if (error instanceof WorkingMemoryError || !(error instanceof Error)) return error;
  const { path = 'the storage' } = error as { path?: string };
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new WorkingMemoryError(
      'storage-quota',
      `The disk has no room for ${path} (${code}). Nothing of this command was kept; free some space and retry.`,
      {},
      { cause: error },
    );
  }
  const advice = ADVICE[code] ?? 'Look at that path, then retry.';
  return storageUnavailable(error.message, `${path} could not be used (${error.message}). ${advice}`, error);
}

/** Something in a file is not as this library writes it. */
export const damaged = (where: string, what: string, cause?: unknown): WorkingMemoryError =>
  storageUnavailable(
    `${where} ${what}`,
    `${where} ${what}. Nothing was changed; restore that file from a copy or take the damaged part out.`,
    cause,
  );
