import { describe, expect, it } from 'vitest';
import type { Hit } from '../../../src/api/recall.ts';
import { memoryStorage, type WorkingMemory } from '../../../src/entries/index.ts';
import type { WorkingMemoryError } from '../../../src/errors.ts';
import { randomIds } from '../../../src/ports/system.ts';
import type { Storage } from '../../../src/storage/port.ts';
import { fakeClock } from '../../support/fakes/fakes.ts';
import { openFixed } from '../../support/fixed-memory.ts';

const HOUR = 3_600_000;
const clock = fakeClock();
const open = (storage: Storage, session: string, options = {}): Promise<WorkingMemory> =>
  openFixed({ storage, session, workspace: 'ann', ids: randomIds, clock, ...options });
const EVERYWHERE = { scope: 'workspace' } as const;

const placeOf = ({ session, scope, path, message, item }: Hit) => [
  session ?? 'here',
  scope,
  path ?? message ?? item?.text,
];
const found = async (memory: WorkingMemory, prompt: string, options = {}) =>
  (await memory.items.remember(prompt, { ...EVERYWHERE, ...options })).hits.map(placeOf);
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    ({ code }: WorkingMemoryError) => code,
  );

/** Counts the calls of each method. */
function counting(storage: Storage): { readonly storage: Storage; readonly calls: Map<string, number> } {
  const calls = new Map<string, number>();
  const counted = new Proxy(storage, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        calls.set(String(name), (calls.get(String(name)) ?? 0) + 1);
        return Reflect.apply(member, target, args);
      };
    },
  });
  return { storage: counted, calls };
}

describe('a search of the workspace', () => {
  it('explains a message of another conversation by the parts of its score alone', async () => {
    const storage = memoryStorage();
    const monday = await open(storage, 'monday');
    await monday.transcript.append([{ role: 'user', text: 'The museum in Oslo is closed' }]);
    const [own] = (await monday.items.remember('museum in Oslo', { scope: 'transcript', explain: true })).hits;
    const today = await open(storage, 'today');
    const [hit] = (await today.items.remember('museum in Oslo', { ...EVERYWHERE, explain: true })).hits;
    expect(hit?.session).toBe('monday');
    expect(Object.keys(hit?.parts ?? {}).sort()).toEqual(Object.keys(own?.parts ?? {}).sort());
  });

  it('knows the time that a question names, and misspelt words', async () => {
    const storage = memoryStorage();
    const monday = await open(storage, 'monday');
    const ago = (days: number): number => clock() - days * 24 * HOUR;
    await monday.transcript.append([
      { role: 'user', text: 'Lunch with the accountant was long', at: ago(9) },
      { role: 'user', text: 'Lunch with the accountant was short', at: ago(1) },
      { role: 'user', text: 'The restaurant is called Bellevue', at: ago(1) },
    ]);
    await monday.close();
    const today = await open(storage, 'today');
    const first = async (prompt: string) => (await found(today, prompt))[0]?.at(-1);
    expect(await first('What about lunch with the accountant yesterday?')).toBe(1);
    expect(await first('What about lunch with the accountant nine days ago?')).toBe(0);
    expect(await first('restaurant belevue')).toBe(2);
    await today.close();
  });

  it('finds what stands in other conversations where it stands', async () => {
    const storage = memoryStorage();
    const monday = await open(storage, 'monday');
    await monday.transcript.append([
      { role: 'user', text: 'We adopted a beagle called Rex', at: clock() - 24 * HOUR },
      { role: 'assistant', text: 'Congratulations!' },
    ]);
    await monday.items.memorize('Rex the beagle eats at seven');
    await monday.files.write('detail/vet.md', '# Vet\n\nThe beagle has its shots in May.');
    await monday.shared.items.memorize('Ann walks her beagle every morning');
    await monday.close();

    const tuesday = await open(storage, 'tuesday');
    await tuesday.transcript.append({ role: 'user', text: 'Where can I take a beagle on Sunday?' });
    const { hits, mode, leftOut } = await tuesday.items.remember('beagle', EVERYWHERE);
    expect(hits.map(placeOf).sort()).toEqual([
      ['*shared', 'items', 'Ann walks her beagle every morning'],
      ['here', 'transcript', 0],
      ['monday', 'detail', 'detail/vet.md'],
      ['monday', 'items', 'Rex the beagle eats at seven'],
      ['monday', 'transcript', 0],
    ]);
    expect([mode, leftOut]).toEqual(['lexical', undefined]);
    const said = hits.find(({ session, message }) => session === 'monday' && message === 0);
    expect(said).toMatchObject({ heading: 'user', time: clock() - 24 * HOUR, ageMs: 24 * HOUR });
    expect(said?.snippet).toContain('called Rex');
    expect((await found(tuesday, 'beagle', { filters: { role: 'user' } })).sort()).toEqual([
      ['here', 'transcript', 0],
      ['monday', 'transcript', 0],
    ]);
    expect((await tuesday.files.search('shots', EVERYWHERE)).hits.map(placeOf)).toEqual([
      ['monday', 'detail', 'detail/vet.md'],
    ]);
  });

  it('finds what left the store of another conversation, and no fact that was replaced', async () => {
    const storage = memoryStorage();
    const before = await open(storage, 'before', { limits: { maxItems: 1 } });
    await before.items.memorize('Ann lives in Paris', { key: 'city' });
    await before.items.memorize('Ann lives in Berlin', { key: 'city' });
    await before.items.memorize('the newest item');
    const memory = await open(storage, 'now');
    expect(await found(memory, 'where does Ann live')).toEqual([['before', 'tail', 'Ann lives in Berlin']]);
    expect(await found(memory, 'Paris', { former: true })).toEqual([['before', 'tail', 'Ann lives in Paris']]);
  });

  it('follows every change: new texts, edits, erasure, deletion', async () => {
    const storage = memoryStorage();
    const [one, other] = [await open(storage, 'one'), await open(storage, 'other')];
    expect(await found(one, 'falcon')).toEqual([]);
    await other.transcript.append({ role: 'user', text: 'a falcon' });
    const { items } = await other.items.memorize('the falcon nests here');
    await other.files.write('detail/a.md', 'falcon files');
    expect((await found(one, 'falcon')).map(([, scope]) => scope).sort()).toEqual(['detail', 'items', 'transcript']);
    await other.files.write('detail/a.md', 'no birds', { force: true });
    expect((await found(one, 'falcon')).map(([, scope]) => scope).sort()).toEqual(['items', 'transcript']);
    await other.items.forget({ ids: items.map(({ id }) => id) }, { mode: 'hard' });
    expect(await found(one, 'falcon')).toEqual([['other', 'transcript', 0]]);
    await one.sessions.delete('other');
    expect(await found(one, 'falcon')).toEqual([]);
  });

  it('gives the copies in a conversation and its fork as one hit', async () => {
    const memory = await open(memoryStorage(), 'one');
    await memory.items.memorize('a rare word: xylophone');
    await memory.transcript.append({ role: 'user', text: 'no xylophone lessons this week' });
    await memory.sessions.fork('copy');
    const { hits } = await memory.items.remember('xylophone', EVERYWHERE);
    expect(hits).toHaveLength(2);
    expect(hits.flatMap(({ also = [] }) => also.map(({ scope }) => scope)).sort()).toEqual(['items', 'transcript']);
  });

  it('changes no answer of a conversation itself', async () => {
    const storage = memoryStorage();
    const memory = await open(storage, 'one');
    await memory.items.memorize(['the harbour of Oslo', 'the museum of Oslo', 'a museum in Bergen']);
    const before = await memory.items.remember('museum in Oslo', { scope: 'all', explain: true });
    const other = await open(storage, 'other');
    await other.items.memorize(Array.from({ length: 20 }, (_, each) => `museum number ${each}`));
    expect(await found(memory, 'museum in Oslo')).not.toEqual([]);
    expect(await memory.items.remember('museum in Oslo', { scope: 'all', explain: true })).toEqual(before);
  });

  it('has to be of a named workspace', async () => {
    const memory = await openFixed();
    expect(await codeOf(memory.items.remember('anything', EVERYWHERE))).toBe('workspace-not-named');
    expect(await codeOf(memory.files.search('anything', EVERYWHERE))).toBe('workspace-not-named');
  });

  it('neither takes from a private conversation nor gives to it', async () => {
    const storage = memoryStorage();
    const secret = await open(storage, 'secret', { private: true });
    await secret.transcript.append({ role: 'user', text: 'the surprise party' });
    await secret.items.memorize('the surprise cake');
    const memory = await open(storage, 'open');
    await memory.items.memorize('no surprise');
    expect(await found(memory, 'surprise')).toEqual([['here', 'items', 'no surprise']]);
    expect(await codeOf(secret.items.remember('surprise', EVERYWHERE))).toBe('invalid-input');
    expect(await codeOf((await open(storage, 'secret')).items.remember('surprise', EVERYWHERE))).toBe('invalid-input');
  });

  it('loses a conversation that becomes private', async () => {
    const storage = memoryStorage();
    const memory = await open(storage, 'open');
    await (await open(storage, 'diary')).items.memorize('a confession');
    expect(await found(memory, 'confession')).toEqual([['diary', 'items', 'a confession']]);
    await (await open(storage, 'diary', { private: true })).items.step();
    expect(await found(memory, 'confession')).toEqual([]);
  });
});

describe('the index of the workspace', () => {
  const talk = async (storage: Storage, sessions: number, messages: number): Promise<void> => {
    for (let session = 0; session < sessions; session++) {
      clock.now += HOUR;
      const memory = await open(storage, `talk ${session}`);
      const said = Array.from({ length: messages }, (_, turn) => `heron in talk ${session}, turn ${turn}`);
      await memory.transcript.append(said.map((text) => ({ role: 'user' as const, text })));
      await memory.close();
    }
    clock.now += HOUR;
  };

  it.each([true, false])(
    'holds the newest texts up to its limit and says what it left out (background: %s)',
    async (background) => {
      const storage = memoryStorage();
      await talk(storage, 6, 10);
      const workspace = { maxTexts: 25, background, waitMs: 60_000 };
      const memory = await open(storage, 'now', { recall: { workspace } });
      const { hits, leftOut } = await memory.items.remember('heron', { ...EVERYWHERE, limit: 100 });
      const places = hits.map(({ session, message }) => `${session} ${message}`);
      expect(places).toHaveLength(25);
      expect(places).toContain('talk 5 0');
      expect(places).toContain('talk 3 9');
      expect(places).not.toContain('talk 3 4');
      expect(leftOut).toEqual({ sessions: 4, texts: 35 });
      // New texts take the room of the oldest.
      await memory.transcript.append({ role: 'user', text: 'one more heron' });
      const next = await memory.items.remember('heron', { ...EVERYWHERE, limit: 100 });
      expect(next.hits.map(({ session, message }) => `${session} ${message}`)).toContain('undefined 0');
      expect(next.leftOut).toEqual({ sessions: 4, texts: 36 });
    },
  );

  it('finds the same whether it was read at once or followed', async () => {
    const storage = memoryStorage();
    const memory = await open(storage, 'now');
    await memory.items.remember('heron', EVERYWHERE);
    await talk(storage, 4, 8);
    const followed = await found(memory, 'heron in talk 2', { limit: 50 });
    await memory.close();
    const fresh = await open(storage, 'now');
    expect((await found(fresh, 'heron in talk 2', { limit: 50 })).slice(0, 8).sort()).toEqual(
      followed.slice(0, 8).sort(),
    );
  });

  it('is one for all conversations that are open over a storage, and outlives each', async () => {
    const inner = memoryStorage();
    await talk(inner, 3, 5);
    let loads = 0;
    const storage: Storage = { ...inner, rows: (...given) => (loads++, inner.rows(...given)) };
    const one = await open(storage, 'one');
    const two = await open(storage, 'two');
    expect(await found(one, 'heron')).toEqual(await found(two, 'heron'));
    loads = 0;
    await one.close();
    expect(await found(two, 'heron')).toHaveLength(10);
    expect(loads).toBe(0);
  });

  it('leaves out what a newer version wrote, and what is damaged', async () => {
    const inner = memoryStorage();
    await talk(inner, 2, 3);
    const storage: Storage = {
      ...inner,
      async sessions() {
        const all = await inner.sessions();
        return all.map((one) =>
          one.session === 'talk 0' ? { ...one, manifest: { ...one.manifest, version: 99 } } : one,
        );
      },
      async load(address, stores) {
        const loaded = await inner.load(address, stores);
        if (address.session !== 'talk 0' || !loaded.manifest) return loaded;
        return { ...loaded, manifest: { ...loaded.manifest, version: 99 } };
      },
    };
    const memory = await open(storage, 'now');
    const { hits, leftOut } = await memory.items.remember('heron', EVERYWHERE);
    expect(new Set(hits.map(({ session }) => session))).toEqual(new Set(['talk 1']));
    expect(leftOut).toEqual({ sessions: 1, texts: 3 });
  });

  it('asks storage once where nothing has changed, and reads one conversation where one has', async () => {
    const { storage, calls } = counting(memoryStorage());
    for (let number = 0; number < 20; number++) {
      const memory = await open(storage, `chat ${number}`);
      await memory.transcript.append({ role: 'user', text: `Heron number ${number}` });
      await memory.close();
    }
    const today = await open(storage, 'today');
    await found(today, 'heron');
    const asked = async (): Promise<Readonly<Record<string, number>>> => {
      calls.clear();
      await found(today, 'nothing of that kind');
      return Object.fromEntries(calls);
    };
    expect(await asked()).toEqual({ sessions: 1 });
    const other = await open(storage, 'chat 7');
    await other.transcript.append({ role: 'user', text: 'Two herons' });
    await other.close();
    expect(await asked()).toEqual({ sessions: 1, since: 1 });
    await today.close();
  });

  it('learns the language of the texts before it has read all', async () => {
    const { storage, calls } = counting(memoryStorage());
    for (let number = 0; number < 20; number++) {
      const memory = await open(storage, `chat ${number}`);
      await memory.transcript.append({
        role: 'user',
        text: `Der Reiher ${number} ist nicht mit dem anderen auf der Wiese, sondern für sich`,
      });
      await memory.close();
    }
    const today = await open(storage, 'today');
    calls.clear();
    await found(today, 'Reiher');
    expect(calls.get('load')).toBeLessThan(30);
    await today.close();
  });

  it('reads the language of the texts', async () => {
    const storage = memoryStorage();
    const memory = await open(storage, 'deutsch');
    const said = ['Wir haben die Häuser in der Stadt gesehen', 'und das ist nicht weit von der Schule mit dem Garten'];
    await memory.transcript.append(said.map((text) => ({ role: 'user' as const, text })));
    expect(await found(await open(storage, 'neu'), 'Haus in Städten')).toEqual([['deutsch', 'transcript', 0]]);
  });
});
