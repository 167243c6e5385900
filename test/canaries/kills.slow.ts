// A hard forget that is killed between any two writes: asked for again, it leaves nothing in the bytes of a storage.
import { cp } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/entries/index.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import type { Storage } from '../../src/storage/port.ts';
import { unstorageStorage } from '../../src/storage/unstorage/storage.ts';
import { CANARIES, traces } from '../support/canaries/hunt.ts';
import { openCanaries, planted, writings } from '../support/canaries/plant.ts';
import { fakeUnstorage } from '../support/fakes/fake-unstorage.ts';
import { filesIn } from '../support/frozen/stored-bytes.ts';
import { IMPATIENT, mortalFiles, quickFiles } from '../support/storage/mortal-files.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

/** Each is a row, and so a write of its own. */
const few = (canary: string): string[] => writings(canary).slice(-2);
const LONG = 300_000;

describe('a hard forget that is killed at any of its writes, and asked for again', () => {
  const { en: text, 'zh-CN': other } = CANARIES;
  const forget = (memory: WorkingMemory) => memory.items.forget({ text }, { mode: 'hard', also: [other] });

  /** Kills it at each of its changes in turn, until one is the last. @param copy makes a place with all that was planted */
  async function killed(
    copy: () => Promise<{
      readonly dying: Storage;
      dieAt(change: number): void;
      isDead(): boolean;
      readonly again: () => Storage;
      readonly bytes: () => Promise<unknown>;
    }>,
  ): Promise<number> {
    for (let kill = 1; ; kill++) {
      const { dying, dieAt, isDead, again, bytes } = await copy();
      const first = await openCanaries(dying);
      dieAt(kill);
      await forget(first).catch(() => undefined);
      const hasDied = isDead();
      await first.close().catch(() => undefined);
      const second = await openCanaries(again());
      await forget(second);
      expect(traces([await second.items.remember('PIN', { scope: 'all' }), await second.transcript.read()])).toEqual(
        [],
      );
      await second.close();
      expect([kill, traces(await bytes())]).toEqual([kill, []]);
      if (!hasDied) return kill - 1;
    }
  }

  it(
    'leaves nothing in a folder',
    async () => {
      const whole = await temporaryFolder();
      await planted(fileStorage({ root: whole }, quickFiles), few);
      const kills = await killed(async () => {
        const root = await temporaryFolder();
        await cp(whole, root, { recursive: true });
        const { files, dieAt, isDead } = mortalFiles();
        return {
          dying: fileStorage({ root }, files, IMPATIENT),
          dieAt,
          isDead,
          again: () => fileStorage({ root }, quickFiles, IMPATIENT),
          bytes: () => filesIn(root),
        };
      });
      expect(kills).toBeGreaterThan(10);
    },
    LONG,
  );

  it(
    'leaves nothing in the records of unstorage',
    async () => {
      const whole = new Map<string, string>();
      await planted(unstorageStorage({ storage: fakeUnstorage(whole) }), few);
      const kills = await killed(async () => {
        const records = new Map(whole);
        const driver = fakeUnstorage(records);
        let left = Infinity;
        const mortal =
          <Args extends readonly unknown[]>(change: (...args: Args) => unknown) =>
          async (...args: Args): Promise<void> => {
            if (--left <= 0) throw new Error('killed');
            await change(...args);
          };
        const { setItem, removeItem } = driver;
        const dying = { ...driver, setItem: mortal(setItem), removeItem: mortal(removeItem) };
        return {
          dying: unstorageStorage({ storage: dying }),
          dieAt: (change) => (left = change),
          isDead: () => left <= 0,
          again: () => unstorageStorage({ storage: fakeUnstorage(records) }),
          bytes: async () => Object.fromEntries(records),
        };
      });
      expect(kills).toBeGreaterThan(10);
    },
    LONG,
  );
});
