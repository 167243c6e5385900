// The raw rows of a real IndexedDB after each kind of hard forget, and after an erasure from a whole workspace.
import { openDB } from 'idb';
import { describe, expect, it } from 'vitest';
import { encrypted } from '../../src/entries/encrypted.ts';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';
import { CANARIES, traces } from '../support/canaries/hunt.ts';
import { KINDS } from '../support/canaries/kinds.ts';
import { openCanaries, plant, writings } from '../support/canaries/plant.ts';
import { fakeClock } from '../support/fakes/fakes.ts';

const HOUR = 3_600_000;
const LANGUAGES = Object.keys(CANARIES) as (keyof typeof CANARIES)[];

/** Keys and values of all rows as the browser holds them, read past the library. */
async function rowsOf(name: string): Promise<unknown> {
  const database = await openDB(name);
  const stores = [...database.objectStoreNames];
  const rows = await Promise.all(
    stores.map(async (store) => [store, await database.getAllKeys(store), await database.getAll(store)]),
  );
  database.close();
  return rows;
}

const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

describe('the rows of IndexedDB', () => {
  it.each(Object.entries(KINDS).map(([by, request], turn) => [by, LANGUAGES[turn % 2] ?? 'en', request] as const))(
    'hold nothing after a hard forget by %s, in %s',
    async (_, language, request) => {
      const name = `canaries-${crypto.randomUUID()}`;
      const canary = CANARIES[language];
      const clock = fakeClock();
      const memory = await openCanaries(idbStorage({ name }), { clock, locale: language });
      const { id } = await plant(memory, canary, { session: 'test', forms: writings(canary).slice(-3) });
      clock.now += 2 * HOUR;
      await memory.items.step();
      await memory.items.memorize('what stays here', { importance: 0.9 });
      expect(traces(await rowsOf(name)).length).toBeGreaterThan(10);
      await memory.items.forget(request(id, canary), { mode: 'hard' });
      expect(traces(await rowsOf(name))).toEqual([]);
      expect(JSON.stringify(await rowsOf(name))).toContain('what stays here');
      await memory.close();
      expect(traces(await rowsOf(name))).toEqual([]);
    },
  );

  it.each([
    ['a text', { text: CANARIES.en }],
    ['a person', { userId: 'ann' }],
  ] as const)('hold nothing after an erasure by %s from all conversations, in every form', async (_, request) => {
    const name = `canaries-${crypto.randomUUID()}`;
    const open = (session: string) => openCanaries(idbStorage({ name }), { workspace: 'clinic', session });
    for (const session of ['monday', 'tuesday', 'wednesday']) {
      const memory = await open(session);
      await memory.items.memorize(CANARIES.en, { userId: 'ann' });
      await plant(memory, CANARIES.en, { session });
      await memory.close();
    }
    expect(traces(await rowsOf(name)).length).toBeGreaterThan(30);
    const memory = await open('office');
    const { failed, sessions } = await memory.erase(request);
    expect([failed, sessions.length]).toEqual([[], 3]);
    expect(traces(await rowsOf(name))).toEqual([]);
    await memory.close();
  });

  it('hold nothing before either where they are encrypted', async () => {
    const name = `canaries-${crypto.randomUUID()}`;
    const memory = await openCanaries(encrypted(idbStorage({ name }), { key: await newKey() }));
    await plant(memory, CANARIES.en, { session: 'test' });
    expect(traces(await rowsOf(name))).toEqual([]);
    expect(traces({ ...localStorage })).toEqual([]);
    await memory.close();
  });
});
