// A file of rows, one JSON object per line. New rows are appended; a row changed or deleted is taken out of the file,
// never left behind in it, so that what was forgotten is gone.
import type { Row } from '../port.ts';
import { bytesOf, type FileOperations, textOf, writeAtomically } from './operations.ts';
import { decode } from '../row-json.ts';

export interface LogLine {
  /** Undefined when it cannot be made out. */
  readonly key: string | undefined;
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
}

export interface Log {
  readonly lines: readonly LogLine[];
  /** Bytes. */
  readonly size: number;
  /** The last line lacks its end: an append was interrupted, or an editor took the line break away. */
  readonly torn: boolean;
}

/** What is known of a log without reading it; holds as long as its size does. */
export interface KnownLog {
  size: number;
  readonly keys: Set<string>;
}

const KEY = /^\{"\$key":("(?:[^"\\]|\\.)*")/;

export async function readLog(files: FileOperations, path: string): Promise<Log> {
  const bytes = (await files.read(path)) ?? new Uint8Array();
  const content = textOf(bytes);
  const texts = content.split('\n');
  const torn = texts.at(-1) !== '';
  const lines = texts.map((text, index): LogLine => ({ key: keyOf(text), text, number: index + 1 }));
  return { lines: lines.filter(({ text }) => text.trim() !== ''), size: bytes.length, torn };
}

/** The fields of a line, those of the storage itself included; undefined when it is broken. */
export function fieldsOf({ text }: LogLine): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

export const rowOf = (fields: Readonly<Record<string, unknown>>): Row => decode(fields) as Row;

/** Matches no checksum, so that the owner sets it aside and reports it. */
export const brokenRow = (line: LogLine, path: string): Row => ({
  broken: `line ${line.number} of ${path}`,
  check: '',
});

/**
 * Puts and deletes lines by key. `redo`: the same change may have been made before, wholly or in part; then the file is
 * always written anew, without an interrupted last line.
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
  const keys = log || !known ? new Set(log?.lines.flatMap(({ key }) => key ?? [])) : known.keys;
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

/** A changed row keeps its place, new ones go to the end; what cannot be read stays as it is. */
function changedLines(lines: readonly LogLine[], changes: ReadonlyMap<string, string | undefined>): string {
  const added = new Map(changes);
  const texts = lines.map(({ key, text }) => {
    if (key === undefined || !changes.has(key)) return `${text}\n`;
    const changed = added.get(key) ?? '';
    added.delete(key);
    return changed;
  });
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
