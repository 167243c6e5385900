// Several owners of one session whose only connection is broken, and clocks that disagree.
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { openWorkingMemory } from '../../src/entries/index.ts';
import type { Peers } from '../../src/ports/peers.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { countingIds, fakeClock } from '../support/fakes/fakes.ts';
import { testEngine } from '../support/engine.ts';

/** A channel that loses, doubles and delays what is announced, as the numbers say. */
function brokenChannel(fates: readonly number[]) {
  const listeners = new Set<(head: number) => void>();
  const delayed: number[] = [];
  const counts = { lost: 0, doubled: 0, reordered: 0 };
  let said = 0;
  const tell = (head: number): void => listeners.forEach((listen) => listen(head));
  const peers = (): Peers => {
    let own: ((head: number) => void) | undefined;
    return {
      announce(head) {
        const fate = fates[said++ % fates.length] ?? 0;
        if (fate === 0) return void counts.lost++;
        if (fate === 1) {
          counts.reordered++;
          return void delayed.unshift(head);
        }
        tell(head);
        if (fate === 2) {
          counts.doubled++;
          tell(head);
        }
        for (const late of delayed.splice(0)) tell(late);
      },
      listen(listener) {
        own = listener;
        listeners.add(listener);
      },
      close: () => void (own && listeners.delete(own)),
    };
  };
  return { peers, counts };
}

describe('F31: a channel between owners that loses, doubles and reorders what they say', () => {
  it('loses no command and doubles none: all of them see the same in the end', async () => {
    const total = { lost: 0, doubled: 0, reordered: 0 };
    const fates = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(fates, fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 30 }), async (each, turns) => {
        const { peers, counts } = brokenChannel(each);
        const storage = memoryStorage();
        const limits = { maxItems: 6 };
        const opened = await Promise.all(
          [0, 1, 2].map((owner) =>
            testEngine({ limits }, { storage, peers: peers(), ids: countingIds(`owner-${owner}`) }),
          ),
        );
        const results = await Promise.all(
          turns.map((owner, turn) => opened[owner]?.engine.memorize([{ text: `turn ${turn}` }])),
        );
        for (const result of results) expect(result?.usage.after.items).toBeLessThanOrEqual(6);
        const evicted = results.flatMap((result) => result?.evicted.map(({ id }) => id) ?? []);
        expect(new Set(evicted).size).toBe(evicted.length);
        // A command catches up, whatever was heard.
        for (const { engine } of opened) await engine.step();
        const [first] = opened;
        await first?.engine.step();
        const fresh = await testEngine({ limits }, { storage });
        const stored = await fresh.engine.listItems();
        expect(stored).toHaveLength(turns.length - evicted.length);
        expect((await first?.engine.listItems())?.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
        for (const name of ['lost', 'doubled', 'reordered'] as const) total[name] += counts[name];
      }),
      { numRuns: 60 },
    );
    expect(Math.min(total.lost, total.doubled, total.reordered)).toBeGreaterThan(20);
  });
});

describe('F60: owners whose clocks differ', () => {
  it('expire nothing too early, bring nothing back, and end in the same state', async () => {
    const storage = memoryStorage();
    const HOUR = 3_600_000;
    const ttl = { hardMs: 24 * HOUR };
    const [right, slow] = [fakeClock(), fakeClock(1_700_000_000_000 - 2 * HOUR)];
    const one = await testEngine({ ttl }, { storage, clock: right, ids: countingIds('one') });
    await one.engine.memorize([{ text: 'kept' }]);
    const other = await testEngine({ ttl }, { storage, clock: slow, ids: countingIds('other') });
    await other.engine.memorize([{ text: 'by the slow clock' }]);
    const [kept, late] = await other.engine.listItems();
    expect(late?.createdAt).toBe(kept?.createdAt);
    expect(late?.createdAt, 'and not by its own clock').toBe(slow.now + 2 * HOUR);
    right.now += 23 * HOUR;
    await one.engine.step();
    expect((await one.engine.listItems()).map(({ text }) => text)).toEqual(['kept', 'by the slow clock']);
    right.now += 2 * HOUR;
    await one.engine.step();
    expect(await one.engine.listItems()).toEqual([]);
    await other.engine.step();
    expect(await other.engine.listItems()).toEqual([]);
  });
});

describe('F61: a counter of milliseconds that is coarse, stands still or runs backwards', () => {
  it('changes no decision', async () => {
    const script = async () => {
      const clock = fakeClock();
      const options = { session: 'coarse', worker: false, limits: { maxItems: 4 } } as const;
      const memory = await openWorkingMemory({ ...options, storage: memoryStorage(), ids: countingIds(), clock });
      for (let note = 0; note < 10; note++) {
        clock.now += 40_000;
        await memory.items.memorize(`note ${note}`, { importance: (note % 3) / 3 });
      }
      const told: unknown[] = [];
      for await (const { event, usage } of memory.items.audit()) told.push({ event, usage });
      await memory.close();
      return told;
    };
    const expected = await script();
    expect(JSON.stringify(expected)).toContain('item-evicted');
    for (const read of [() => 1234, () => Math.floor(Date.now() / 100) * 100, () => -Date.now()]) {
      const misleading = vi.fn(read);
      const counter = vi.spyOn(performance, 'now').mockImplementation(misleading);
      expect(await script()).toEqual(expected);
      expect(misleading).toHaveBeenCalled();
      counter.mockRestore();
    }
  });
});
