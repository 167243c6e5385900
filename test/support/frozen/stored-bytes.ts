// Converts everything that an adapter stores to plain JSON and back, to write and read fixtures of former formats.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDB } from 'idb';
import { encrypted } from '../../../src/entries/encrypted.ts';
import { durableObjectStorage } from '../../../src/storage/durable-object/storage.ts';
import { fileStorage } from '../../../src/storage/files/storage.ts';
import { idbStorage } from '../../../src/storage/indexeddb/storage.ts';
import { type KeptSession, storageIn } from '../../../src/storage/memory.ts';
import type { Row, Storage } from '../../../src/storage/port.ts';
import { decode, encode } from '../../../src/storage/row-json.ts';
import { unstorageStorage } from '../../../src/storage/unstorage/storage.ts';
import { fakeDurableObject } from '../fakes/fake-durable-object.ts';
import { fakeUnstorage } from '../fakes/fake-unstorage.ts';
import { temporaryFolder } from '../storage/temporary-folders.ts';

export interface FrozenAdapter {
  readonly storage: Storage;
  /** Returns everything stored as JSON. */
  dump(): Promise<unknown>;
}

/** Makes each adapter over a dump of its data, or empty. */
export const ADAPTERS: Readonly<Record<string, (stored?: unknown) => Promise<FrozenAdapter>>> = {
  async memory(stored) {
    const kept = (stored ?? []) as [string, Omit<KeptSession, 'rows'> & { rows: [string, never][] }][];
    const sessions = new Map(
      kept.map(
        ([id, one]) =>
          [id, { ...(decode(one) as KeptSession), rows: new Map(decode(one.rows) as [string, Row][]) }] as const,
      ),
    );
    return {
      storage: storageIn(sessions),
      dump: async () => encode([...sessions].map(([id, one]) => [id, { ...one, rows: [...one.rows] }])),
    };
  },

  async indexeddb(stored) {
    const name = `frozen-${crypto.randomUUID()}`;
    const storage = idbStorage({ name });
    await storage.sessions();
    if (stored) {
      const database = await openDB(name);
      for (const [store, rows] of Object.entries(stored)) {
        for (const [key, value] of rows as [string[], unknown][]) await database.put(store, decode(value), key);
      }
      database.close();
    }
    return {
      storage,
      async dump() {
        const database = await openDB(name);
        const stores: Record<string, unknown> = {};
        for (const store of database.objectStoreNames) {
          const [keys, values] = await Promise.all([database.getAllKeys(store), database.getAll(store)]);
          stores[store] = keys.map((key, index) => [key, encode(values[index])]);
        }
        database.close();
        return stores;
      },
    };
  },

  async 'durable-object'(stored) {
    const object = fakeDurableObject();
    if (stored) await object.transaction((all) => all.put(decode(stored) as Record<string, unknown>));
    return {
      storage: durableObjectStorage(object),
      dump: () => object.transaction(async (all) => encode(Object.fromEntries(await all.list({ prefix: '' })))),
    };
  },

  async unstorage(stored) {
    const records = new Map(Object.entries((stored ?? {}) as Record<string, string>));
    return {
      storage: unstorageStorage({ storage: fakeUnstorage(records) }),
      dump: async () => Object.fromEntries(records),
    };
  },

  async files(stored) {
    const root = await temporaryFolder();
    for (const [path, text] of Object.entries((stored ?? {}) as Record<string, string>)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return {
      storage: fileStorage({ root }),
      dump: () => filesIn(root),
    };
  },
};

/** Key of the fixtures only. */
const FIXED_KEY = new Uint8Array(32).map((_, place) => place);

/** The adapters, and a wrapped one with a key that is public. */
export const FROZEN: typeof ADAPTERS = {
  ...ADAPTERS,
  async encrypted(stored) {
    const inner = await (ADAPTERS['memory'] as (stored: unknown) => Promise<FrozenAdapter>)(stored);
    const key = await crypto.subtle.importKey('raw', FIXED_KEY, 'AES-GCM', false, ['encrypt', 'decrypt']);
    return { ...inner, storage: encrypted(inner.storage, { key }) };
  },
};

/** Returns the texts of all files in a folder, by path. */
export async function filesIn(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = paths.sort().map(async (path) => [path.slice(root.length + 1), await readFile(path, 'utf8')]);
  return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
}
