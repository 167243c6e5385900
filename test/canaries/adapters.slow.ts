// A hard forget over every storage that needs no server: nothing is left in the bytes that it keeps.
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { encrypted } from '../../src/entries/encrypted.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { ROW_STORES } from '../../src/storage/port.ts';
import { erased, forgottenContract } from '../contracts/forgotten.ts';
import { traces } from '../support/canaries/hunt.ts';
import { planted } from '../support/canaries/plant.ts';
import { ADAPTERS } from '../support/frozen/stored-bytes.ts';

const HERE = { workspace: '/', session: 'test' };

for (const [name, make] of Object.entries(ADAPTERS)) forgottenContract(name, make);

describe('the bytes of an encrypted storage', () => {
  it('hold nothing before either, and what they seal nothing any more', async () => {
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
