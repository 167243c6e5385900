// Converts rows, entries and manifests between the storage port and the JSON of a SQL table. Pure.
import { storageFailed } from '../failures.ts';
import { type Batch, type Row, type RowChange, type RowStore, type StoredEntry, type StoredManifest } from '../port.ts';
import { jsonText } from '../json-text.ts';
import { decode } from '../row-json.ts';
import { fromStoredName, storedName } from '../stored-name.ts';
import { strangeRows } from './answers.ts';
import type { SqlRow } from './statement.ts';

/**
 * Characters of one parameter of rows: the smallest limit of a database is 2 MB, and a character has up to three bytes.
 */
const CHUNK = 600_000;

/** Returns the writes of a batch as JSON. @throws storage-unavailable if a value cannot be stored */
export function writtenJson({ manifest, entry, rows }: Batch): {
  readonly manifest: string;
  readonly entry: string;
  /** Each `[store, key, value | null]`; the later of two with one key. */
  readonly rows: readonly string[];
} {
  try {
    const changes = new Map(
      rows.map(({ store, key, value }) => [
        `${store}/${key}`,
        JSON.stringify([store, storedName(key), value === undefined ? null : jsonText(value)]),
      ]),
    );
    return { manifest: jsonText(manifest), entry: jsonText(entry), rows: chunked([...changes.values()]) };
  } catch (error) {
    throw storageFailed('A row cannot be stored as JSON', 'The command had no effect', error);
  }
}

function chunked(rows: readonly string[]): string[] {
  const chunks: string[][] = [];
  let room = 0;
  for (const row of rows) {
    if (room < row.length) {
      chunks.push([]);
      room = CHUNK;
    }
    chunks.at(-1)?.push(row);
    room -= row.length;
  }
  return chunks.map((chunk) => `[${chunk.join(',')}]`);
}

/** Reads a row; a damaged one gets a check that never matches, so that its owner quarantines it. */
export function rowOf({ store, key, value }: SqlRow): RowChange {
  if (typeof store !== 'string' || typeof key !== 'string') throw strangeRows(store);
  const name = fromStoredName(String(key));
  return { store: String(store) as RowStore, key: name, value: parsed<Row>(value) ?? { broken: name, check: '' } };
}

/** Reads a manifest, with head, commit and format for the next comparison, whatever the JSON says. */
export function manifestOf({ manifest, head, commit_id: commit, version }: SqlRow): StoredManifest {
  const { commit: _, ...rest } = parsed<StoredManifest>(manifest) ?? { messages: 0 };
  const known = { ...rest, head: Number(head), version: Number(version) };
  if (!Number.isSafeInteger(known.head) || !Number.isSafeInteger(known.version)) throw strangeRows(head);
  return commit === '' ? known : { ...known, commit: String(commit) };
}

/** Reads an entry; undefined if it is damaged. */
export const entryOf = ({ entry }: SqlRow): StoredEntry | undefined => parsed<StoredEntry>(entry);

function parsed<Value extends object>(text: unknown): Value | undefined {
  try {
    const value = decode(JSON.parse(String(text)));
    return typeof value === 'object' && value !== null ? (value as Value) : undefined;
  } catch {
    return undefined;
  }
}
