// The used part of unstorage over a Map: a driver whose every read sees the latest write.
import type { UnstorageLike } from '../../../src/storage/unstorage/records.ts';

export const fakeUnstorage = (records: Map<string, string> = new Map()): UnstorageLike => ({
  getItem: async (key) => records.get(key) ?? null,
  setItem: async (key, value) => void records.set(key, value),
  removeItem: async (key) => void records.delete(key),
  getKeys: async (base) => [...records.keys()].filter((key) => key.startsWith(`${base}:`)),
});
