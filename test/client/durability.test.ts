import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { type FileOperations, nodeFiles } from '../../src/storage/files/operations.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { Storage } from '../../src/storage/port.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

type Durability = 'auto' | 'relaxed' | 'strict';
let databases = 0;
const open = (storage: Storage, durability?: Durability) =>
  openWorkingMemory({ session: 'lasting', storage, worker: false, ...(durability && { durability }) });

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('durability', () => {
  for (const [asked, given] of [
    ['strict', 'strict'],
    ['relaxed', 'relaxed'],
    ['auto', 'default'],
    [undefined, 'default'],
  ] as const) {
    it(`${asked ?? 'that is not given'} commits to IndexedDB with ${given}`, async () => {
      const memory = await open(idbStorage({ name: `durable-${++databases}` }), asked);
      const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
      await memory.items.memorize('a fact');
      const writes = begun.mock.calls.filter(([, mode]) => mode === 'readwrite');
      expect(writes.map(([, , options]) => options)).toEqual([{ durability: given }]);
      await memory.close();
    });
  }

  /** Files that count what reaches the disk, and what was written. */
  async function watched() {
    const root = await temporaryFolder();
    const asked = { synced: new Set<string>(), written: new Set<string>() };
    const files: FileOperations = {
      ...nodeFiles,
      write: (path, content) => (asked.synced.add(path), nodeFiles.write(path, content)),
      append: (path, content) => (asked.synced.add(path), nodeFiles.append(path, content)),
      syncFile: (path) => (asked.synced.add(path), nodeFiles.syncFile(path)),
      appendSoon: (path, content) => (asked.written.add(path), nodeFiles.appendSoon(path, content)),
    };
    return { storage: fileStorage({ root }, files), reopen: () => fileStorage({ root }), ...asked };
  }
  const isOf = (name: string) => (path: string) => path.endsWith(name);

  for (const durability of ['auto', 'strict'] as const) {
    it(`${durability} has every file of a commit on disk`, async () => {
      const { storage, synced, written } = await watched();
      const memory = await open(storage, durability);
      await memory.items.memorize('a fact');
      expect([...synced].some(isOf('journal.jsonl'))).toBe(true);
      expect(written.size).toBe(0);
      await memory.close();
    });
  }

  it('relaxed leaves files to the operating system until a flush, and loses nothing of a session that ends', async () => {
    const { storage, synced, written, reopen } = await watched();
    const memory = await open(storage, 'relaxed');
    await memory.items.memorize('a fact');
    await memory.files.write('detail/a.md', 'a text');
    expect([...written].some(isOf('journal.jsonl'))).toBe(true);
    expect([...synced].filter((path) => path.includes('lasting'))).toEqual([]);
    await memory.flush();
    for (const name of ['items.jsonl', 'journal.jsonl', 'meta.json', 'detail/a.md'])
      expect([...synced].some(isOf(name)), name).toBe(true);
    await memory.close();
    const again = await open(reopen());
    expect(again.recovery.kind).toBe('none');
    expect((await again.items.list()).map(({ text }) => text)).toEqual(['a fact']);
    await again.close();
  });

  it('strict first brings relaxed commits of others to disk', async () => {
    const { storage, synced } = await watched();
    const relaxed = await open(storage, 'relaxed');
    await relaxed.transcript.append({ role: 'user', text: 'hello' });
    expect([...synced].some(isOf('messages.jsonl'))).toBe(false);
    const strict = await open(storage, 'strict');
    await strict.items.memorize('a fact');
    expect([...synced].some(isOf('messages.jsonl'))).toBe(true);
    await Promise.all([relaxed.close(), strict.close()]);
  });

  it('of a name that does not exist is refused', async () => {
    await expect(open(memoryStorage(), 'eventual' as Durability)).rejects.toMatchObject({ code: 'invalid-option' });
  });
});

describe('flush', () => {
  it('resolves after everything that was asked before is committed, with a strict write', async () => {
    const storage = idbStorage({ name: `durable-${++databases}` });
    const memory = await open(storage, 'relaxed');
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const asked = ['one', 'two'].map((text) => memory.items.memorize(text));
    await memory.flush();
    const { rows } = await storage.load({ workspace: '/', session: 'lasting' }, ['items']);
    const stored = rows.map(({ value }) => String(value?.['x']));
    expect(stored.sort()).toEqual(['one', 'two']);
    expect(begun.mock.calls.map(([, , options]) => options?.durability)).toContain('strict');
    await Promise.all(asked);
    await memory.close();
  });

  it('resolves where a storage has nothing to flush', async () => {
    const memory = await open(memoryStorage());
    await expect(memory.flush()).resolves.toBeUndefined();
    await memory.close();
    await expect(memory.flush()).rejects.toMatchObject({ code: 'closed' });
  });

  it('says when the disk refuses', async () => {
    const full: Storage = { ...memoryStorage(), flush: () => Promise.reject(new Error('no disk')) };
    const memory = await open(full);
    await expect(memory.flush()).rejects.toThrow('no disk');
    await memory.close();
  });
});

describe('persist', () => {
  for (const [answer, told] of [
    [true, 'granted'],
    [false, 'denied'],
  ] as const) {
    it(`is ${told} where the browser says ${answer}`, async () => {
      vi.stubGlobal('navigator', { storage: { persist: async () => answer } });
      const memory = await open(idbStorage({ name: `durable-${++databases}` }));
      expect(await memory.persist()).toBe(told);
      await memory.close();
    });
  }

  it('is not available without the browser’s question, nor for another storage', async () => {
    vi.stubGlobal('navigator', {});
    const inDatabase = await open(idbStorage({ name: `durable-${++databases}` }));
    expect(await inDatabase.persist()).toBe('not-available');
    vi.stubGlobal('navigator', { storage: { persist: async () => true } });
    const inMemory = await open(memoryStorage());
    expect(await inMemory.persist()).toBe('not-available');
    await Promise.all([inDatabase.close(), inMemory.close()]);
  });
});
