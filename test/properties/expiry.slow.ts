// An item past its hard TTL belongs to the long tail at that very moment: the next command changes no answer.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { RANKINGS } from '../../src/options/names.ts';
import type { RecallOptions } from '../../src/recall/query.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { testEngine } from '../support/engine.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import { recalled } from '../support/recall.ts';

const MINUTE = 60_000;
const HARD_MS = 60 * MINUTE;
const WORDS = ['kiln', 'glaze', 'parcel', 'lantern', 'harbour', 'dawn', 'kilns', '窑', '数据库', 'the'];

const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((chosen) => chosen.join(' '));
const newcomer = fc.record(
  {
    text: words,
    importance: fc.constantFrom(0, 0.3, 0.5, 0.9),
    pinned: fc.constantFrom(false, false, false, true),
    stay: fc.integer({ min: 0, max: 60 }).map((minutes) => minutes * MINUTE),
    age: fc.integer({ min: 0, max: 90 }).map((minutes) => minutes * MINUTE),
    speaker: fc.constantFrom('Ana', 'Bo'),
    group: fc.constantFrom('one', 'other'),
    tags: fc.subarray(['work', 'private']),
  },
  { requiredKeys: ['text'] },
);
const minutes = (most: number) => fc.integer({ min: 0, max: most }).map((number) => number * MINUTE);
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('memorize' as const), items: fc.array(newcomer, { maxLength: 5 }) }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: minutes(40) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: minutes(30).map((ms) => -ms) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('step' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('write' as const), text: words }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('hide' as const, 'pin' as const), pick: fc.nat(30) }) },
  // A question in between moves the index ahead of the rows.
  { weight: 3, arbitrary: fc.record({ type: fc.constant('ask' as const), prompt: words }) },
);
type Command = typeof command extends fc.Arbitrary<infer Type> ? Type : never;

const settings = fc.record({
  profile: fc.constantFrom('default' as const, 'queue' as const, 'priority' as const),
  ttl: fc.record({
    hardMs: fc.constantFrom(HARD_MS, 20 * MINUTE, Infinity),
    softSteps: fc.constant(Infinity),
    softMs: fc.constant(Infinity),
  }),
  limits: fc.record({ maxItems: fc.constantFrom(3, 8, 64) }),
  longTail: fc.record({ maxItems: fc.constantFrom(0, 1, 3, 1000) }),
});

/** Returns everything that an app can read of items, except what only rows know. */
async function everything(engine: Engine, prompts: readonly string[], ids: readonly string[]): Promise<unknown> {
  const options: RecallOptions[] = [
    {},
    { scope: 'items' },
    { scope: 'tail' },
    { scope: 'all' },
    { scope: ['items', 'tail'], filters: { tags: ['work'] } },
    ...RANKINGS.map((ranking): RecallOptions => ({ ranking, scope: ['items', 'tail'] })),
  ];
  const answers = [];
  for (const prompt of prompts) {
    for (const asked of options) {
      const { hits } = await recalled(engine, prompt, { ...asked, explain: true, limit: 1000 });
      answers.push(hits.map(({ snippet, matches, ...hit }) => ({ ...hit, snippet, matches })));
    }
    for (const id of ids)
      answers.push(await engine.whyNot(id, prompt), await engine.whyNot(id, prompt, { scope: 'all' }));
  }
  for (const id of ids) answers.push(await engine.getItem(id));
  const { expired: _, ...capacity } = await engine.capacity();
  return [...answers, await engine.listItems(), await engine.summarize(), capacity];
}

test('every read answers the same before and after the sweep that moves the rows', async () => {
  let [moved, full] = [0, 0];
  const property = fc.asyncProperty(
    settings,
    fc.array(command, { minLength: 3, maxLength: 25, size: 'max' }),
    minutes(90),
    fc.constantFrom(0, 10 * MINUTE, HARD_MS),
    fc.array(words, { minLength: 1, maxLength: 2 }),
    async (chosen, commands, pause, ahead, asked) => {
      const clock = fakeClock();
      const storage = memoryStorage();
      const { engine, journal } = await testEngine(chosen, { clock, storage });
      const ids: string[] = [];
      for (const each of commands) await run(engine, clock, each, ids);
      // The clock runs ahead, somebody asks, and it is set back.
      clock.now += pause + ahead;
      await recalled(engine, '', { scope: 'all' });
      clock.now -= ahead;

      const prompts = ['', ...asked];
      const kept = await journal();
      const before = await everything(engine, prompts, ids);
      const waiting = (await engine.capacity()).expired;
      expect(await journal(), 'reads write nothing').toEqual(kept);
      const reopened = await testEngine(chosen, { clock, storage });
      expect(await everything(reopened.engine, prompts, ids), 'reopened').toEqual(before);
      const { expired } = await engine.sweep();
      expect(expired).toHaveLength(waiting);
      expect(await everything(engine, prompts, ids), 'after the sweep').toEqual(before);
      expect(await engine.capacity()).toMatchObject({ expired: 0 });
      moved += waiting;
      if (waiting > chosen.longTail.maxItems) full++;
    },
  );
  await fc.assert(property, { seed: 16, numRuns: 120 });
  expect([moved > 100, full > 10], 'else the histories show too little').toEqual([true, true]);
}, 60_000);

async function run(engine: Engine, clock: { now: number }, command: Command, ids: string[]): Promise<void> {
  switch (command.type) {
    case 'memorize': {
      const items = command.items.map(({ age = 0, stay = Infinity, ...item }) => {
        // The session's time may be ahead of a clock that was set back.
        return { ...item, at: clock.now - age, expiresAt: clock.now + 30 * MINUTE + stay };
      });
      // Where only pinned items could leave, nothing is stored.
      const { items: added } = await engine.memorize(items).catch(() => ({ items: [] }));
      ids.push(...added.map(({ id }) => id));
      return;
    }
    case 'wait':
      clock.now += command.ms;
      return;
    case 'step':
      await engine.step();
      return;
    case 'write':
      await engine.writeFile('detail/notes.md', command.text, { force: true });
      return;
    case 'ask':
      await recalled(engine, command.prompt, { scope: 'all' });
      return;
    default: {
      const id = ids[command.pick % ids.length] ?? 'nobody';
      // An id may be unknown by now.
      if (command.type === 'hide') await engine.forget({ ids: [id] }, 'soft').catch(() => undefined);
      else await engine.update(id, { pinned: true }).catch(() => undefined);
    }
  }
}
