// Weight of the newest steps: nominal under `fifo`, decisive under `priority` (docs/model.md).
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { testEngine } from '../support/engine.ts';

const importance = fc.constantFrom(0.1, 0.29, 0.3, 0.5, 0.69, 0.7, 0.9, 1);
const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('memorize' as const), importance }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('step' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.nat(40).map((tens) => tens * 60_000) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('hide' as const), position: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('update' as const), position: fc.nat(5), importance }) },
);
type Command = typeof command extends fc.Arbitrary<infer Type> ? Type : never;

/** Ids that left, in the order in which they left. */
async function victimsOf(commands: readonly Command[], eviction: object): Promise<string[]> {
  const { engine, clock } = await testEngine({ limits: { maxItems: 6 }, doubles: 'keep', eviction });
  const left: string[] = [];
  for (const command of commands) {
    if (command.type === 'wait') clock.now += command.ms;
    else left.push(...(await carryOut(engine, command)));
  }
  return left;
}

async function carryOut(engine: Engine, command: Exclude<Command, { type: 'wait' }>): Promise<string[]> {
  if (command.type === 'memorize') {
    const { evicted } = await engine.memorize([{ text: 'note', importance: command.importance }]);
    return evicted.map(({ id }) => id);
  }
  if (command.type === 'step') await engine.step();
  else {
    const item = (await engine.listItems())[command.position];
    if (item && command.type === 'hide') await engine.forget({ ids: [item.id] }, 'soft');
    if (item && command.type === 'update') await engine.update(item.id, { importance: command.importance });
  }
  return [];
}

test('under fifo the victims of every history are the same for any number of recent steps', async () => {
  let left = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 60, size: 'max' }), async (commands) => {
      const [five, none, all] = await Promise.all(
        [5, 0, 1000].map((recentSteps) => victimsOf(commands, { key: 'fifo', recentSteps })),
      );
      expect(none).toEqual(five);
      expect(all).toEqual(five);
      left += five?.length ?? 0;
    }),
    { numRuns: 60 },
  );
  expect(left, 'else the histories show too little').toBeGreaterThan(500);
});

test('under priority the recent of a band stays although the older one is worth more', async () => {
  const commands: Command[] = [
    { type: 'memorize', importance: 0.69 },
    ...Array.from({ length: 5 }, () => ({ type: 'step' }) as const),
    ...Array.from({ length: 5 }, () => ({ type: 'memorize', importance: 0.9 }) as const),
    { type: 'memorize', importance: 0.3 },
  ];
  expect(await victimsOf(commands, { key: 'priority', recentSteps: 5 })).toEqual(['item-1']);
  expect(await victimsOf(commands, { key: 'priority', recentSteps: 0 })).toEqual(['item-7']);
});
