// Making room in IndexedDB by deletions alone.
import { expect, it } from 'vitest';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';

it('deletes the named rows and the journal up to a head, of one session, and the session goes on', async () => {
  const storage = idbStorage({ name: `trim ${crypto.randomUUID()}` });
  const open = async (session: string) => {
    const memory = await openWorkingMemory({ session, storage });
    for (const text of ['one', 'two', 'three']) await memory.files.write('detail/a.md', text, { force: true });
    return memory;
  };
  const [memory, other] = [await open('here'), await open('elsewhere')];
  const stored = async (session: string) => ({
    history: (await storage.rows({ workspace: '/', session }, 'fileHistory', '', 10)).map(
      ({ value }) => value?.['text'],
    ),
    journal: (await storage.journal({ workspace: '/', session }, 0, 10)).map(({ head }) => head),
  });
  const before = await stored('elsewhere');
  expect(before).toEqual({ history: ['one', 'two'], journal: [1, 2, 3, 4] });

  const [first] = await storage.rows({ workspace: '/', session: 'here' }, 'fileHistory', '', 1);
  const key = first?.key as string;
  await storage.trim?.({ workspace: '/', session: 'here' }, [{ store: 'fileHistory', key }], 3);
  expect(await stored('here')).toEqual({ history: ['two'], journal: [4] });
  expect(await stored('elsewhere')).toEqual(before);
  expect(await memory.files.write('detail/a.md', 'four', { force: true })).toMatchObject({ revision: 4 });
  await Promise.all([memory.close(), other.close()]);
  await storage.close();
});
