// Failures around a canary do not reveal it: not in errors, logs, events or the journal.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkingMemory } from '../../src/entries/index.ts';
import { encrypted } from '../../src/entries/encrypted.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { CANARIES, traces } from '../support/canaries/hunt.ts';
import { commitFaults } from '../support/fakes/commit-faults.ts';
import { scriptedEmbedder } from '../support/fakes/scripted-embedder.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { plainMessages } from '../../src/entries/lenses.ts';

const logged: unknown[] = [];
const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;
beforeEach(() => {
  logged.length = 0;
  for (const method of METHODS) vi.spyOn(console, method).mockImplementation((...given) => void logged.push(given));
});
afterEach(() => vi.restoreAllMocks());

const CANARY = CANARIES.en;
const LONG = `${CANARY} `.repeat(900);

/** Calls that are refused, with the canary in whatever they are given. */
const REFUSED: Readonly<Record<string, (memory: WorkingMemory) => Promise<unknown>>> = {
  'a text too long': ({ items }) => items.memorize(CANARY.repeat(3000)),
  'an item too large': ({ items }) => items.memorize(LONG),
  'a field that is none': ({ items }) => items.memorize({ text: CANARY, [CANARY]: CANARY } as never),
  'a wrong value': ({ items }) => items.memorize(CANARY, { importance: CANARY as never }),
  'a replaced item that is none': ({ items }) => items.memorize({ text: 'x', replaces: 'no item' }),
  'a request that is none': ({ items }) => items.forget({ text: CANARY, [CANARY]: 1 } as never, { mode: 'hard' }),
  'texts that are no list': ({ items }) => items.forget('oldest', { mode: 'hard', also: CANARY as never }),
  'a mode that is none': ({ items }) => items.forget({ text: CANARY }, { mode: CANARY as never }),
  'a scope that is none': ({ items }) => items.remember(CANARY, { scope: CANARY as never }),
  'a passage that is not there': ({ files }) => files.edit('overview.md', CANARY, ''),
  'a file too large': ({ files }) => files.write('detail/a.md', CANARY.repeat(20_000)),
  'a message that is none': ({ transcript }) => transcript.append({ role: CANARY as never, text: CANARY }),
  'a request of no lens': ({ context }) => context.prepare(plainMessages, [{ role: CANARY as never, content: CANARY }]),
  'an event of no task': ({ state }) => state.onEvent({ type: 'task_started', context: { task: 7, also: CANARY } }),
  'a title of another session': ({ sessions }) => sessions.rename('none', CANARY),
  'an instruction that is none': ({ items }) => items.forget(CANARY, { mode: 'hard' }),
  'a passphrase for a key': async () => encrypted(memoryStorage(), { key: '47110815' as never }),
  'a bundle that is none': (memory) => memory.import(CANARY),
  'a bundle with records that are none': (memory) => memory.import(JSON.stringify({ format: 'x', items: [CANARY] })),
  'an erasure that is none': (memory) => memory.erase({ text: CANARY, userId: CANARY } as never),
};

it.each(Object.entries(REFUSED))('%s is refused without a word of it', async (_, call) => {
  const memory = await openFixed({ workspace: 'named' });
  const error = await call(memory).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  expect(traces([error, logged])).toEqual([]);
  await memory.close();
});

it('a command that fails in its commit leaves nothing of it in errors, events and journal', async () => {
  const storage = commitFaults(memoryStorage());
  const memory = await openFixed({
    storage,
    embedder: scriptedEmbedder(() => {
      throw new Error('no model');
    }),
  });
  const told: unknown[] = [];
  memory.subscribe((commit) => told.push(commit));
  memory.embedding.subscribe((status) => told.push(status));
  await memory.items.memorize(CANARY);
  await memory.transcript.append({ role: 'user', text: CANARY });
  await memory.items.remember(CANARY);
  for (const when of ['before', 'after'] as const)
    for (const call of [
      () => memory.items.forget({ text: CANARY }, { mode: 'hard' }),
      () => memory.items.memorize(`${CANARY} again`),
      () => memory.files.write('detail/a.md', CANARY, { force: true }),
    ]) {
      storage.failNext(when);
      const error = await call().catch((thrown: unknown) => thrown);
      told.push(error instanceof Error ? error : undefined);
    }
  const journal = await storage.journal({ workspace: '/', session: 'test' }, 0, 1000);
  expect(traces([told, logged, journal, memory.health(), memory.embedding.status(), memory.runtime])).toEqual([]);
  expect(told.filter((one) => one instanceof Error).length).toBeGreaterThan(4);
  await memory.close();
});
