import { describe, expect, it } from 'vitest';
import { memoryStorage, type WorkingMemory } from '../../src/entries/index.ts';
import { plainMessages } from '../../src/entries/lenses.ts';
import type { WorkingMemoryError } from '../../src/errors.ts';
import { randomIds } from '../../src/ports/system.ts';
import { ROW_STORES, type Storage } from '../../src/storage/port.ts';
import { openFixed } from '../support/fixed-memory.ts';

const SECRET = 'Bob has the blood group AB negative';
const open = (storage: Storage, session: string, options = {}): Promise<WorkingMemory> =>
  openFixed({ storage, session, workspace: 'clinic', ids: randomIds, ...options });
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    ({ code }: WorkingMemoryError) => code,
  );

/** Returns everything in a storage that contains the secret, journals included. */
async function holding(storage: Storage): Promise<string[]> {
  const found: string[] = [];
  for (const { workspace, session } of await storage.sessions()) {
    const { rows } = await storage.load({ workspace, session }, ROW_STORES);
    const journal = await storage.journal({ workspace, session }, 0, 10_000);
    if (JSON.stringify([rows, journal]).includes('blood group')) found.push(`${workspace} ${session}`);
  }
  return found;
}

/** A workspace in which a user's fact stands everywhere, and another workspace with the same. */
async function clinic() {
  const storage = memoryStorage();
  const ward = await open(storage, 'ward', { limits: { maxItems: 2 } });
  await ward.items.memorize(SECRET, { userId: 'bob' });
  await ward.items.memorize(['a second item', 'a third item']);
  await ward.transcript.append({ role: 'user', text: `For the file: ${SECRET}, says the lab.` });
  const desk = await open(storage, 'desk', { private: true });
  await desk.files.write('detail/bob.md', `# Bob\n\n${SECRET}`);
  await desk.files.write('detail/bob.md', '# Bob\n\nNothing yet.', { force: true });
  await desk.context.prepare(plainMessages, [{ role: 'user', content: SECRET }]);
  await desk.shared.items.memorize({ text: `Note: ${SECRET}.`, userId: 'nurse' });
  await desk.shared.files.write('detail/all.md', `${SECRET}\nThe rest stays.`);
  await ward.items.memorize('Ann is on duty', { userId: 'ann' });
  const elsewhere = await open(storage, 'ward', { workspace: 'clinic/annex' });
  await elsewhere.items.memorize(SECRET, { userId: 'bob' });
  for (const memory of [ward, desk, elsewhere]) await memory.close();
  return storage;
}

describe('erase', () => {
  it.each([{ userId: 'bob' }, { text: SECRET }])(
    'leaves nothing in any conversation of the workspace, and says what was where: %j',
    async (request) => {
      const storage = await clinic();
      const memory = await open(storage, 'office');
      const { sessions, searched, failed } = await memory.erase(request);
      expect([searched, failed]).toEqual([4, []]);
      const lost = sessions.map(({ session, items, messages, files }) => [session, items.length, messages, files]);
      expect(lost.sort()).toEqual([
        ['*shared', 1, [], ['detail/all.md']],
        ['desk', 0, [0], ['detail/bob.md']],
        ['ward', 1, [0], []],
      ]);
      expect(await holding(storage)).toEqual(['clinic/annex ward']);
      expect(JSON.stringify(sessions)).not.toContain('blood');
      expect((await memory.items.remember('blood group', { scope: 'workspace' })).hits).toEqual([]);
      expect((await memory.shared.files.read('detail/all.md')).text).toContain('The rest stays.');
      expect((await (await open(storage, 'ward')).items.list()).map(({ text }) => text)).toContain('Ann is on duty');
      expect(await memory.erase(request)).toEqual({ sessions: [], searched: 4, failed: [] });
    },
  );

  it('takes ids, of any conversation', async () => {
    const storage = await clinic();
    const { hits } = await (await open(storage, 'ward')).items.remember('blood');
    const ids = hits.flatMap(({ id }) => id ?? []);
    await (await open(storage, 'office')).erase({ ids });
    expect(await holding(storage)).toEqual(['clinic/annex ward']);
  });

  it.each(['userId', 'ids'] as const)(
    'leaves a fact of somebody else that shares a word with an erased one, and erases it by its text: %s',
    async (by) => {
      const memory = await open(memoryStorage(), 'family');
      const { items } = await memory.items.memorize('Berlin', { userId: 'bob' });
      await memory.items.memorize('Ann moved to Berlin in May', { userId: 'ann' });
      await memory.shared.items.memorize('The dinner is in Berlin');
      await memory.files.write('detail/trip.md', 'A hotel in Berlin');
      const facts = async (): Promise<string[]> =>
        [...(await memory.items.list()), ...(await memory.shared.items.list())].map(({ text }) => text);
      await memory.erase(by === 'userId' ? { userId: 'bob' } : { ids: items.map(({ id }) => id) });
      expect(await facts()).toEqual(['Ann moved to Berlin in May', 'The dinner is in Berlin']);
      expect((await memory.files.read('detail/trip.md')).text).toBe('A hotel in [forgotten]');
      await memory.erase({ text: 'Berlin' });
      expect(await facts()).toEqual([]);
    },
  );

  it('leaves another user who says the same of himself', async () => {
    const memory = await open(memoryStorage(), 'family');
    await memory.items.memorize('prefers the dark mode', { userId: 'bob' });
    await memory.items.memorize('prefers the dark mode', { userId: 'ann' });
    await memory.erase({ userId: 'bob' });
    expect((await memory.items.list()).map(({ userId }) => userId)).toEqual(['ann']);
  });

  it('takes a title that alone says the text, and names its conversation', async () => {
    const memory = await open(memoryStorage(), 'talk');
    await memory.sessions.rename('talk', 'About vault 47110815');
    const { sessions } = await memory.erase({ text: '47110815' });
    expect(sessions).toEqual([{ session: 'talk', items: [], messages: [], files: [], title: true }]);
    expect((await memory.sessions.list())[0]?.title).toBe('About vault [forgotten]');
  });

  it('ends what it began, wherever it was interrupted', async () => {
    for (let kill = 1; ; kill++) {
      const storage = await clinic();
      let commits = 0;
      const dying: Storage = {
        ...storage,
        commit: (...given) => (++commits >= kill ? Promise.reject(new Error('killed')) : storage.commit(...given)),
      };
      const first = await open(storage, 'office')
        .then((memory) => memory.close())
        .then(() => open(dying, 'office'));
      const { failed } = await first.erase({ userId: 'bob' });
      if (failed.length === 0) {
        expect(kill).toBeGreaterThan(3);
        return;
      }
      const again = await (await open(storage, 'office')).erase({ userId: 'bob' });
      expect(again.failed).toEqual([]);
      expect([kill, await holding(storage)]).toEqual([kill, ['clinic/annex ward']]);
    }
  });

  it('refuses what it does not understand, an unnamed workspace, and a memory that only reads', async () => {
    const memory = await open(memoryStorage(), 'one');
    const wrong = [undefined, {}, 'bob', { userId: '' }, { ids: [] }, { userId: 'bob', text: 'x' }, { tags: ['a'] }];
    for (const request of wrong) expect(await codeOf(memory.erase(request as never))).toBe('invalid-input');
    expect(await codeOf((await openFixed()).erase({ userId: 'bob' }))).toBe('workspace-not-named');
    const storage = await clinic();
    expect(await codeOf((await open(storage, 'ward', { readOnly: true })).erase({ text: SECRET }))).toBe('read-only');
  });
});
