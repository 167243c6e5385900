// Runs one script of commands over a storage: answers, items and journal equal those over memory storage.
import { describe, expect, it } from 'vitest';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { resolveSettings } from '../../src/options/options.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { ROW_STORES, type Storage } from '../../src/storage/port.ts';
import { runScript, scriptedEngine } from '../support/script.ts';

interface Started {
  /** Opens one and the same storage again, as the next process would. */
  readonly open: () => Storage;
  /** Opens a second owner; default: `open`. A storage for one process at a time returns the open one. */
  readonly openBeside?: (other: Storage) => Storage;
}

/** `name` is part of the storage's kind. */
export function storageParity(name: string, start: () => Promise<Started>): void {
  describe(`the storage ${name}`, () => {
    it('leaves the same answers, items, journal and rows as the memory', async () => {
      const limits = { limits: { maxItems: 12 }, longTail: { maxItems: 20 }, journal: { maxEntries: 40 } };
      const settings = resolveSettings({ session: 'parity', ...limits });
      const memory = memoryStorage();
      const storage = (await start()).open();
      const expected = await runScript(await scriptedEngine(settings, memory), 11);
      expect(await runScript(await scriptedEngine(settings, storage), 11)).toEqual(expected);
      const address = { workspace: settings.workspace, session: 'parity' };
      for (const store of ROW_STORES) {
        expect(await storage.rows(address, store, '', 9999)).toEqual(await memory.rows(address, store, '', 9999));
      }
    });

    it('remembers in the next process what was memorized in the last', async () => {
      const { open } = await start();
      const session = 'from end to end';
      const first = await openWorkingMemory({ session, storage: open() });
      expect(first.runtime).toMatchObject({ place: 'same-thread', storage: expect.stringContaining(name) });
      await first.items.memorize('The deploy key is rotated on Fridays.', { importance: 0.8 });
      await first.files.write('overview.md', '# Goal\n\nRotate the key.\n');
      await first.close();
      const second = await openWorkingMemory({ session, storage: open() });
      const found = await second.items.remember('When is the deploy key rotated?');
      expect(JSON.stringify(found)).toContain('rotated on Fridays');
      expect((await second.files.read('overview.md'))?.text).toContain('Rotate the key.');
      await second.close();
    });

    it('lets two owners memorize at once and loses nothing', async () => {
      const { open, openBeside = open } = await start();
      const one = open();
      const owners = await Promise.all(
        [one, openBeside(one)].map((storage) => openWorkingMemory({ session: 'two', storage })),
      );
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          owners[index % 2]?.items.memorize(`fact number ${index}`, { pinned: false }),
        ),
      );
      const third = await openWorkingMemory({ session: 'two', storage: one });
      const texts = (await third.items.list()).map(({ text }) => text);
      expect([...texts].sort()).toEqual(Array.from({ length: 40 }, (_, index) => `fact number ${index}`).sort());
      for (const owner of [...owners, third]) await owner.close();
    });
  });
}
