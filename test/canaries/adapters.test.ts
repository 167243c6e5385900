// A hard forget over every storage that needs no server: nothing is left in the bytes that it keeps.
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { encrypted } from '../../src/entries/encrypted.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { ROW_STORES, type Storage } from '../../src/storage/port.ts';
import { traces } from '../support/canaries/hunt.ts';
import { openCanaries, planted } from '../support/canaries/plant.ts';
import { ADAPTERS } from '../support/frozen/stored-bytes.ts';

const HERE = { workspace: '/', session: 'test' };

/** Erases the items, as an app would after a restart. */
async function erased(storage: Storage, ids: readonly string[]): Promise<void> {
  const memory = await openCanaries(storage);
  const left = (await memory.items.list()).filter(({ id }) => ids.includes(id)).map(({ id }) => id);
  if (left.length > 0) await memory.items.forget({ ids: left }, { mode: 'hard' });
  await memory.close();
}

describe('the bytes of a storage', () => {
  it.each(Object.entries(ADAPTERS))('of %s hold nothing of what was forgotten', async (_, make) => {
    const { storage, dump } = await make();
    const ids = await planted(storage);
    expect(traces(await dump()).length).toBeGreaterThan(10);
    await erased(storage, ids);
    expect(traces(await dump())).toEqual([]);
  });

  it('of an encrypted storage hold nothing before either, and what they seal nothing any more', async () => {
    const kept = memoryStorage();
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const storage = encrypted(kept, { key });
    const below = async () =>
      Promise.all((await kept.sessions()).map(async (one) => [one, await kept.load(one, ROW_STORES)]));
    const sealed = async () => [await storage.load(HERE, ROW_STORES), await storage.journal(HERE, 0, 10_000)];
    const ids = await planted(storage);
    expect(traces(await below())).toEqual([]);
    expect(traces(await sealed()).length).toBeGreaterThan(10);
    await erased(storage, ids);
    expect(traces(await sealed())).toEqual([]);
  });
});
