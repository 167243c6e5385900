// An import is planned outside of the session: a concurrent change must be in the plan, or there is a new plan.
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import { importBundle } from '../../src/client/on-demand/bundle.ts';
import type { Bundle } from '../../src/bundle/form.ts';
import type { ImportOptions, ImportResult } from '../../src/bundle/import-report.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { resolveSettings, type SettingsInput } from '../../src/options/options.ts';
import { bundleOf, itemOf, jsonOf } from '../support/storage/bundles.ts';
import { testEngine } from '../support/engine.ts';
import { countingIds, fakeClock, wordTokens } from '../support/fakes/fakes.ts';

const HOUR = 3_600_000;
const ITEMS = bundleOf({ items: [itemOf('a'), itemOf('b', { sequence: 1 })] });

/** Two owners of one session. What `meanwhile` does happens whenever the first has just read what it plans from. */
async function twoOwners(given: Partial<SettingsInput> = {}) {
  const [storage, clock, announced] = [memoryStorage(), fakeClock(), [] as number[]];
  const peers = { announce: (head: number) => void announced.push(head), listen() {}, close() {} };
  const { engine } = await testEngine(given, { storage, clock, peers });
  const { engine: other } = await testEngine(given, { storage, clock, ids: countingIds('other') });
  const settings = resolveSettings({ session: 'test', ...given });

  const importing = (
    bundle: Bundle,
    meanwhile: (attempt: number) => Promise<unknown>,
    options: ImportOptions = {},
  ): Promise<ImportResult> => {
    let attempt = 0;
    const watched: Engine = {
      ...engine,
      async importBasis(as) {
        const basis = await engine.importBasis(as);
        await meanwhile(++attempt);
        return basis;
      },
    };
    return importBundle(watched, jsonOf(bundle), options, { settings, alone: (work) => work() });
  };
  return { engine, other, storage, clock, announced, importing };
}

const idsIn = async (engine: Engine): Promise<string[]> => (await engine.listItems()).map(({ id }) => id);

describe('an import that another owner overtakes', () => {
  it('is planned again, so that nothing of either is lost', async () => {
    const { engine, other, announced, importing } = await twoOwners();
    const result = await importing(ITEMS, async (attempt) => {
      if (attempt < 3) await other.memorize([{ text: `note ${attempt}` }]);
    });
    expect(result).toMatchObject({ items: 2, conflicts: [], skipped: [] });
    expect(await idsIn(engine)).toEqual(['other-1', 'other-2', 'a', 'b']);
    expect((await engine.journal(0, 100)).at(-1)?.events.at(-1)).toMatchObject({ type: 'session-imported', items: 2 });
    // After the commit of the opening: it says what it was overtaken at, so that the other one may let it go first.
    expect(announced).toEqual([1, 1, 2, 4]);
  });

  it('does not bring back what was forgotten for good meanwhile', async () => {
    const { engine, other, importing } = await twoOwners();
    await importing(ITEMS, async () => undefined);
    await other.step();
    const forget = async (attempt: number) => attempt === 1 && other.forget({ ids: ['a'] }, 'hard');
    const result = await importing(ITEMS, forget, { conflict: 'replace' });
    expect(result.skipped).toEqual([{ where: 'item a', reason: 'forgotten' }]);
    expect(await idsIn(engine)).toEqual(['b']);
  });

  it('takes only the room that is left', async () => {
    const { engine, other, importing } = await twoOwners({ limits: { maxItems: 2 } });
    const result = await importing(ITEMS, async (attempt) => attempt === 1 && other.memorize([{ text: 'first' }]));
    expect(result).toMatchObject({ items: 1, tail: 1, overflow: 1 });
    expect(await idsIn(engine)).toEqual(['other-1', 'b']);
  });

  it('writes over no file that was written meanwhile', async () => {
    const { engine, other, importing } = await twoOwners();
    const file = { path: 'detail/a.md', revision: 1, updatedAt: 1, step: 0, source: 'user', trust: 2 } as const;
    const bundle = bundleOf({ files: [{ ...file, text: 'imported' }] });
    const result = await importing(
      bundle,
      async (attempt) => attempt === 1 && other.writeFile('detail/a.md', 'written here'),
    );
    expect(result.conflicts).toEqual([{ path: 'detail/a.md', kept: 'here' }]);
    expect((await engine.readFile('detail/a.md')).text).toBe('written here');
  });

  it('is planned again when another session of the same number of commits took the place meanwhile', async () => {
    const { engine, storage, clock, importing } = await twoOwners();
    for (const text of ['old 1', 'old 2']) await engine.memorize([{ text }]);
    await importing(ITEMS, async (attempt) => {
      if (attempt > 1) return;
      await storage.remove({ workspace: '/', session: 'test' });
      const { engine: fresh } = await testEngine({}, { storage, clock, ids: countingIds('new') });
      await fresh.memorize(['new 1', 'new 2', 'new 3'].map((text) => ({ text })));
      await fresh.step();
    });
    const items = await engine.listItems();
    expect(items.map(({ id }) => id)).toEqual(['new-1', 'new-2', 'new-3', 'a', 'b']);
    expect(items.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4]);
    expect(await engine.capacity()).toMatchObject({ usage: { items: 5 } });
  });

  it('every time says so, and has changed nothing', async () => {
    const { engine, other, importing } = await twoOwners();
    const busy = importing(ITEMS, () => other.writeFile('detail/a.md', 'written again'));
    await expect(busy).rejects.toMatchObject({ code: 'session-busy', details: { attempts: 64 } });
    expect(await idsIn(engine)).toEqual([]);
    expect(await engine.journal(0, 100)).toHaveLength(1 + 64);
    expect(JSON.stringify(await engine.journal(0, 100))).not.toContain('session-imported');
  });

  it('does not matter to a dry run, which changes nothing', async () => {
    const { engine, other, importing } = await twoOwners();
    const foreseen = await importing(ITEMS, () => other.memorize([{ text: 'meanwhile' }]), { dryRun: true });
    expect(foreseen).toMatchObject({ items: 2, dryRun: true });
    expect(await engine.journal(0, 100)).toHaveLength(2);
    expect(JSON.stringify(await engine.journal(0, 100))).not.toContain('session-imported');
  });

  it('makes no session of a name that was taken meanwhile', async () => {
    const { other, importing } = await twoOwners();
    await other.memorize([{ text: 'in the copy' }]);
    const fork = importing(ITEMS, () => other.forkSession('copy'), { conflict: 'fork', as: 'copy' });
    await expect(fork).rejects.toMatchObject({ code: 'invalid-input', details: { argument: 'session' } });
    expect(await other.listSessions({})).toMatchObject([
      { session: 'copy', items: 1 },
      { session: 'test', items: 1 },
    ]);
  });
});

describe('an import beside a clock that is put back', () => {
  it('is dated no later than its commit', async () => {
    const { engine, clock, importing } = await twoOwners();
    clock.now += HOUR;
    const future = bundleOf({ items: [itemOf('a', { createdAt: 8e15 })] });
    await importing(future, async (attempt) => attempt === 1 && (clock.now -= HOUR / 2));
    expect(await engine.getItem('a')).toMatchObject({ createdAt: clock.now });
    expect((await engine.journal(0, 100)).at(-1)?.time).toBe(clock.now);
  });
});

describe('an app that writes without a pause', () => {
  it('does not keep its own import from ending', async () => {
    const memory = await openWorkingMemory({
      session: 'test',
      worker: false,
      storage: memoryStorage(),
      clock: fakeClock(),
      ids: countingIds('note'),
      tokenizer: wordTokens,
      limits: { maxItems: 10_000 },
    });
    const still = { importing: true };
    const write = async (): Promise<void> => {
      while (still.importing) await memory.items.memorize('on and on');
    };
    // Where nothing ever waits, nothing can be loaded.
    await memory.import(jsonOf(bundleOf({})), { dryRun: true });
    const writers = [write(), write()];
    const both = Promise.all([memory.import(jsonOf(ITEMS)), memory.import(jsonOf(ITEMS))]);
    const results = await both.finally(() => (still.importing = false));
    await Promise.all(writers);
    expect(results.map(({ items }) => items).sort()).toEqual([0, 2]);
    expect(await memory.items.get('a')).toMatchObject({ source: 'import', trust: 0 });
    expect((await memory.items.capacity()).usage.items).toBeGreaterThan(2);
  });

  it('finds the session open to it again after an import that fails', async () => {
    const memory = await openWorkingMemory({ session: 'test', worker: false, storage: memoryStorage() });
    await memory.items.memorize('here');
    const taken = memory.import(jsonOf(ITEMS), { conflict: 'fork', as: 'test' });
    await expect(taken).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await memory.items.list()).toHaveLength(1);
  });
});
