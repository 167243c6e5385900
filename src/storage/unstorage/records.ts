// Reads and writes records in unstorage. A record has a prefix that is not JSON, because unstorage parses JSON values.
import { WorkingMemoryError } from '../../errors.ts';
import { storageFailed } from '../failures.ts';
import { decode, encode } from '../row-json.ts';

/** The methods of unstorage's `Storage` in use. */
export interface UnstorageLike {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
  getKeys(base: string): Promise<string[]>;
}

/** Version of the layout; a newer one is refused and left unchanged. */
const LAYOUT = 1;
/** Parallel requests to the driver. */
const AT_ONCE = 64;

/** @throws storage-unavailable if JSON cannot hold the value */
export function recordOf(value: object): string {
  try {
    return `working-memory/${LAYOUT} ${JSON.stringify(encode(value))}`;
  } catch (error) {
    throw storageFailed('A row cannot be stored as JSON', 'The command had no effect', error);
  }
}

/** @throws storage-unavailable if the record is damaged, storage-version */
export function readRecord<Value>(record: unknown, key: string): Value {
  const [, layout, json = ''] = /^working-memory\/(\d+) (.*)$/s.exec(typeof record === 'string' ? record : '') ?? [];
  if (Number(layout) > LAYOUT) {
    throw new WorkingMemoryError(
      'storage-version',
      `${key} has layout ${layout}; this version knows up to ${LAYOUT}. Update working-memory; nothing was changed.`,
      { stored: Number(layout), supported: LAYOUT },
    );
  }
  try {
    return decode(JSON.parse(json)) as Value;
  } catch (error) {
    const advice = 'Nothing was changed; restore that record from a copy';
    // Some drivers return the error instead of throwing it.
    throw storageFailed(`${key} is damaged`, advice, record instanceof Error ? record : error);
  }
}

export async function forEvery<Each>(all: readonly Each[], work: (each: Each) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(work));
}

/** Returns the records under `keys`; omits keys without a record. */
export async function readAll(storage: UnstorageLike, keys: readonly string[]): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  await forEvery(keys, async (key) => found.set(key, await storage.getItem(key)));
  return new Map(
    keys.map((key) => [key, found.get(key) ?? undefined] as const).filter(([, value]) => value !== undefined),
  );
}

export function translate(error: unknown): unknown {
  if (error instanceof WorkingMemoryError) return error;
  return storageFailed('The driver of unstorage failed', 'The command had no effect; retry', error);
}
