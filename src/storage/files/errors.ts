// Translates errors of the file system into errors of this library that name a remedy.
import { WorkingMemoryError } from '../../errors.ts';
import { storageUnavailable } from '../failures.ts';
import { codeOf } from './operations.ts';

const ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'Give this process permission to read and write there.',
  EPERM: 'Give this process permission to read and write there.',
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
      `The disk has no room for ${path} (${code}). The command had no effect; free some space and retry.`,
      {},
      { cause: error },
    );
  }
  const advice = ADVICE[code] ?? 'Check that path, then retry.';
  return storageUnavailable(error.message, `${path} could not be used (${error.message}). ${advice}`, error);
}

/** Makes the error for a file that this library did not write in this form. */
export const damaged = (where: string, what: string, cause?: unknown): WorkingMemoryError =>
  storageUnavailable(
    `${where} ${what}`,
    `${where} ${what}. Nothing was changed; restore that file from a copy or take the damaged part out.`,
    cause,
  );
