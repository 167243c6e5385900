import { describe, expect, it } from 'vitest';
import type { Commit } from '../../src/api/memory.ts';
import { type Manifest, STORAGE_VERSION } from '../../src/storage/port.ts';
import { compactStorage } from '../../src/engine/session/stored/compact-storage.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { testEngine } from '../support/engine.ts';
import { openedStorage } from '../support/storage/damage.ts';

const ADDRESS = { workspace: '/', session: 'test' };
const told = (commits: readonly Commit[]) =>
  commits.flatMap(({ events }) => events).filter(({ type }) => type === 'session-recovered');
const texts = async ({ engine }: Awaited<ReturnType<typeof testEngine>>) =>
  (await engine.listItems()).map(({ text }) => text);

describe('an owner whose session was replaced', () => {
  for (const how of ['deleted', 'wiped']) {
    it(`by another one of the same head, after it was ${how}, loads that one and says so`, async () => {
      const { storage, copy } = openedStorage();
      const empty = copy();
      const stale = await testEngine({}, { storage, ids: countingIds('stale') });
      for (const text of ['old 1', 'old 2']) await stale.engine.memorize([{ text }]);
      if (how === 'deleted') await storage.remove(ADDRESS);
      else empty();
      const fresh = await testEngine({}, { storage, ids: countingIds('fresh') });
      for (const text of ['new 1', 'new 2']) await fresh.engine.memorize([{ text }]);

      await stale.engine.memorize([{ text: 'mine' }]);
      expect(await texts(stale)).toEqual(['new 1', 'new 2', 'mine']);
      const items = await stale.engine.listItems();
      expect(new Set(items.map(({ id }) => id)).size).toBe(3);
      expect(await stale.engine.capacity()).toMatchObject({ usage: { items: 3 } });
      const kept = { items: 2, files: 1 };
      expect(told(stale.commits)).toEqual([{ type: 'session-recovered', kind: 'reset', kept, lost: { items: 2 } }]);
      expect((await stale.engine.status()).recovery.kind).toBe('reset');
      expect((await testEngine({}, { storage }).then(texts)).length).toBe(3);
      expect(told(fresh.commits)).toEqual([]);
    });
  }

  it('by a copy that others went on with as far loads that one and says so', async () => {
    const { storage, copy } = openedStorage();
    const stale = await testEngine({}, { storage, ids: countingIds('stale') });
    await stale.engine.memorize([{ text: 'in the copy' }]);
    const restore = copy();
    for (const text of ['lost 1', 'lost 2']) await stale.engine.memorize([{ text }]);
    restore();
    const other = await testEngine({}, { storage, ids: countingIds('other') });
    for (const text of ['after 1', 'after 2', 'after 3']) await other.engine.memorize([{ text }]);

    await stale.engine.memorize([{ text: 'mine' }]);
    expect(await texts(stale)).toEqual(['in the copy', 'after 1', 'after 2', 'after 3', 'mine']);
    expect(told(stale.commits)).toMatchObject([{ kind: 'rolled-back', kept: { items: 4 }, lost: { items: 2 } }]);
  });

  it('by an older copy, and by nobody else, goes on from the copy', async () => {
    const { storage, copy } = openedStorage();
    const stale = await testEngine({}, { storage });
    await stale.engine.appendMessages([{ role: 'user', text: 'kept' }]);
    const restore = copy();
    await stale.engine.appendMessages([{ role: 'user', text: 'lost' }]);
    restore();
    await stale.engine.memorize([{ text: 'mine' }]);
    expect(await texts(stale)).toEqual(['mine']);
    expect(await stale.engine.countMessages()).toBe(1);
    expect(told(stale.commits)).toMatchObject([{ kind: 'rolled-back', lost: { messages: 1 } }]);
  });

  it('by nothing says that it is gone, once, and brings no part of it back', async () => {
    const { storage } = openedStorage();
    const { engine, commits } = await testEngine({}, { storage });
    await engine.memorize([{ text: 'one' }]);
    await storage.remove(ADDRESS);
    for (const text of ['two', 'three']) {
      await expect(engine.memorize([{ text }])).rejects.toMatchObject({ code: 'not-found' });
    }
    expect(told(commits)).toEqual([
      { type: 'session-recovered', kind: 'reset', kept: {}, lost: { items: 1, files: 1 } },
    ]);
    expect(await storage.load(ADDRESS, ['items', 'files'])).toEqual({ manifest: undefined, rows: [] });
  });
});

it('says nothing of a session that others only went on with, however far', async () => {
  const { storage } = openedStorage();
  const settings = { journal: { maxEntries: 16 } };
  const slow = await testEngine(settings, { storage, ids: countingIds('slow') });
  const busy = await testEngine(settings, { storage, ids: countingIds('busy') });
  for (let note = 0; note < 30; note++) await busy.engine.memorize([{ text: `note ${note}` }]);
  await slow.engine.memorize([{ text: 'mine' }]);
  expect(await texts(slow)).toHaveLength(31);
  expect(told(slow.commits)).toEqual([]);
  expect((await slow.engine.status()).recovery.kind).toBe('none');
});

it('is refused once a newer library has written, and changes nothing', async () => {
  const { storage, session, damageManifest } = openedStorage();
  const { engine } = await testEngine({}, { storage });
  await engine.memorize([{ text: 'one' }]);
  damageManifest({ version: STORAGE_VERSION + 1 });
  const before = structuredClone([...session().rows]);
  await expect(engine.memorize([{ text: 'two' }])).rejects.toMatchObject({ code: 'storage-version' });
  await expect(engine.writeFile('overview.md', 'x')).rejects.toMatchObject({ code: 'storage-version' });
  expect([...session().rows]).toEqual(before);
  expect(session().journal).toHaveLength(2);
});

it('takes over a session from before commits had ids', async () => {
  const { storage, session, manifest } = openedStorage();
  const former = await testEngine({}, { storage });
  await former.engine.memorize([{ text: 'one' }]);
  const kept = session();
  const { generation: _, commit: _commit, check: _check, rows: _rows, ...older } = manifest() as Manifest;
  kept.manifest = older;
  for (const [at, { after: _after, ...entry }] of kept.journal.entries()) kept.journal[at] = entry;

  const next = await testEngine({}, { storage, ids: countingIds('next') });
  expect((await next.engine.status()).recovery.kind).toBe('none');
  await next.engine.memorize([{ text: 'two' }]);
  expect(await texts(next)).toEqual(['one', 'two']);
  expect(manifest()).toMatchObject({ generation: expect.any(String), commit: expect.any(String), head: 3 });
});

it('gives a fork a name of its own', async () => {
  const { storage } = openedStorage();
  const { engine } = await testEngine({}, { storage });
  await engine.forkSession('copy');
  const [copy, original] = (await compactStorage(storage).sessions()).map(({ manifest }) => manifest);
  expect(copy?.generation).not.toBe(original?.generation);
  expect((await (await testEngine({ session: 'copy' }, { storage })).engine.status()).recovery.kind).toBe('none');
});
