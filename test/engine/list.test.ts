// `list` and capacity: their results and their cost.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SessionState } from '../../src/engine/session/state.ts';
import { withChecksum } from '../../src/engine/session/row-checksum.ts';
import { createKernel } from '../../src/kernel/kernel.ts';
import type { ListOptions } from '../../src/api/items.ts';
import { type TestEngine, testEngine } from '../support/engine.ts';

const notes = (count: number) => Array.from({ length: count }, (_, index) => ({ text: `note ${index}` }));
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const idsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `item-${first + index}`);

/** An engine that counts the calls of its kernel. */
async function counted(): Promise<TestEngine & { calls: () => number }> {
  let calls = 0;
  const tested = await testEngine(
    { limits: { maxItems: 5000, maxTokens: 100_000 } },
    {
      createKernel: (module, settings) =>
        createKernel(module, settings, (exports) => {
          const wrapped = Object.entries(exports).map(([name, value]) => [
            name,
            typeof value === 'function'
              ? (...args: unknown[]) => {
                  calls++;
                  return (value as (...all: unknown[]) => unknown)(...args);
                }
              : value,
          ]);
          return Object.fromEntries(wrapped) as typeof exports;
        }),
    },
  );
  return { ...tested, calls: () => calls };
}

it('an answer is a copy: what the app changes in it does not change the store', async () => {
  const { engine } = await testEngine();
  await engine.memorize([{ text: 'no nuts, no shellfish', tags: ['health'] }, { text: 'the second of all nuts' }]);
  const told = async () => [
    (await engine.recall('nuts and shellfish', { scope: 'all' })).hits[0]?.item,
    (await engine.listItems())[0],
    await engine.getItem('item-1'),
    (await engine.update('item-1', { importance: 0.7 })).after,
  ];
  for (const answer of await told()) {
    Object.assign(answer as object, { text: 'changed', importance: 0 });
    (answer?.tags as string[] | undefined)?.push('changed');
  }
  for (const answer of await told()) expect(answer).not.toMatchObject({ text: 'changed' });
  for (const answer of await told()) expect(answer?.tags).toEqual(['health']);
});

describe('list', () => {
  it('gives pages in order of the queue, from a position', async () => {
    const { engine } = await testEngine();
    await engine.memorize(notes(10));
    expect(ids(await engine.listItems())).toEqual(idsFrom(1, 10));
    expect(ids(await engine.listItems({ limit: 4 }))).toEqual(idsFrom(1, 4));
    expect((await engine.listItems({ from: 4, limit: 4 })).map(({ id, position }) => [id, position])).toEqual(
      idsFrom(5, 8).map((id, index) => [id, 4 + index]),
    );
    expect(ids(await engine.listItems({ from: 8, limit: 4 }))).toEqual(idsFrom(9, 10));
    expect(await engine.listItems({ from: 10 })).toEqual([]);
  });

  it('gives 1,000 items without a limit, and the next ones from the place after the last', async () => {
    const { engine } = await counted();
    await engine.memorize(notes(1200));
    const first = await engine.listItems();
    expect(first).toHaveLength(1000);
    expect(ids(await engine.listItems({ from: (first.at(-1)?.position ?? 0) + 1 }))).toEqual(idsFrom(1001, 1200));
  });

  it('fills a page with items that are not past the hard TTL', async () => {
    const { engine, clock } = await testEngine({ ttl: { hardMs: 1000 }, doubles: 'keep' });
    await engine.memorize(notes(3));
    clock.now += 600;
    await engine.memorize(notes(3));
    clock.now += 600;
    expect((await engine.listItems({ limit: 2 })).map(({ id, position }) => [id, position])).toEqual([
      ['item-4', 0],
      ['item-5', 1],
    ]);
  });

  it('asks the kernel about its page alone', async () => {
    const { engine, calls } = await counted();
    await engine.memorize(notes(2000));
    const costOf = async (options: ListOptions): Promise<number> => {
      const before = calls();
      await engine.listItems(options);
      return calls() - before;
    };
    const ten = await costOf({ from: 1500, limit: 10 });
    expect(ten).toBeLessThan(100);
    expect(await costOf({ from: 3, limit: 10 })).toBe(ten);
  });

  it('refuses bad pages', async () => {
    const { engine } = await testEngine();
    const bad: unknown[] = [
      ...[-1, 1.5, Number.NaN, Infinity, '1'].map((from) => ({ from })),
      ...[0, -1, 1.5, Number.NaN, Infinity, 10_001, '1'].map((limit) => ({ limit })),
      { form: 3 },
      7,
      null,
    ];
    for (const options of bad) {
      await expect(engine.listItems(options as ListOptions), JSON.stringify(options)).rejects.toMatchObject({
        code: 'invalid-input',
      });
    }
  });
});

/** Counts the map entries that the work iterates over. */
async function entriesWalked(work: () => Promise<unknown>): Promise<number> {
  const iterators = Object.getPrototypeOf(new Map().keys()) as { next: () => unknown };
  const { next } = iterators;
  let walked = 0;
  iterators.next = function (this: unknown) {
    walked++;
    return next.call(this);
  };
  await work().finally(() => (iterators.next = next));
  return walked;
}

describe('capacity', () => {
  it('costs the same however many items there are, also while some of them are past the hard TTL', async () => {
    const costs: number[][] = [];
    for (const size of [20, 2000]) {
      const { engine, clock, calls } = await counted();
      await engine.memorize([...notes(size).slice(3), ...notes(3).map((note) => ({ ...note, expiresAt: clock.now }))]);
      await engine.capacity();
      for (const pause of [0, 1, 0]) {
        clock.now += pause;
        const before = calls();
        const walked = await entriesWalked(() => engine.capacity());
        costs.push([calls() - before, walked]);
      }
      expect((await engine.capacity()).expired).toBe(3);
    }
    expect(costs.slice(3)).toEqual(costs.slice(0, 3));
    expect(Math.max(...costs.flat())).toBeLessThan(100);
  });

  it('tells the thresholds of its policy, from the options', async () => {
    const { engine, settings } = await testEngine({ profile: 'priority', importance: { lowBelow: 0.2 } });
    const { importance, eviction, ttl, decay } = settings;
    expect((await engine.capacity()).policy).toEqual({
      profile: 'priority',
      key: 'priority',
      classes: expect.any(Array),
      importance: { lowBelow: 0.2, protectedFrom: importance.protectedFrom },
      recentSteps: eviction.recentSteps,
      ttl,
      decay,
    });
    expect(ttl).toEqual({ softSteps: Infinity, softMs: Infinity, hardMs: expect.any(Number) });
    expect(decay).toEqual({ factor: 0.95, periodMs: 21_600_000, floor: 0.1 });
  });

  it('counts pinned and softly forgotten items as rows come and go', () => {
    const row = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd'),
      fields: fc.option(fc.record({ pinned: fc.boolean(), forgotten: fc.boolean(), sequence: fc.nat(9) })),
      isSound: fc.constantFrom(true, true, true, false),
    });
    const absorbing = fc.array(row, { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(fc.option(absorbing), { maxLength: 12 }), (changes) => {
        const state = new SessionState();
        for (const rows of changes) {
          if (rows === null) state.reset();
          else {
            const stored = rows.map(({ key, fields, isSound }) => ({
              store: 'items' as const,
              key,
              value: fields ? { ...withChecksum(fields), ...(!isSound && { check: 'damaged' }) } : undefined,
            }));
            state.absorb(state.manifest, stored);
          }
          const items = [...state.items.values()];
          expect(state.pinned).toBe(items.filter(({ pinned }) => pinned).length);
          expect(state.softForgotten).toBe(items.filter(({ forgotten }) => forgotten).length);
        }
      }),
    );
  });
});
