// Records in an unstorage storage. A record is a text that does not look like JSON: unstorage would parse it.
import { WorkingMemoryError } from '../../errors.ts';
import { storageFailed } from '../failures.ts';
import { decode, encode } from '../row-json.ts';

/** What is used of unstorage's `Storage`. */
export interface UnstorageLike {
  getItem(key: string): Promise<unknown>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
  getKeys(base: string): Promise<string[]>;
}

/** Version of the layout; a newer one is refused untouched. */
const LAYOUT = 1;
/** Requests to the driver at once. */
const AT_ONCE = 64;

/** @throws storage-unavailable when it holds what cannot be stored */
export function recordOf(value: object): string {
  try {
    return `working-memory/${LAYOUT} ${JSON.stringify(encode(value))}`;
  } catch (error) {
    throw storageFailed('A row cannot be written as JSON', 'Nothing of this command was kept', error);
  }
}

/** @throws storage-unavailable when the record is not as it was written, storage-version */
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
    // Some drivers answer with the error itself.
    throw storageFailed(`${key} is not as it was written`, advice, record instanceof Error ? record : error);
  }
}

export async function forEvery<Each>(all: readonly Each[], work: (each: Each) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(work));
}

/** The records under `keys`; those without one are left out. */
export async function readAll(storage: UnstorageLike, keys: readonly string[]): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  await forEvery(keys, async (key) => found.set(key, await storage.getItem(key)));
  return new Map(
    keys.map((key) => [key, found.get(key) ?? undefined] as const).filter(([, value]) => value !== undefined),
  );
}

export function translate(error: unknown): unknown {
  if (error instanceof WorkingMemoryError) return error;
  return storageFailed('The driver of unstorage could not answer', 'Nothing of this command was kept; retry', error);
}
