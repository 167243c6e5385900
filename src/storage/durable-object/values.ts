// Reads and writes rows and entries as values of a Durable Object. A row or entry too large for one value is stored as
// JSON in parts, and its own key holds the number of parts.
import { partKeys } from './keys.ts';
import { decode, encode } from '../row-json.ts';

/** The methods of Cloudflare's `DurableObjectTransaction` in use. */
export interface DurableObjectTransactionLike {
  get(keys: string[]): Promise<Map<string, unknown>>;
  list(options: {
    prefix: string;
    startAfter?: string;
    end?: string;
    limit?: number;
    reverse?: boolean;
  }): Promise<Map<string, unknown>>;
  put(entries: Record<string, unknown>): Promise<unknown>;
  delete(keys: string[]): Promise<unknown>;
}

/** Most keys per call, Cloudflare's limit. */
const MOST_KEYS = 128;
/** Most bytes of a value, just below the smaller limit: 128 KiB without SQLite, 2 MB with it. */
const MOST_BYTES = 120_000;
/** UTF-16 units per part: a unit may take two bytes. */
const PART_LENGTH = MOST_BYTES / 2;

/** Returns the values under `keys`, joined from their parts; omits keys without a value. */
export async function readValues(
  transaction: DurableObjectTransactionLike,
  keys: readonly string[],
): Promise<Map<string, unknown>> {
  return whole(transaction, await getAll(transaction, keys));
}

/** Joins the values that were stored in parts. */
export async function whole(
  transaction: DurableObjectTransactionLike,
  stored: ReadonlyMap<string, unknown>,
): Promise<Map<string, unknown>> {
  const parts = await getAll(transaction, partsOf(stored));
  const joined = ([key, value]: [string, unknown]): [string, unknown] =>
    typeof value === 'number'
      ? [
          key,
          decode(
            JSON.parse(
              partKeys(key, value)
                .map((part) => parts.get(part))
                .join(''),
            ),
          ),
        ]
      : [key, value];
  return new Map([...stored].map(joined));
}

/** Writes each value; deletes keys whose value is undefined. */
export async function writeValues(
  transaction: DurableObjectTransactionLike,
  values: ReadonlyMap<string, unknown>,
): Promise<void> {
  const before = await getAll(transaction, [...values.keys()]);
  const gone = new Set([...partsOf(before), ...[...before.keys()].filter((key) => values.get(key) === undefined)]);
  const written = new Map<string, unknown>();
  for (const [key, value] of values) {
    if (value === undefined) continue;
    const parts = bytesAtMost(value) > MOST_BYTES ? inParts(value) : undefined;
    written.set(key, parts?.length ?? value);
    partKeys(key, parts?.length ?? 0).forEach((part, index) => written.set(part, parts?.[index]));
  }
  for (const key of written.keys()) gone.delete(key);
  for (const keys of groups([...gone])) await transaction.delete(keys);
  for (const entries of groups([...written])) await transaction.put(Object.fromEntries(entries));
}

const partsOf = (stored: ReadonlyMap<string, unknown>): string[] =>
  [...stored].flatMap(([key, value]) => (typeof value === 'number' ? partKeys(key, value) : []));

function inParts(value: unknown): string[] {
  const text = JSON.stringify(encode(value));
  return Array.from({ length: Math.ceil(text.length / PART_LENGTH) }, (_, index) =>
    text.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH),
  );
}

/** Returns an upper bound of the structured clone's size, which includes the whole buffer under a view. */
function bytesAtMost(value: unknown): number {
  if (typeof value === 'string') return 10 + 2 * value.length;
  if (ArrayBuffer.isView(value)) return 40 + value.buffer.byteLength;
  if (value instanceof ArrayBuffer) return 10 + value.byteLength;
  if (typeof value !== 'object' || value === null) return 20;
  return Object.entries(value).reduce((sum, [name, field]) => sum + bytesAtMost(name) + bytesAtMost(field), 20);
}

async function getAll(
  transaction: DurableObjectTransactionLike,
  keys: readonly string[],
): Promise<Map<string, unknown>> {
  const found = await Promise.all(groups(keys).map((group) => transaction.get(group)));
  return new Map(found.flatMap((part) => [...part]));
}

function groups<Each>(all: readonly Each[]): Each[][] {
  return Array.from({ length: Math.ceil(all.length / MOST_KEYS) }, (_, index) =>
    all.slice(index * MOST_KEYS, (index + 1) * MOST_KEYS),
  );
}
