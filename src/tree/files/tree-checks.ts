// Checks the arguments of commands on files. Pure.
import { invalidInput, kindOf, WorkingMemoryError } from '../../errors.ts';
import { oneOfNames } from '../../options/nearest.ts';
import { SOURCES } from '../../options/provenance.ts';
import type { DirectWriteOptions, Document, Tree } from './document.ts';
import { checkPath, foldKey, OVERVIEW, shownPath } from '../paths.ts';

/** @throws invalid-input, path-not-allowed */
export function checkWrite(path: unknown, text: unknown): { path: string; text: string } {
  const allowed = checkPath(path);
  const wrong = (expected: string): WorkingMemoryError =>
    new WorkingMemoryError('invalid-input', `The text of ${allowed} must be ${expected}. Nothing was written.`, {
      argument: 'text',
      expected,
    });
  if (typeof text !== 'string') throw wrong('a text');
  if (!text.isWellFormed()) throw wrong('well-formed Unicode; it holds half of a surrogate pair');
  if (text.includes('\0')) throw wrong('text; it holds a NUL character');
  return { path: allowed, text };
}

/** Returns the same options. @throws invalid-input */
export function checkWriteOptions(options: DirectWriteOptions = {}): DirectWriteOptions {
  const { baseRevision = 0, force = false, source = 'user' } = options;
  if (!Number.isSafeInteger(baseRevision) || baseRevision < 0)
    throw invalidInput('baseRevision', "'seen', or the revision that the text is based on", kindOf(baseRevision));
  if (typeof force !== 'boolean') throw invalidInput('force', 'true or false', kindOf(force));
  if (!SOURCES.includes(source)) throw invalidInput('source', oneOfNames(source, SOURCES));
  return options;
}

/** @throws not-found */
export function existing({ files }: Tree, path: string): Document {
  const document = files.get(path);
  if (!document) throw notFound(path, files);
  return document;
}

export function notFound(path: string, files: ReadonlyMap<string, Document>): WorkingMemoryError {
  const known = [...files.keys()].slice(0, 20).join(', ');
  return new WorkingMemoryError('not-found', `There is no file ${path}. Files here: ${known || 'none'}.`, {
    what: 'file',
    name: path,
  });
}

/** @throws path-not-allowed */
export function refuseOverview(path: string, what: string): void {
  if (path !== OVERVIEW) return;
  throw new WorkingMemoryError(
    'path-not-allowed',
    `${OVERVIEW} cannot be ${what}: it is part of every prompt. Write it instead.`,
    {
      path,
      rule: 'overview',
    },
  );
}

/** Rejects a path that cannot coexist with another one on a file system without case, or as both file and folder. */
export function refuseCollision(files: ReadonlyMap<string, Document>, path: string): void {
  const key = foldKey(path);
  for (const other of files.keys()) {
    const twin = foldKey(other);
    if (twin === key) {
      throw new WorkingMemoryError(
        'path-not-allowed',
        `Path ${shownPath(path)} differs from the existing ${shownPath(other)} only in case or form; some systems cannot hold both. Use ${shownPath(other)}.`,
        { path: shownPath(path), rule: 'case-collision' },
      );
    }
    if (twin.startsWith(`${key}/`) || key.startsWith(`${twin}/`)) {
      throw new WorkingMemoryError(
        'path-not-allowed',
        `Path ${shownPath(path)} and the existing ${shownPath(other)} would need one name for a file and a folder. Choose another name.`,
        { path: shownPath(path), rule: 'file-and-folder' },
      );
    }
  }
}
