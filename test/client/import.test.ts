// An import in slices: other calls proceed meanwhile, and its signal stops it before any change.
import { describe, expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory } from '../../src/entries/index.ts';
import { importBundle } from '../../src/client/on-demand/bundle.ts';
import { testEngine } from '../support/engine.ts';
import { bundleOf, FULL, itemOf, jsonOf } from '../support/storage/bundles.ts';

const BIG = jsonOf(
  bundleOf({
    ...FULL,
    tail: Array.from({ length: 3000 }, (_, place) => ({
      ...itemOf(`tail-${place}`, { sequence: 10 + place }),
      left: { head: 1, turn: place, time: 1_700_000_000_000, step: 0, reason: 'capacity-exceeded' as const },
    })),
  }),
);

/** Imports and counts the pauses; `at` is called at each. */
async function importing(at: (pause: number, end: AbortController) => void) {
  const { engine, settings, journal } = await testEngine();
  const end = new AbortController();
  let pauses = 0;
  const host = {
    settings,
    alone: <T>(work: () => Promise<T>) => work(),
    signal: end.signal,
    between: async () => at(++pauses, end),
  };
  const head = (await journal()).length;
  const outcome = await importBundle(engine, BIG, {}, host).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  return { outcome, pauses, committed: (await journal()).length - head };
}

describe('an import', () => {
  it('pauses while it reads and while it counts tokens', async () => {
    const { outcome, pauses, committed } = await importing(() => undefined);
    expect(outcome).toMatchObject({ result: { items: 2, tail: 3000 } });
    // 3,000 records in slices of about 500; as many texts in pages of 500.
    expect(pauses).toBeGreaterThanOrEqual(5 + 6);
    expect(pauses).toBeLessThan(30);
    expect(committed).toBe(1);
  });

  it('ends at any pause at which its signal is aborted, with nothing changed', async () => {
    const { pauses } = await importing(() => undefined);
    for (let last = 1; last <= pauses; last++) {
      let reached = 0;
      const { outcome, committed } = await importing((pause, end) => {
        reached = pause;
        if (pause === last) end.abort(new Error('enough'));
      });
      expect({ outcome, committed, reached }).toEqual({
        outcome: { error: new Error('enough') },
        committed: 0,
        reached: last,
      });
    }
  });

  it('lets other calls of the app end before it does', async () => {
    const memory = await openWorkingMemory({ session: 'test', storage: memoryStorage(), worker: false });
    const order: string[] = [];
    const done = memory.import(BIG).then(() => order.push('import'));
    await memory.items.memorize('said meanwhile').then(() => order.push('memorize'));
    await done;
    expect(order).toEqual(['memorize', 'import']);
    await memory.close();
  });

  it('is over for good when its call was aborted: nothing arrives later', async () => {
    const memory = await openWorkingMemory({ session: 'test', storage: memoryStorage(), worker: false });
    const commits: unknown[] = [];
    memory.subscribe((commit) => commits.push(commit));
    const end = new AbortController();
    const done = memory.import(BIG, { signal: end.signal });
    end.abort();
    await expect(done).rejects.toMatchObject({ code: 'aborted' });
    expect((await memory.import(jsonOf(FULL))).items).toBe(2);
    expect(commits).toHaveLength(1);
    await memory.close();
  });
});
