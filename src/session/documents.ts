// The files of the tree: what a write does, and when it is a conflict instead. Pure.
import { WorkingMemoryError } from '../errors.ts';
import type { Source, Trust } from '../provenance.ts';
import { checkPath, foldKey, OVERVIEW } from './paths.ts';

export interface Document {
  readonly path: string;
  readonly text: string;
  /** Counts the writes of this path, 1 = the first. Give it back as `baseRevision` to write only over what you read. */
  readonly revision: number;
  readonly updatedAt: number;
  /** Who wrote this revision. */
  readonly source: Source;
  readonly trust: Trust;
}

export type DocumentEvent =
  | { readonly type: 'session-created' }
  | {
      readonly type: 'file-written';
      readonly path: string;
      readonly revision: number;
      /** UTF-8 bytes. */
      readonly bytes: number;
      readonly source: Source;
    };

export interface WriteOptions {
  /** The revision the new text is based on; when the file has moved on, nothing is written. */
  readonly baseRevision?: number;
}

export type WriteResult =
  | { readonly status: 'written'; readonly path: string; readonly revision: number; readonly bytes: number }
  /** Somebody wrote in between. Read `current`, merge, and write again with its revision. */
  | { readonly status: 'conflict'; readonly path: string; readonly current: Document };

/** Bytes of one file; a memory file that needs more belongs in several. */
const LARGEST_FILE = 262_144;

export function decideWrite(
  files: ReadonlyMap<string, Document>,
  write: { readonly path: string; readonly text: string; readonly source: Source } & WriteOptions,
): { readonly events: readonly DocumentEvent[]; readonly result: WriteResult } {
  const { path, source, baseRevision } = write;
  const current = files.get(path);
  if (baseRevision !== undefined && baseRevision !== (current?.revision ?? 0)) {
    if (current) return { events: [], result: { status: 'conflict', path, current } };
    throw notFound(path, files);
  }
  if (!current) refuseCollision(files, path);
  const bytes = new TextEncoder().encode(write.text).length;
  const revision = (current?.revision ?? 0) + 1;
  return {
    events: [{ type: 'file-written', path, revision, bytes, source }],
    result: { status: 'written', path, revision, bytes },
  };
}

/** The overview is created on disk when it is missing, not merely shown. */
export function decideFirstOpening(
  files: ReadonlyMap<string, Document>,
  known: boolean,
  template: string,
): readonly DocumentEvent[] {
  const events: DocumentEvent[] = known ? [] : [{ type: 'session-created' }];
  if (files.has(OVERVIEW)) return events;
  return [...events, ...decideWrite(files, { path: OVERVIEW, text: template, source: 'system' }).events];
}

/** @throws invalid-input, path-not-allowed */
export function checkWrite(path: unknown, text: unknown): { path: string; text: string } {
  const allowed = checkPath(path);
  const wrong = (expected: string) =>
    new WorkingMemoryError('invalid-input', `The text of ${allowed} must be ${expected}. Nothing was written.`, {
      argument: 'text',
      expected,
    });
  if (typeof text !== 'string') throw wrong('a text');
  if (!text.isWellFormed()) throw wrong('well-formed Unicode; it holds half of a surrogate pair');
  if (new TextEncoder().encode(text).length > LARGEST_FILE) throw wrong(`at most ${LARGEST_FILE} bytes; split it`);
  return { path: allowed, text };
}

export function notFound(path: string, files: ReadonlyMap<string, Document>): WorkingMemoryError {
  const known = [...files.keys()].slice(0, 20).join(', ');
  return new WorkingMemoryError('not-found', `There is no file ${path}. Files here: ${known || 'none'}.`, {
    what: 'file',
    name: path,
  });
}

function refuseCollision(files: ReadonlyMap<string, Document>, path: string): void {
  const twin = [...files.keys()].find((other) => foldKey(other) === foldKey(path));
  if (twin === undefined) return;
  throw new WorkingMemoryError(
    'path-not-allowed',
    `Path ${path} differs from the existing ${twin} only in case or form; some systems hold one of them. Use ${twin}.`,
    { path, rule: 'case-collision' },
  );
}
