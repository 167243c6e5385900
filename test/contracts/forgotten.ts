// Contract of every storage for a hard forget: no byte of the text stays where its rows are.
import { describe, expect, it } from 'vitest';
import type { Storage } from '../../src/storage/port.ts';
import { traces } from '../support/canaries/hunt.ts';
import { openCanaries, planted } from '../support/canaries/plant.ts';

/** Erases the items, as an app would after a restart. */
export async function erased(storage: Storage, ids: readonly string[]): Promise<void> {
  const memory = await openCanaries(storage);
  const left = (await memory.items.list()).filter(({ id }) => ids.includes(id)).map(({ id }) => id);
  if (left.length > 0) await memory.items.forget({ ids: left }, { mode: 'hard' });
  await memory.close();
}

/** @param make a storage, and what it keeps, in whatever form */
export function forgottenContract(
  name: string,
  make: () => Promise<{ readonly storage: Storage; readonly dump: () => Promise<unknown> }>,
): void {
  describe(`the rows of ${name}`, () => {
    it('hold nothing of what was forgotten', async () => {
      const { storage, dump } = await make();
      const ids = await planted(storage);
      expect(traces(await dump()).length).toBeGreaterThan(10);
      await erased(storage, ids);
      expect(traces(await dump())).toEqual([]);
    });
  });
}
