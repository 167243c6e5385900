// A file of rows, one JSON object per line. New rows are appended. A changed or deleted row is removed from the file,
// so that forgotten texts do not remain on disk.
import type { Row } from '../port.ts';
import { bytesOf, type FileOperations, textOf, writeAtomically } from './operations.ts';
import { decode } from '../row-json.ts';

export interface LogLine {
  /** Undefined if it is unreadable. */
  readonly key: string | undefined;
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
}

export interface Log {
  readonly lines: readonly LogLine[];
  /** Size in bytes. */
  readonly size: number;
  /** Whether the last line has no line break: an append was interrupted, or an editor removed it. */
  readonly torn: boolean;
}

/** Cached keys of a log, valid as long as its size in bytes is the same. */
export interface KnownLog {
  size: number;
  readonly keys: Set<string>;
}

/** Returns the name of a line's row: its key, or, if that is unreadable, its line number. */
export const nameOf = ({ key, number }: LogLine): string => key ?? `line ${number}`;

const KEY = /^\{"\$key":("(?:[^"\\]|\\.)*")/;

export async function readLog(files: FileOperations, path: string): Promise<Log> {
  const bytes = (await files.read(path)) ?? new Uint8Array();
  const content = textOf(bytes);
  const texts = content.split('\n');
  const torn = texts.at(-1) !== '';
  const lines = texts.map((text, index): LogLine => ({ key: keyOf(text), text, number: index + 1 }));
  return { lines: lines.filter(({ text }) => text.trim() !== ''), size: bytes.length, torn };
}

/** Returns the fields of a line, including the storage's own; undefined if the line is broken. */
export function fieldsOf({ text }: LogLine): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

export const rowOf = (fields: Readonly<Record<string, unknown>>): Row => decode(fields) as Row;

/** Returns a row that matches no checksum, so that the owner quarantines and reports it. */
export const brokenRow = (line: LogLine, path: string): Row => ({
  broken: `line ${line.number} of ${path}`,
  check: '',
});

/**
 * Writes and deletes lines by key. `redo`: an earlier attempt may have made a part of the change; the file is then
 * always rewritten, without an interrupted last line.
 */
export async function changeLog(
  files: FileOperations,
  temporaryFolder: string,
  path: string,
  changes: ReadonlyMap<string, string | undefined>,
  { known, redo }: { readonly known: KnownLog | undefined; readonly redo: boolean },
): Promise<KnownLog> {
  const size = (await files.status(path))?.size ?? 0;
  const log = redo || known === undefined || known.size !== size ? await readLog(files, path) : undefined;
  const keys = log || !known ? new Set(log?.lines.map(nameOf)) : known.keys;
  const onlyNew = [...changes].every(([key, text]) => text !== undefined && !keys.has(key));
  if (onlyNew && !redo && !log?.torn) {
    const added = bytesOf([...changes.values()].join(''));
    await files.append(path, added);
    for (const key of changes.keys()) keys.add(key);
    return { size: size + added.length, keys };
  }
  const { lines, torn } = log ?? (await readLog(files, path));
  const last = lines.at(-1);
  const kept = redo && torn && last && !fieldsOf(last) ? lines.slice(0, -1) : lines;
  const content = bytesOf(changedLines(kept, changes));
  await writeAtomically(files, temporaryFolder, path, content);
  for (const [key, text] of changes) {
    if (text === undefined) keys.delete(key);
    else keys.add(key);
  }
  return { size: content.length, keys };
}

/**
 * Returns the new lines: changed rows keep their place, new rows go to the end. Remaining unreadable lines keep their
 * number (empty lines fill the gaps): it is their only name, and a batch may be carried out twice.
 */
function changedLines(lines: readonly LogLine[], changes: ReadonlyMap<string, string | undefined>): string {
  const added = new Map(changes);
  const texts: string[] = [];
  for (const line of lines) {
    const name = nameOf(line);
    const isChanged = changes.has(name);
    const text = isChanged ? added.get(name) : `${line.text}\n`;
    added.delete(name);
    if (text === undefined) continue;
    if (line.key === undefined && !isChanged) while (texts.length < line.number - 1) texts.push('\n');
    texts.push(text);
  }
  return [...texts, ...[...added.values()].map((text) => text ?? '')].join('');
}

function keyOf(text: string): string | undefined {
  const [, key] = KEY.exec(text) ?? [];
  try {
    return key === undefined ? undefined : (JSON.parse(key) as string);
  } catch {
    return undefined;
  }
}
