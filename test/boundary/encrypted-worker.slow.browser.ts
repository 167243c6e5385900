// An encrypted IndexedDB in the page's worker: the key crosses to it, and only answers come back.
import { deleteDB, openDB } from 'idb';
import { describe, expect, it } from 'vitest';
import { encrypted, rotateKey } from '../../src/entries/encrypted.ts';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';
import type { Storage } from '../../src/storage/port.ts';
import { failure, freshSession, newest, open, texts, workers } from '../support/browser/hooked-memories.ts';

const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
const SECRET = 'The PIN of the safe is 47110815.';

/** Everything in the database, as text. */
async function stored(): Promise<string> {
  const database = await openDB('working-memory');
  const names = [...database.objectStoreNames];
  const rows = await Promise.all(
    names.map(async (name) => [await database.getAllKeys(name), await database.getAll(name)]),
  );
  database.close();
  const latin = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return JSON.stringify(rows, (_, value) => (value instanceof Uint8Array ? latin(value) : (value as unknown)));
}

describe('an encrypted IndexedDB', () => {
  it('lives in the worker, under a key that cannot be exported, and shows nothing in the database', async () => {
    const key = await newKey();
    const session = freshSession();
    const memory = await open({ session, storage: encrypted('indexeddb', { key }) });
    expect(memory.runtime).toMatchObject({ place: 'worker', storage: 'indexeddb, encrypted', quarantined: [] });
    await memory.items.memorize(SECRET, { tags: ['Zebracrossing'] });
    await memory.files.write('detail/safe-of-zoefinch.md', SECRET);
    expect((await memory.recall('What is the PIN of the safe?')).text).toContain('47110815');
    // Firefox asks its user, and nobody is there.
    if (!navigator.userAgent.includes('Firefox')) expect(await memory.persist()).not.toBe('not-available');
    await memory.close();
    expect(await stored()).not.toMatch(/47110815|Zebracrossing|zoefinch/);
    expect(await stored()).not.toContain(session);

    const again = await open({ session, storage: encrypted('indexeddb', { key }) });
    expect(await texts(again)).toEqual([SECRET]);
    newest().terminate();
    await again.reopen();
    expect(await texts(again)).toEqual([SECRET]);
  });

  it('is found by other conversations of its workspace, and erased from all of them', async () => {
    const workspace = `encrypted-${crypto.randomUUID()}`;
    const storage = encrypted('indexeddb', { key: await newKey() });
    const first = await open({ session: 'monday', workspace, storage });
    await first.items.memorize(SECRET);
    const second = await open({ session: 'tuesday', workspace, storage });
    expect(workers).toHaveLength(1);
    const asked = { scope: 'workspace' } as const;
    expect((await second.items.remember('PIN of the safe', asked)).hits).toHaveLength(1);
    // The same workspace without encryption is another one, though in the same database and worker.
    const plain = await open({ session: 'wednesday', workspace });
    expect((await plain.items.remember('PIN of the safe', asked)).hits).toEqual([]);
    expect((await second.erase({ text: '47110815' })).failed).toEqual([]);
    expect((await second.items.remember('PIN of the safe', asked)).hits).toEqual([]);
    expect(await texts(first)).toEqual([]);
  });

  it('opens with the key that fits alone: a wrong one, a lost one and one from before are refused', async () => {
    const [key, next] = [await newKey(), await newKey()];
    const session = freshSession();
    const workspace = session;
    const opened = (storage: Storage) => open({ session, workspace, storage });
    const first = await opened(encrypted('indexeddb', { key }));
    await first.items.memorize(SECRET);
    await first.close();
    const refusal = async (storage: Storage) => {
      const { code, details } = await failure(opened(storage));
      return [code, (details as { reason?: string }).reason];
    };
    expect(await refusal(encrypted('indexeddb', { key: next }))).toEqual(['storage-key', 'wrong']);
    const locked = () => Promise.reject(new Error('the vault is locked'));
    expect(await refusal(encrypted('indexeddb', { key: locked }))).toEqual(['storage-key', 'unavailable']);
    expect(await rotateKey('indexeddb', { from: key, to: next })).toEqual({ workspaces: 1, sessions: 1 });
    expect(await refusal(encrypted('indexeddb', { key }))).toEqual(['storage-key', 'wrong']);
    expect(await texts(await opened(encrypted('indexeddb', { key: next })))).toEqual([SECRET]);
  });

  it('stays on the page’s thread where the app wraps it, so that its wrapper is asked', async () => {
    let commits = 0;
    const storage = encrypted('indexeddb', { key: await newKey() });
    const wrapped: Storage = {
      ...storage,
      commit: (...given) => {
        commits++;
        return storage.commit(...given);
      },
    };
    const memory = await open({ workspace: freshSession(), storage: wrapped });
    expect(memory.runtime.place).toBe('same-thread');
    expect(commits).toBeGreaterThan(0);
  });

  it('that was emptied is not taken for a first run, and what notices it names nothing of the session', async () => {
    const key = await newKey();
    const session = `anns-${freshSession()}`;
    const name = `emptied-${session}`;
    const opened = () => open({ session, storage: encrypted(idbStorage({ name }), { key }) });
    const first = await opened();
    expect(first.recovery.kind).toBe('none');
    await first.items.memorize(SECRET);
    await first.close();
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/anns-|47110815/);
    await deleteDB(name);
    const emptied = await opened();
    expect(emptied.recovery).toMatchObject({ kind: 'reset', lost: { items: 1 } });
    await emptied.close();
    expect((await opened()).recovery.kind, 'said once').toBe('none');
  });

  it('begins anew without a word where a session was deleted on purpose, though its worker has the key', async () => {
    const storage = encrypted('indexeddb', { key: await newKey() });
    const workspace = freshSession();
    const session = 'anns-chat';
    const first = await open({ workspace, session, storage });
    expect(first.runtime.place).toBe('worker');
    await first.items.memorize(SECRET);
    await first.close();
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/anns-chat|47110815/);
    const other = await open({ workspace, session: 'other', storage });
    await other.sessions.delete(session);
    expect((await open({ workspace, session, storage })).recovery.kind).toBe('none');
  });
});
