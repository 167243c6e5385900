// An import overtaken by other commands leaves the result of one of the two orders, never a mixture.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import { exportBundle, importBundle } from '../../src/client/on-demand/bundle.ts';
import type { Bundle } from '../../src/bundle/form.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import { isWorkingMemoryError } from '../../src/errors.ts';
import { resolveSettings } from '../../src/options/options.ts';
import { bundleOf, itemOf, jsonOf } from '../support/storage/bundles.ts';
import { testEngine } from '../support/engine.ts';
import { countingIds, fakeClock } from '../support/fakes/fakes.ts';
import { appended } from '../support/messages/transcript.ts';

const LIMITS = { limits: { maxItems: 4, maxTokens: 12 }, longTail: { maxItems: 3 }, files: { maxFiles: 4 } };
const SETTINGS = resolveSettings({ session: 'test', ...LIMITS });

// Few, and those that the owners themselves give, so that the bundle and the session meet.
const id = fc.constantFrom('one-1', 'one-2', 'other-1', 'other-2', 'x');
const path = fc.constantFrom('overview.md', 'detail/a.md', 'detail/b.md', 'archive/c.md');
const words = fc.constantFrom('one', 'two of them', 'three are here now');

type Act = (engine: Engine) => Promise<unknown>;
const act: fc.Arbitrary<Act> = fc.oneof(
  words.map((text) => (engine: Engine) => engine.memorize([{ text }])),
  id.map((one) => (engine: Engine) => engine.forget({ ids: [one] }, 'hard')),
  id.map((one) => (engine: Engine) => engine.update(one, { pinned: true })),
  fc.tuple(path, words).map(
    ([at, text]) =>
      (engine: Engine) =>
        engine.writeFile(at, text, { force: true }),
  ),
  path.map((at) => (engine: Engine) => engine.deleteFile(at)),
  words.map((text) => (engine: Engine) => appended(engine, [{ role: 'user', text }])),
  fc.constant((engine: Engine) => engine.step()),
);

const written = { revision: 2, updatedAt: 5, step: 1, source: 'user', trust: 2 } as const;
const bundle: fc.Arbitrary<Bundle> = fc
  .record({
    ids: fc.uniqueArray(id),
    archived: fc.nat(2),
    text: words,
    erased: fc.uniqueArray(id, { maxLength: 2 }),
    paths: fc.uniqueArray(path),
    said: fc.array(words, { maxLength: 2 }),
  })
  .map(({ ids, archived, text, erased, paths, said }) => {
    const items = ids.map((one, sequence) => itemOf(one, { text, sequence }));
    const left = { head: 1, turn: 0, time: 5, step: 0, reason: 'expired-soft' } as const;
    return bundleOf({
      items: items.slice(archived),
      tail: items.slice(0, archived).map((one, turn) => ({ ...one, left: { ...left, turn } })),
      tombstones: erased.map((one) => ({ id: one, time: 5, step: 0 })),
      files: paths.map((at) => ({ path: at, text: `imported ${text}`, ...written })),
      messages: said.map((one, index) => ({
        index,
        time: 5,
        step: 0,
        role: 'user',
        text: one,
        source: 'user',
        trust: 2,
      })),
    });
  });

/** Plays the acts; impossible ones, such as forgetting an unknown item, change nothing and are ignored. */
async function tried(engine: Engine, acts: readonly Act[]): Promise<void> {
  for (const one of acts)
    await one(engine).catch((error: unknown) => {
      if (!isWorkingMemoryError(error)) throw error;
    });
}

async function left(
  before: readonly Act[],
  meanwhile: readonly Act[],
  data: string,
  conflict: 'keep' | 'replace',
  isOvertaken: boolean,
): Promise<{ readonly result: unknown; readonly session: string; readonly engine: Engine }> {
  const [storage, clock] = [memoryStorage(), fakeClock()];
  const { engine } = await testEngine(LIMITS, { storage, clock, ids: countingIds('one') });
  const { engine: other } = await testEngine(LIMITS, { storage, clock, ids: countingIds('other') });
  await tried(engine, before);
  await other.step();
  let basesRead = 0;
  const overtaken: Engine = {
    ...engine,
    async importBasis() {
      const basis = await engine.importBasis();
      if (++basesRead === 1) await tried(other, meanwhile);
      return basis;
    },
  };
  if (!isOvertaken) await tried(other, meanwhile);
  const host = { settings: SETTINGS, alone: <T>(work: () => Promise<T>) => work() };
  const result = await importBundle(isOvertaken ? overtaken : engine, data, { conflict }, host);
  return { result, session: (await exportBundle(engine, 'json', SETTINGS)) as string, engine };
}

test('an import that is overtaken leaves what it leaves after those who overtook it', async () => {
  const acts = fc.array(act, { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      acts,
      acts,
      bundle,
      fc.constantFrom('keep', 'replace'),
      async (before, meanwhile, brought, how) => {
        const data = jsonOf(brought);
        const overtaken = await left(before, meanwhile, data, how, true);
        const after = await left(before, meanwhile, data, how, false);
        expect(overtaken.result).toEqual(after.result);
        expect(overtaken.session).toBe(after.session);
        const { usage } = await overtaken.engine.capacity();
        expect(usage.items).toBeLessThanOrEqual(LIMITS.limits.maxItems);
        expect(usage.tokens).toBeLessThanOrEqual(LIMITS.limits.maxTokens);
        for (const item of await overtaken.engine.listItems()) if (item.source === 'import') expect(item.trust).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});
