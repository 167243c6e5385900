// The work of a call grows at most linearly with its input: counted, not timed, at one size and at twice that size.
import { describe, expect, it } from 'vitest';
import { importBundle } from '../../src/client/on-demand/bundle.ts';
import { createKernel } from '../../src/kernel/kernel.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { RowChange, Storage } from '../../src/storage/port.ts';
import { type TestEngine, testEngine } from '../support/engine.ts';
import { wordTokens } from '../support/fakes/fakes.ts';
import { bundleOf, itemOf, jsonOf } from '../support/storage/bundles.ts';

const SECRET = 'The door code of the house is 4711';
/** Room for all, so that nothing leaves by itself. */
const ROOM = { limits: { maxItems: 10_000, maxTokens: 1_000_000 } };

interface Work {
  /** Calls of the kernel's functions. */
  kernel: number;
  /** Texts given to the tokenizer, and their UTF-16 units. */
  counted: number;
  units: number;
  /** Rows that storage gave and took. */
  read: number;
  written: number;
  /** Entries of maps and sets that were walked through, and of arrays that were looked through. */
  walked: number;
}

/** Counts from 0. */
const nothing = (): Work => ({ kernel: 0, counted: 0, units: 0, read: 0, written: 0, walked: 0 });

/** An engine that counts what it does, and what a call adds to that. */
async function counted(): Promise<TestEngine & { workOf(call: () => Promise<unknown>): Promise<Work> }> {
  let work = nothing();
  const inner = memoryStorage();
  /** Whether the storage is running, whose own walks do not count. */
  let isStorage = false;
  const asked = <Answer>(ask: () => Answer): Answer => {
    isStorage = true;
    try {
      return ask();
    } finally {
      isStorage = false;
    }
  };
  const found = <Rows extends readonly RowChange[]>(rows: Rows): Rows => {
    work.read += rows.length;
    return rows;
  };
  const storage: Storage = {
    ...inner,
    rows: async (...args) => found(await asked(() => inner.rows(...args))),
    async load(...args) {
      const loaded = await asked(() => inner.load(...args));
      found(loaded.rows);
      return loaded;
    },
    async row(...args) {
      work.read++;
      return asked(() => inner.row(...args));
    },
    async commit(address, basis, batch) {
      work.written += batch.rows.length;
      return asked(() => inner.commit(address, basis, batch));
    },
  };
  const tested = await testEngine(ROOM, {
    storage,
    tokenizer: {
      count: (text) => {
        work.counted++;
        work.units += text.length;
        return wordTokens.count(text);
      },
    },
    createKernel: (module, settings) =>
      createKernel(module, settings, (exports) => {
        const wrapped = Object.entries(exports).map(([name, value]) => [
          name,
          typeof value === 'function'
            ? (...args: unknown[]) => {
                work.kernel++;
                return (value as (...all: unknown[]) => unknown)(...args);
              }
            : value,
        ]);
        return Object.fromEntries(wrapped) as typeof exports;
      }),
  });
  const iterators = [new Map().keys(), new Set().keys()].map(
    (iterator) => Object.getPrototypeOf(iterator) as { next: () => unknown },
  );
  return {
    ...tested,
    async workOf(call) {
      work = nothing();
      const former = iterators.map(({ next }) => next);
      const { indexOf, includes } = Array.prototype;
      Object.assign(Array.prototype, {
        indexOf(this: unknown[], ...sought: [unknown]) {
          const place = indexOf.apply(this, sought);
          if (!isStorage) work.walked += place < 0 ? this.length : place + 1;
          return place;
        },
        includes(this: unknown[], ...sought: [unknown]) {
          if (!isStorage) work.walked += this.length;
          return includes.apply(this, sought);
        },
      });
      for (const [place, iterator] of iterators.entries()) {
        iterator.next = function (this: unknown) {
          if (!isStorage) work.walked++;
          return former[place]?.call(this);
        };
      }
      try {
        await call();
      } finally {
        for (const [place, iterator] of iterators.entries()) iterator.next = former[place] as () => unknown;
        Object.assign(Array.prototype, { indexOf, includes });
      }
      return work;
    },
  };
}

/** A share for what no size explains, and a few for what is done once. */
function expectLinear(once: Work, twice: Work): void {
  for (const kind of Object.keys(once) as (keyof Work)[])
    expect(twice[kind], `${kind}: ${once[kind]}, then ${twice[kind]}`).toBeLessThanOrEqual(2.1 * once[kind] + 50);
}

const notes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    text: `note ${index} about this and that`,
    importance: (index % 9) / 10,
  }));
const messages = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({ role: 'user' as const, text: text(index) }));

async function compared(work: (size: number) => Promise<Work>, size: number): Promise<readonly [Work, Work]> {
  const [once, twice] = [await work(size), await work(2 * size)];
  expectLinear(once, twice);
  return [once, twice];
}

describe('at twice the size', () => {
  it('summarize does at most twice the work, and counts each line once and the whole text once', async () => {
    const [once] = await compared(async (size) => {
      const { engine, workOf } = await counted();
      await engine.memorize(notes(size));
      return workOf(() => engine.summarize({ maxTokens: 1_000_000 }));
    }, 400);
    expect(once.counted).toBeGreaterThanOrEqual(400);
    expect(once.counted).toBeLessThan(420);
    expect(once.units).toBeLessThan(3 * 400 * 'note 399 about this and that'.length);
  });

  it('memorize does at most twice the work for the texts that it is given at once', async () => {
    const [once] = await compared(async (size) => {
      const { engine, workOf } = await counted();
      return workOf(() => engine.memorize(notes(size)));
    }, 400);
    expect(once.counted).toBe(400);
  });

  it('a hard forget of what every message quotes does at most twice the work', async () => {
    const [once] = await compared(async (size) => {
      const { engine, workOf } = await counted();
      await engine.memorize([{ text: SECRET }, ...notes(size)]);
      await engine.appendMessages(messages(size, (index) => `message ${index}: ${SECRET}.`));
      for (let file = 0; file < size / 20; file++) await engine.writeFile(`detail/${file}.md`, `${SECRET} ${file}`);
      await engine.recall('code', { scope: 'transcript' });
      return workOf(() => engine.forget({ ids: ['item-1'] }, 'hard'));
    }, 300);
    expect(once.written).toBeGreaterThan(300);
  });

  it('an import does at most twice the work', async () => {
    const [once] = await compared(async (size) => {
      const { engine, settings, workOf } = await counted();
      const tail = Array.from({ length: size }, (_, place) => ({
        ...itemOf(`tail-${place}`, { sequence: 10 + place }),
        left: { head: 1, turn: place, time: 1_700_000_000_000, step: 0, reason: 'capacity-exceeded' as const },
      }));
      const items = Array.from({ length: size }, (_, place) =>
        itemOf(`item-of-${place}`, { sequence: 100_000 + place }),
      );
      const data = jsonOf(bundleOf({ tail, items }));
      return workOf(() => importBundle(engine, data, {}, { settings, alone: (work) => work() }));
    }, 400);
    expect(once.written).toBeGreaterThanOrEqual(800);
  });

  it('a search over items, files and the transcript does at most twice the work', async () => {
    const [once] = await compared(async (size) => {
      const { engine, workOf } = await counted();
      await engine.memorize(notes(size));
      await engine.appendMessages(messages(size, (index) => `message ${index} about this and that`));
      for (let file = 0; file < size / 20; file++)
        await engine.writeFile(`detail/${file}.md`, `file ${file} about this`);
      // The first one builds the index.
      await engine.recall('about this', { scope: 'all' });
      return workOf(() => engine.recall('about this', { scope: 'all', limit: 10 }));
    }, 400);
    expect(once.kernel).toBeGreaterThan(0);
    expect(once.read, 'no row is read again').toBeLessThanOrEqual(10);
  });
});

describe('beside twice as much in the store', () => {
  it('memorize does no more work, also where half of it was forgotten', async () => {
    const workAt = async (size: number): Promise<Work> => {
      const { engine, workOf } = await counted();
      const { items } = await engine.memorize(notes(size));
      await engine.forget({ ids: items.slice(0, size / 2).map(({ id }) => id) }, 'hard');
      await engine.appendMessages(messages(size, (index) => `message ${index}`));
      await engine.memorize([{ text: 'the first one builds the tables' }]);
      return workOf(() => engine.memorize([{ text: SECRET }]));
    };
    const [once, twice] = [await workAt(300), await workAt(600)];
    expect(twice).toEqual(once);
  });
});
