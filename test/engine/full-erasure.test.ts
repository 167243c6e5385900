// A hard forget on a full storage: dispensable rows are deleted first, to make room for the erasure.
import { describe, expect, it } from 'vitest';
import { ROW_STORES } from '../../src/storage/port.ts';
import { testEngine } from '../support/engine.ts';
import { fullStorage } from '../support/fakes/full-storage.ts';

const ADDRESS = { workspace: '/', session: 'test' };
const SECRET = 'the safe opens with 47k11-0815';
const full = { code: 'storage-quota' };

/** A session that quotes the secret in an item, a file with former revisions and the transcript; no more room than that. */
async function quoting(room: number) {
  const storage = fullStorage();
  const { engine } = await testEngine({ files: { keptRevisions: 100 } }, { storage });
  await engine.memorize([{ text: SECRET }]);
  for (let revision = 0; revision < 60; revision++) {
    const text = `${revision}\n${SECRET}\n${'notes '.repeat(100)}`;
    await engine.writeFile('detail/a.md', text, { force: true });
  }
  await engine.appendMessages([{ role: 'user', text: `remember that ${SECRET}, please` }]);
  storage.leaveRoom(room);
  const stored = async (): Promise<string> => {
    const rows = await Promise.all(ROW_STORES.map((store) => storage.rows(ADDRESS, store, '', 1000)));
    return JSON.stringify([rows, await storage.journal(ADDRESS, 0, 1000)]);
  };
  return { engine, storage, stored };
}

describe('a hard forget on a full storage', () => {
  it('drops the journal and as many former revisions as it must, says so, and leaves no word', async () => {
    const { engine, stored } = await quoting(0);
    const { head } = await engine.status();
    await expect(engine.memorize([{ text: 'long '.repeat(1000) }])).rejects.toMatchObject(full);
    const { forgotten } = await engine.forget({ ids: ['item-1'] }, 'hard');
    expect(forgotten.map(({ id }) => id)).toEqual(['item-1']);
    expect(await stored()).not.toContain('47k11-0815');
    expect(await engine.fileHistory('detail/a.md')).toHaveLength(59 - 32);
    expect((await engine.readFile('detail/a.md')).text).not.toContain('47k11');
    const events = (await engine.journal(0, 1000)).flatMap((entry) => entry.events as { type: string }[]);
    expect(events.filter(({ type }) => type.endsWith('-dropped'))).toEqual([
      { type: 'journal-dropped', reason: 'storage-quota', upTo: head },
      { type: 'history-dropped', reason: 'storage-quota', revisions: 32 },
    ]);
  });

  it('is the only command that does: others leave journal and history alone', async () => {
    const { engine, storage } = await quoting(0);
    const before = await engine.journal(0, 1000);
    await expect(engine.memorize([{ text: 'long '.repeat(1000) }])).rejects.toMatchObject(full);
    await expect(engine.forget({ ids: ['item-1'] }, 'soft')).rejects.toMatchObject(full);
    expect((await engine.journal(0, 1000)).slice(0, before.length)).toEqual(before);
    expect(await storage.rows(ADDRESS, 'fileHistory', '', 1000)).toHaveLength(59);
  });

  it('drops nothing where it fits', async () => {
    const { engine, stored } = await quoting(1_000_000);
    await engine.forget({ ids: ['item-1'] }, 'hard');
    expect(await engine.fileHistory('detail/a.md')).toHaveLength(59);
    expect(await stored()).not.toContain('47k11-0815');
  });

  it('needs some room of its own where a storage has no way to delete without writing', async () => {
    const { engine, storage } = await quoting(3500);
    delete storage.trim;
    await engine.forget({ ids: ['item-1'] }, 'hard');
    expect((await engine.readFile('detail/a.md')).text).not.toContain('47k11');

    const without = await quoting(0);
    delete without.storage.trim;
    await expect(without.engine.forget({ ids: ['item-1'] }, 'hard')).rejects.toMatchObject(full);
    expect((await without.engine.getItem('item-1'))?.text).toBe(SECRET);
    expect(await without.engine.fileHistory('detail/a.md')).toHaveLength(59);
  });
});
