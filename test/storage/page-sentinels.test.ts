// Sentinels of an encrypted session do not reveal it; test/boundary/encrypted-worker.slow.browser.ts uses a real page.
import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { encrypted } from '../../src/entries/encrypted.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';

afterEach(() => vi.unstubAllGlobals());

it('an emptied encrypted IndexedDB is noticed, and localStorage names no session of it', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const open = (name: string, session = 'anns-chat') =>
    openWorkingMemory({ session, workspace: 'clinic', storage: encrypted(idbStorage({ name }), { key }) });
  const memory = await open('before');
  await memory.items.memorize('one');
  await memory.close();
  expect(kept.size).toBe(1);
  expect(JSON.stringify([...kept])).not.toMatch(/anns-chat|clinic|one/);

  const emptied = await open('after');
  expect(emptied.recovery).toMatchObject({ kind: 'reset', lost: { items: 1 } });
  await emptied.close();
  const other = await open('after', 'other');
  await other.sessions.delete('anns-chat');
  await other.close();
  expect(kept.size, 'that of the other session').toBe(1);
});
