// Questions for a list: they get more than the usual ten hits, unless the app sets a limit.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import type { RecallOptions } from '../../src/recall/query.ts';
import { testEngine } from '../support/engine.ts';

const PLACES = Array.from({ length: 40 }, (_, place) => `We ate at restaurant number ${place} in Rome`);
const OTHERS = Array.from({ length: 80 }, (_, place) => `Talk ${place} about the weather, a restaurant or the news`);
const LISTS = [
  'Which restaurants did we eat at in Rome?',
  'How many times did we eat in Rome?',
  '我们在 Rome 去过哪些 restaurant？',
];
const FACTS = ['Which restaurant did we eat at first?', 'What is the weather?', 'restaurant Rome', 'news', '', '天气'];

let engine: Engine;
beforeAll(async () => {
  ({ engine } = await testEngine({ limits: { maxItems: 500 }, doubles: 'keep' }));
  await engine.memorize([...PLACES, ...OTHERS].map((text) => ({ text })));
});

const hitsOf = async (prompt: string, options?: RecallOptions) => {
  const { hits } = await engine.recall(prompt, options);
  return hits.map(({ id, score, snippet, matches }) => ({ id, score, snippet, matches }));
};

describe('a question for a list', () => {
  it.each(LISTS)('has up to 30 hits, the first ten as ever: %s', async (prompt) => {
    const hits = await hitsOf(prompt);
    expect(hits.length).toBeGreaterThan(10);
    expect(hits.length).toBeLessThanOrEqual(30);
    expect(hits.slice(0, 10)).toEqual(await hitsOf(prompt, { limit: 10 }));
    expect(hits).toEqual((await hitsOf(prompt, { limit: 1000 })).slice(0, hits.length));
  });

  it('leaves out what has less than 0.3 of the best score', async () => {
    const { engine: few } = await testEngine({ doubles: 'keep' });
    const hobbies = Array.from(
      { length: 14 },
      (_, at) => `Anna has many hobbies: chess, sailing and pottery, week ${at}`,
    );
    await few.memorize([...hobbies, ...OTHERS.map((text) => `${text} of Anna`)].map((text) => ({ text })));
    const prompt = 'Which hobbies does Anna have: chess, sailing, pottery?';
    const { hits } = await few.recall(prompt);
    const all = await few.recall(prompt, { limit: 1000 });
    expect(hits).toHaveLength(16);
    expect(all.hits.length).toBeGreaterThan(30);
    const last = all.hits[16] as (typeof all.hits)[0];
    expect(last.score).toBeLessThan(0.3 * (all.hits[0]?.score ?? 0));
    expect(await few.whyNot(last.id as string, prompt)).toMatchObject({ because: 'below-limit', rank: 16, limit: 16 });
    expect(await few.whyNot(hits[15]?.id as string, prompt)).toMatchObject({ because: 'found', rank: 15 });
  });

  it('has no more hits than the limit that the app sets, whatever it asks', async () => {
    const limit = fc.integer({ min: 1, max: 60 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...LISTS, ...FACTS), limit, async (prompt, most) => {
        const hits = await hitsOf(prompt, { limit: most });
        expect(hits.length).toBeLessThanOrEqual(most);
        expect(hits).toEqual((await hitsOf(prompt, { limit: 1000 })).slice(0, most));
      }),
      { numRuns: 60 },
    );
  });

  it.each(['importance-recency', 'seed'] as const)('has ten hits in the ranking %s', async (ranking) => {
    expect(await hitsOf(LISTS[0] as string, { ranking })).toHaveLength(10);
  });
});

it.each(FACTS)('any other question has the same ten hits to the last bit: "%s"', async (prompt) => {
  expect(await hitsOf(prompt)).toEqual(await hitsOf(prompt, { limit: 10 }));
});
