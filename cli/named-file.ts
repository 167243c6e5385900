// Access to a file that the user named. A system error becomes a sentence and an exit code instead of a stack trace.
import { constants, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { EndsWith, EXIT, UsageError } from './command.ts';

/** Sentences by system error code, each with a way out. */
const WRONG: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder. Name one that exists',
  ENOTDIR: 'a part of its path is not a folder. Name another one',
  EISDIR: 'it is a folder. Name a file',
  ENAMETOOLONG: 'the name is longer than this system allows. Name a shorter one',
  ELOOP: 'its links form a circle. Name the file itself',
  EACCES: 'this user has no permission. Give it, or name another one',
  EPERM: 'this user has no permission. Give it, or name another one',
  EROFS: 'that file system is read-only. Name another one',
};

/** Runs `work`, which reads or writes `path`. @throws UsageError, EndsWith */
export async function named<Result>(
  path: string,
  use: 'read' | 'written',
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, syscall } = error as { code?: unknown; syscall?: unknown };
    if (typeof code !== 'string' || typeof syscall !== 'string') throw error;
    const missing =
      use === 'written' && code === 'ENOENT' ? 'its folder does not exist. Make the folder first' : undefined;
    const wrong = missing ?? WRONG[code];
    if (wrong !== undefined) throw new UsageError(`${path} cannot be ${use}: ${wrong}.`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new EndsWith(
      EXIT.failed,
      `${path} could not be ${use}: ${reason}. Check it and run the command again. (${code})`,
    );
  }
}

/** Checks read access first, for readers that do not report why they failed. @throws UsageError, EndsWith */
export const mustBeReadable = (path: string): Promise<void> => named(path, 'read', () => access(path, constants.R_OK));

/** Returns the stats of an existing path. @throws UsageError, EndsWith */
export async function found(path: string): Promise<Stats> {
  const given = await named(path, 'read', () => stat(path).catch(unlessMissing));
  if (!given) throw new UsageError(`${path} does not exist.`);
  return given;
}

function unlessMissing(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
}
