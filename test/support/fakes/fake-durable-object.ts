// Storage of a Durable Object as Cloudflare documents it: serial transactions, all or nothing, retried after a
// conflict; keys in the order of their UTF-8; its limits for keys and values; structured clones as values. Unsynced
// writes are lost when the object is reset.
import { deserialize, serialize } from 'node:v8';
import type { DurableObjectStorageLike } from '../../../src/storage/durable-object/storage.ts';
import type { DurableObjectTransactionLike } from '../../../src/storage/durable-object/values.ts';

const MOST_KEYS = 128;
const LIMITS = { sqlite: { both: 2_097_152 }, kv: { key: 2048, value: 131_072 + 32 } } as const;

export interface FakeDurableObject extends DurableObjectStorageLike {
  /** Called before each operation in a transaction; may throw. */
  onOperation: (name: keyof DurableObjectTransactionLike) => void;
  /** Number of coming transactions that run again. */
  conflicts: number;
  /** Drops unsynced writes, as an eviction does. */
  reset(): void;
  keys(): string[];
}

export function fakeDurableObject(backend: keyof typeof LIMITS = 'sqlite'): FakeDurableObject {
  let data = new Map<string, Uint8Array>();
  let onDisk = data;
  let queue: Promise<unknown> = Promise.resolve();

  const storage: FakeDurableObject = {
    onOperation: () => undefined,
    conflicts: 0,
    transaction(closure) {
      const turn = queue.then(async () => {
        for (;;) {
          const copy = new Map(data);
          const value = await closure(transactionOn(copy, backend, (name) => storage.onOperation(name)));
          if (storage.conflicts > 0) {
            storage.conflicts--;
            continue;
          }
          data = copy;
          return value;
        }
      });
      queue = turn.catch(() => undefined);
      return turn;
    },
    async sync() {
      onDisk = data;
    },
    reset() {
      data = onDisk;
    },
    keys: () => [...data.keys()].sort(byUtf8),
  };
  return storage;
}

function transactionOn(
  data: Map<string, Uint8Array>,
  backend: keyof typeof LIMITS,
  onOperation: FakeDurableObject['onOperation'],
): DurableObjectTransactionLike {
  const checkCount = (keys: readonly string[]): void => {
    if (keys.length > MOST_KEYS) throw new RangeError(`Maximum number of keys is ${MOST_KEYS}, got ${keys.length}`);
  };
  return {
    async get(keys) {
      onOperation('get');
      checkCount(keys);
      const found = keys.filter((key) => data.has(key)).sort(byUtf8);
      return new Map(found.map((key) => [key, deserialize(data.get(key) as Uint8Array)]));
    },
    async list({ prefix, startAfter, end, limit = Infinity, reverse = false }) {
      onOperation('list');
      if (!(limit >= 1)) throw new TypeError('List limit must be positive.');
      const found = [...data.keys()]
        .filter((key) => key.startsWith(prefix))
        .filter((key) => startAfter === undefined || byUtf8(key, startAfter) > 0)
        .filter((key) => end === undefined || byUtf8(key, end) < 0)
        .sort(reverse ? (one, other) => byUtf8(other, one) : byUtf8);
      return new Map(found.slice(0, limit).map((key) => [key, deserialize(data.get(key) as Uint8Array)]));
    },
    async put(entries) {
      onOperation('put');
      checkCount(Object.keys(entries));
      for (const [key, value] of Object.entries(entries)) {
        if (!key.isWellFormed()) throw new TypeError('A key is not well-formed: it would be another one in UTF-8');
        const bytes = serialize(value);
        checkSize(backend, Buffer.byteLength(key), bytes.length);
        data.set(key, bytes);
      }
    },
    async delete(keys) {
      onOperation('delete');
      checkCount(keys);
      return keys.filter((key) => data.delete(key)).length;
    },
  };
}

function checkSize(backend: keyof typeof LIMITS, key: number, value: number): void {
  if (backend === 'sqlite') {
    if (key + value > LIMITS.sqlite.both) throw new Error('string or blob too big: SQLITE_TOOBIG');
    return;
  }
  if (key > LIMITS.kv.key) throw new RangeError(`Keys cannot be larger than ${LIMITS.kv.key} bytes`);
  if (value > LIMITS.kv.value) throw new RangeError(`Values cannot be larger than ${LIMITS.kv.value} bytes`);
}

const byUtf8 = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
