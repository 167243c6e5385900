// Calls that are repeated after a lost worker commit nothing.
import { expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { repeatsOf } from '../../src/boundary/repeats.ts';
import { resolveSettings } from '../../src/options/options.ts';
import { runScript, scriptedEngine } from '../support/script.ts';

/** Arguments of the methods that need some. */
const GIVEN: Record<string, readonly unknown[]> = {
  recall: ['coffee'],
  recallBlock: ['coffee', 200],
  getItem: ['item-1'],
  whyNot: ['item-1', 'coffee'],
  readFile: ['overview.md'],
  fileHistory: ['overview.md'],
  textsOf: [{ userId: 'ann' }],
  readMessages: [0, 10],
  knownMessages: [{ head: [], body: [] }, 0],
  knownParts: [['0'.repeat(64)]],
  readPart: ['0'.repeat(64)],
  searchSessions: ['coffee', {}],
  listSessions: [true],
  countTokens: [['coffee']],
  journal: [0, 10],
};

it('every call that is always repeated leaves the session as it was', async () => {
  const engine = await scriptedEngine(resolveSettings({ session: 'repeats', limits: { maxItems: 12 } }));
  await runScript(engine, 3);
  const always = Object.entries(repeatsOf(engine)).filter(([, repeat]) => repeat === 'always');
  expect(always.length).toBeGreaterThan(15);
  const methods = engine as unknown as Record<keyof Engine, (...args: readonly unknown[]) => Promise<unknown>>;
  const { head } = await engine.status();
  for (const [method] of always) {
    // An item of the script may be gone by now: then the answer is an error, the first time as the second.
    await methods[method as keyof Engine](...(GIVEN[method] ?? [])).catch(({ code }: { code: string }) => {
      expect([method, code]).toEqual([method, 'not-found']);
    });
    expect([method, (await engine.status()).head]).toEqual([method, head]);
  }
});

/** All other methods of an engine: a new method must be listed here, or among those that may be repeated. */
const CHANGES = [
  'memorize revise touch forget erase restore update sweep step setLimits',
  'writeFile editFile renameFile deleteFile restoreFile appendMessages updateBlocks',
  'withhold commitContext commitImport forkSession renameSession deleteSession pruneSessions',
  'dismissQuarantined beginAnew flush',
].flatMap((methods) => methods.split(' '));

it('every call may be repeated but those that change a session and those of one engine', async () => {
  const engine = await scriptedEngine(resolveSettings({ session: 'repeats' }));
  const unsent = Object.entries(repeatsOf(engine)).filter(([, repeat]) => repeat === 'unsent');
  expect(unsent.map(([method]) => method).sort()).toEqual(CHANGES.sort());
});
