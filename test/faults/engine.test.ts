// Guarantees of the engine when a layer below it fails.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { createKernel } from '../../src/kernel/kernel.ts';
import { type Row, type RowChange, type Storage, STORAGE_VERSION } from '../../src/storage/port.ts';
import { testEngine } from '../support/engine.ts';
import { faultyStorage } from '../support/fakes/faulty-storage.ts';
import { recalled } from '../support/recall.ts';

const ADDRESS = { workspace: '/', session: 'test' };

const snapshot = async (engine: Engine) => ({
  items: await engine.listItems(),
  capacity: await engine.capacity(),
  files: await engine.listFiles(),
  journal: await engine.journal(0, 1000),
});

describe('a failed commit', () => {
  it('leaves memory and storage as they were, and the next command works', async () => {
    const storage = faultyStorage(memoryStorage());
    const { engine } = await testEngine({ limits: { maxItems: 2 } }, { storage });
    await engine.memorize([{ text: 'one' }, { text: 'two' }]);
    const before = await snapshot(engine);
    storage.failNextCommit(new Error('the disk is full'));
    await expect(engine.memorize([{ text: 'three' }])).rejects.toThrow('the disk is full');
    storage.failNextCommit(new Error('the disk is full'));
    await expect(engine.writeFile('overview.md', 'lost')).rejects.toThrow('the disk is full');
    expect(await snapshot(engine)).toEqual(before);
    expect(await snapshot((await testEngine({ limits: { maxItems: 2 } }, { storage })).engine)).toEqual(before);
    expect((await engine.memorize([{ text: 'three' }])).evicted.map(({ id }) => id)).toEqual(['item-1']);
  });
});

describe('a command with bad input', () => {
  it('changes nothing and writes nothing', async () => {
    const { engine } = await testEngine();
    await engine.memorize([{ text: 'here before' }]);
    const before = await snapshot(engine);
    const badItem = fc.oneof(
      fc.constantFrom<unknown>(null, 7, {}, { text: '' }, { text: ' \n' }, { text: 4 }, { text: 'half \ud800 pair' }),
      fc.record({
        text: fc.constant('fine'),
        importance: fc.constantFrom<unknown>(Number.NaN, Infinity, -0.1, 1.1, '0.5', null),
      }),
      fc.record({ text: fc.constant('fine'), at: fc.constantFrom<unknown>(Number.NaN, -1, 'today', Infinity) }),
      fc.record({ text: fc.constant('fine'), tags: fc.constantFrom<unknown>('work', [1], [''], Array(65).fill('t')) }),
      fc.constantFrom<unknown>(
        { text: 'fine', source: 'nobody' },
        { text: 'fine', pinned: 1 },
        { text: 'fine', importnace: 1 },
      ),
    );
    await fc.assert(
      fc.asyncProperty(badItem, async (item) => {
        const batch = [{ text: 'a good one' }, item] as Parameters<Engine['memorize']>[0];
        const error = await engine.memorize(batch).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ name: 'WorkingMemoryError', code: 'invalid-input' });
        expect((error as Error).message).toContain('Nothing was changed');
      }),
      { numRuns: 60 },
    );
    for (const path of ['/etc/passwd', '../up.md', 'detail/../x', 'notes.md', 'detail/', '']) {
      await expect(engine.writeFile(path, 'text')).rejects.toMatchObject({ code: 'path-not-allowed' });
    }
    await expect(engine.writeFile('overview.md', 5 as unknown as string)).rejects.toMatchObject({
      code: 'invalid-input',
    });
    expect(await snapshot(engine)).toEqual(before);
  });
});

describe('a kernel that traps', () => {
  let traps = 0;
  async function trapping(failAt: (call: number) => boolean) {
    let calls = 0;
    return testEngine(
      { limits: { maxItems: 4 } },
      {
        createKernel: (module, settings) =>
          createKernel(module, settings, (exports) => {
            const wrapped: Record<string, unknown> = {};
            for (const [name, value] of Object.entries(exports)) {
              wrapped[name] =
                typeof value === 'function'
                  ? (...args: number[]) => {
                      if (failAt(++calls)) {
                        traps++;
                        throw new WebAssembly.RuntimeError('unreachable');
                      }
                      return (value as (...args: number[]) => unknown)(...args);
                    }
                  : value;
            }
            return wrapped as unknown as typeof exports;
          }),
      },
    );
  }

  async function script({ engine, clock }: Awaited<ReturnType<typeof testEngine>>) {
    for (let note = 0; note < 8; note++) {
      clock.now += 1000;
      await engine.memorize([{ text: `note ${note} about trees`, importance: (note % 4) / 4 }]);
    }
    const { hits } = await recalled(engine, 'trees note 7', { explain: true });
    return { hits, ...(await snapshot(engine)) };
  }

  it('F17: is replaced without a trace, whichever call it fails at', async () => {
    const expected = await script(await trapping(() => false));
    for (let failing = 1; failing < 400; failing += 3) {
      expect(await script(await trapping((call) => call === failing))).toEqual(expected);
    }
    expect(traps).toBeGreaterThan(50);
  });

  it('refuses the command when it fails twice, and goes on from the former state', async () => {
    let broken = false;
    const test = await trapping(() => broken);
    await test.engine.memorize([{ text: 'before' }]);
    broken = true;
    await expect(test.engine.memorize([{ text: 'during' }])).rejects.toMatchObject({ code: 'kernel-unavailable' });
    await expect(recalled(test.engine, 'before')).rejects.toMatchObject({ code: 'kernel-unavailable' });
    broken = false;
    expect((await recalled(test.engine, 'before')).hits.map(({ id }) => id)).toEqual(['item-1']);
    expect((await test.engine.listItems()).map(({ text }) => text)).toEqual(['before']);
  });
});

describe('stored data that are not as they were written', () => {
  async function written(): Promise<Storage> {
    const storage = memoryStorage();
    const { engine } = await testEngine({}, { storage });
    await engine.memorize([{ text: 'sound' }, { text: 'damaged' }]);
    return storage;
  }

  const tampered = (storage: Storage, change: (row: RowChange) => Row | undefined): Storage => ({
    ...storage,
    load: async (address, stores) => {
      const loaded = await storage.load(address, stores);
      return { ...loaded, rows: loaded.rows.map((row) => ({ ...row, value: change(row) })) };
    },
  });

  it('F57: are set aside and reported; the rest opens', async () => {
    const storage = tampered(await written(), ({ key, value }) =>
      key === 'item-2' ? ({ ...value, text: 'forged' } as unknown as Row) : value,
    );
    const { engine } = await testEngine({}, { storage });
    expect((await engine.status()).quarantined).toEqual([{ store: 'items', key: 'item-2' }]);
    expect((await engine.listItems()).map(({ text }) => text)).toEqual(['sound']);
    expect((await recalled(engine, 'forged')).hits).toEqual([]);
  });

  it('F58: are refused untouched when a newer version wrote them', async () => {
    const storage = await written();
    const newer: Storage = {
      ...storage,
      load: async (address, stores) => {
        const { manifest, rows } = await storage.load(address, stores);
        return { manifest: manifest && { ...manifest, version: STORAGE_VERSION + 1 }, rows };
      },
    };
    await expect(testEngine({}, { storage: newer })).rejects.toMatchObject({
      code: 'storage-version',
      details: { stored: STORAGE_VERSION + 1, supported: STORAGE_VERSION },
    });
    expect((await storage.journal(ADDRESS, 0, 10)).length).toBe(2);
  });
});
