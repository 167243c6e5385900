// Document 000: items in one class, ordered by importance × decay, with a hard TTL.
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { tokenScan } from '../../src/ports/token-scan.ts';
import { type ForgetRequest } from '../../src/items/forgetting/request.ts';
import { createKernel, type Kernel } from '../../src/kernel/kernel.ts';
import { resolveSettings, type SettingsInput } from '../../src/options/options.ts';
import { testEngine } from '../support/engine.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { recalled } from '../support/recall.ts';
import { randomFrom } from '../support/script.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const priorityEngine = (settings: Partial<SettingsInput> = {}, ports: Parameters<typeof testEngine>[1] = {}) =>
  testEngine({ profile: 'priority', ...settings }, ports);

/** The same rules for items that outlive two hours. */
const lasting = (settings: Partial<SettingsInput> = {}) => priorityEngine({ ttl: { hardMs: Infinity }, ...settings });

const words = (count: number, word = 'word'): string => Array.from({ length: count }, () => word).join(' ');
const storedIds = async (engine: Engine): Promise<string[]> => (await engine.listItems()).map(({ id }) => id);
const foundIds = async (engine: Engine, prompt: string): Promise<unknown[]> =>
  (await recalled(engine, prompt)).hits.map(({ id }) => id);

const lines = (text: string): string[] => text.split('\n').slice(1);

const decayAfter = (ms: number): number => Math.max(0.1, 0.95 ** (ms / HOUR / 6));

describe('the limits', () => {
  it('are ten items and two thousand tokens, and hold after every add [S000-01, S000-02, S000-03, S000-15]', async () => {
    const { engine, clock } = await priorityEngine();
    const random = randomFrom(7);
    const most = { items: 0, tokens: 0 };
    for (let note = 0; note < 150; note++) {
      clock.now += Math.floor(random() * MINUTE);
      const text = words(1 + Math.floor(random() * (note % 3 === 0 ? 900 : 60)));
      const { usage } = await engine.memorize([{ text, importance: random() }]);
      most.items = Math.max(most.items, usage.after.items);
      most.tokens = Math.max(most.tokens, usage.after.tokens);
      expect(usage.after.items).toBeLessThanOrEqual(10);
      expect(usage.after.tokens).toBeLessThanOrEqual(2000);
    }
    expect(most.items).toBe(10);
    expect(most.tokens).toBeGreaterThan(1500);
  });

  it('are options, and so is the hard TTL, which is 120 minutes unless set [S000-09, S000-10, S000-11]', async () => {
    expect(resolveSettings({ session: 's', profile: 'priority' })).toMatchObject({
      limits: { maxItems: 10, maxTokens: 2000 },
      ttl: { hardMs: 120 * MINUTE },
    });
    const { engine, clock } = await priorityEngine({
      limits: { maxItems: 3, maxTokens: 8 },
      ttl: { hardMs: 5 * MINUTE },
    });
    await engine.memorize([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
    expect((await engine.memorize([{ text: 'd' }])).evicted.map(({ id }) => id)).toEqual(['item-1']);
    expect((await engine.memorize([{ text: words(7) }])).usage.after).toEqual({ items: 2, tokens: 8 });
    clock.now += 5 * MINUTE + 1;
    expect((await engine.memorize([{ text: 'e' }])).expired).toHaveLength(2);
  });

  it('remove the lowest priorities one by one until items and tokens both fit [S000-15, S000-38]', async () => {
    const { engine } = await priorityEngine({ limits: { maxItems: 5, maxTokens: 20 } });
    await engine.memorize([0.5, 0.2, 0.9, 0.3, 0.8].map((importance) => ({ text: 'one two three four', importance })));
    const { evicted, usage } = await engine.memorize([{ text: words(9), importance: 0.7 }]);
    expect(evicted.map(({ id, importance }) => [id, importance])).toEqual([
      ['item-2', 0.2],
      ['item-4', 0.3],
      ['item-1', 0.5],
    ]);
    expect(usage.after).toEqual({ items: 3, tokens: 17 });
  });
});

describe('a session', () => {
  it('has its own memories and nobody else’s [S000-04]', async () => {
    const storage = memoryStorage();
    const one = await priorityEngine({ session: 'one' }, { storage });
    const other = await priorityEngine({ session: 'other' }, { storage, ids: countingIds('other') });
    await one.engine.memorize([{ text: 'coffee at nine' }]);
    await other.engine.memorize([{ text: 'coffee at ten' }]);
    expect(await foundIds(one.engine, 'coffee')).toEqual(['item-1']);
    expect(await foundIds(other.engine, 'coffee')).toEqual(['other-1']);
  });

  it('keeps a list in order of arrival and counts with every change [S000-07, S000-14]', async () => {
    const { engine } = await priorityEngine();
    for (const [index, importance] of [0.2, 0.9, 0.5].entries()) {
      await engine.memorize([{ text: words(index + 1), importance }]);
    }
    const list = await engine.listItems();
    expect(list.map(({ id, position, tokens }) => [id, position, tokens])).toEqual([
      ['item-1', 0, 1],
      ['item-2', 1, 2],
      ['item-3', 2, 3],
    ]);
    expect((await engine.capacity()).usage).toEqual({ items: 3, tokens: 6 });
    await engine.forget({ ids: ['item-2'] }, 'hard');
    expect((await engine.capacity()).usage).toEqual({ items: 2, tokens: 4 });
  });
});

describe('the priority', () => {
  it('is importance × decay, from the moment an item arrives [S000-05, S000-13, S000-34]', async () => {
    const { engine, clock } = await lasting();
    await engine.memorize([
      { text: 'new', importance: 0.6 },
      { text: 'half a day old', importance: 0.6, at: clock.now - 12 * HOUR },
    ]);
    const [recent, old] = await engine.listItems();
    expect(recent?.priority).toBe(0.6);
    expect(old?.priority).toBeCloseTo(0.6 * 0.95 ** 2, 12);
    clock.now += 6 * HOUR;
    expect((await engine.getItem('item-1'))?.priority).toBeCloseTo(0.6 * 0.95, 12);
    expect((await engine.getItem('item-2'))?.priority).toBeCloseTo(0.6 * 0.95 ** 3, 12);
  });

  it('decays by 0.95 to the power of hours / 6, also between two periods [S000-35, S000-36]', async () => {
    const { engine, clock } = await lasting();
    await engine.memorize([{ text: 'note' }]);
    const start = clock.now;
    for (const hours of [0, 0.1, 1, 3, 6, 7.5, 12, 24, 100, 269]) {
      clock.now = start + hours * HOUR;
      expect((await engine.getItem('item-1'))?.decay).toBeCloseTo(0.95 ** (hours / 6), 12);
    }
  });

  it('takes another factor and period as options [S000-36]', async () => {
    const { engine, clock } = await priorityEngine({ decay: { factor: 0.5, periodMs: 10 * MINUTE } });
    await engine.memorize([{ text: 'note' }]);
    clock.now += 20 * MINUTE;
    expect((await engine.getItem('item-1'))?.decay).toBeCloseTo(0.25, 12);
  });

  it('never weighs age below a tenth, and there importance alone decides [S000-37]', async () => {
    const { engine, clock } = await lasting({ limits: { maxItems: 3 } });
    for (const importance of [0.4, 0.3, 0.5]) {
      await engine.memorize([{ text: 'note', importance }]);
      clock.now += DAY;
    }
    clock.now += 300 * HOUR;
    expect((await engine.listItems()).map(({ decay }) => decay)).toEqual([0.1, 0.1, 0.1]);
    clock.now += 10_000 * HOUR;
    expect((await engine.listItems()).map(({ decay }) => decay)).toEqual([0.1, 0.1, 0.1]);
    const { evicted } = await engine.memorize([{ text: 'new', importance: 1 }]);
    expect(evicted.map(({ id }) => id)).toEqual(['item-2']);
  });

  it('lets an old important item leave before a new and less important one [S000-05, S000-38]', async () => {
    const { engine, clock } = await lasting({ limits: { maxItems: 2 } });
    await engine.memorize([{ text: 'old', importance: 0.5 }]);
    clock.now += DAY;
    await engine.memorize([{ text: 'new', importance: 0.45 }]);
    const { evicted } = await engine.memorize([{ text: 'more', importance: 0.9 }]);
    expect(evicted).toMatchObject([{ id: 'item-1', reason: 'capacity-exceeded', importance: 0.5 }]);
    expect(evicted[0]?.priority).toBeCloseTo(0.5 * 0.95 ** 4, 12);
  });

  it('orders all evictions as a search through the whole list would [S000-05, S000-08, S000-15, S000-38]', async () => {
    const { engine, clock } = await lasting();
    const random = randomFrom(2025);
    let list: { id: string; importance: number; createdAt: number }[] = [];
    for (let note = 1; note <= 300; note++) {
      clock.now += Math.floor(random() * 60 * HOUR);
      const importance = random();
      const { evicted } = await engine.memorize([{ text: `note ${note}`, importance }]);
      list.push({ id: `item-${note}`, importance, createdAt: clock.now });
      const priority = (item: (typeof list)[number]): number =>
        item.importance * decayAfter(clock.now - item.createdAt);
      const expected: string[] = [];
      while (list.length > 10) {
        const lowest = list.reduce((least, item) => (priority(item) < priority(least) ? item : least));
        expected.push(lowest.id);
        list = list.filter((item) => item !== lowest);
      }
      expect(evicted.map(({ id }) => id)).toEqual(expected);
    }
    expect(await storedIds(engine)).toEqual(list.map(({ id }) => id));
  });
});

describe('the hard TTL', () => {
  it('is passed by more than 120 minutes; adding then drops first and inserts after [S000-11, S000-12]', async () => {
    const { engine, clock, commits } = await priorityEngine({ limits: { maxItems: 2 } });
    await engine.memorize([{ text: 'first', importance: 0.9 }]);
    clock.now += MINUTE;
    await engine.memorize([{ text: 'second', importance: 0.1 }]);
    clock.now += 119 * MINUTE;
    expect((await engine.sweep()).expired).toEqual([]);
    clock.now += 1;
    const { stored, expired, evicted } = await engine.memorize([{ text: 'third', importance: 0.5 }]);
    expect({ stored, evicted }).toEqual({ stored: true, evicted: [] });
    expect(expired).toMatchObject([{ id: 'item-1', reason: 'expired-hard' }]);
    expect(commits.at(-1)?.events.map(({ type }) => type)).toEqual(['item-expired', 'item-memorized']);
    expect(await storedIds(engine)).toEqual(['item-2', 'item-3']);
  });

  it('counts from the time an item is about, not from its arrival [S000-04, S000-11]', async () => {
    const { engine, clock } = await priorityEngine();
    await engine.memorize([{ text: 'said two hours ago', at: clock.now - 120 * MINUTE }, { text: 'said now' }]);
    clock.now += 1;
    expect((await engine.memorize([{ text: 'next' }])).expired.map(({ id }) => id)).toEqual(['item-1']);
  });

  it('hides expired items from retrieval and from the summary [S000-16]', async () => {
    const { engine, clock } = await priorityEngine();
    await engine.memorize([{ text: 'coffee is out', importance: 1 }]);
    clock.now += 60 * MINUTE;
    await engine.memorize([{ text: 'coffee was bought' }]);
    clock.now += 60 * MINUTE;
    expect(await foundIds(engine, 'coffee')).toEqual(['item-1', 'item-2']);
    clock.now += 1;
    expect(await foundIds(engine, 'coffee')).toEqual(['item-2']);
    expect(await foundIds(engine, '')).toEqual(['item-2']);
    expect((await engine.summarize()).sources.map(({ id }) => id)).toEqual(['item-2']);
  });

  const anyForgetting: readonly ForgetRequest[] = [
    'oldest',
    { strategy: 'importance_based', threshold: 0.1 },
    { strategy: 'time_based', days: 30 },
    { strategy: 'capacity_based' },
  ];
  it.each(anyForgetting)('removes expired items whatever is to be forgotten: %j [S000-26]', async (request) => {
    const { engine, clock } = await priorityEngine();
    await engine.memorize([{ text: 'first', importance: 1 }]);
    clock.now += 60 * MINUTE;
    await engine.memorize([{ text: 'second' }, { text: 'third' }]);
    clock.now += 60 * MINUTE + 1;
    const { expired, usage } = await engine.forget(request, 'soft');
    expect(expired).toMatchObject([{ id: 'item-1', reason: 'expired-hard' }]);
    expect(usage.after).toEqual({ items: 2, tokens: 2 });
    expect(await storedIds(engine)).toEqual(['item-2', 'item-3']);
  });

  it.each([{ ids: ['item-1'] }, { tags: ['private'] }, { strategy: 'time_based', hours: 1 }] satisfies ForgetRequest[])(
    'does not save an expired item from being forgotten for good: %j [S000-26]',
    async (request) => {
      const { engine, clock } = await priorityEngine();
      await engine.memorize([{ text: 'the secret word', tags: ['private'] }]);
      clock.now += 60 * MINUTE + 1;
      await engine.memorize([{ text: 'other note' }]);
      clock.now += 60 * MINUTE;
      const { usage } = await engine.forget(request, 'hard');
      const { hits } = await recalled(engine, 'secret', { scope: ['items', 'tail'] });
      expect({ found: hits.map(({ item }) => item?.text), after: usage.after }).toEqual({
        found: [],
        after: { items: 1, tokens: 2 },
      });
    },
  );
});

/** TF-IDF and its cosine in the plain form, fitted to prompt and texts, for words of small letters between blanks. */
function tfidfCosine(prompt: string, text: string, texts: readonly string[]): number {
  const corpus = [prompt, ...texts];
  const count = (of: string, word: string): number => of.split(' ').filter((other) => other === word).length;
  const weight = (of: string, word: string): number => {
    const holders = corpus.filter((other) => count(other, word) > 0).length;
    return count(of, word) * (1 + Math.log(1 + corpus.length) - Math.log(1 + holders));
  };
  const vocabulary = [...new Set(corpus.join(' ').split(' '))];
  const dot = (one: string, other: string): number =>
    vocabulary.reduce((sum, word) => sum + weight(one, word) * weight(other, word), 0);
  return dot(prompt, text) / Math.sqrt(dot(prompt, prompt) * dot(text, text));
}

/** The share of a text that contains the prompt; else the share of words that both have. */
function keywordScore(prompt: string, text: string): number {
  if (text.includes(prompt)) return prompt.length / text.length;
  const [asked, held] = [new Set(prompt.split(' ')), new Set(text.split(' '))];
  const common = [...asked].filter((word) => held.has(word)).length;
  return common / new Set([...asked, ...held]).size;
}

describe('retrieval', () => {
  const memories = [
    { text: 'amber cobalt', importance: 0, ageHours: 0 },
    { text: 'amber cobalt cobalt indigo', importance: 1, ageHours: 6 },
    { text: 'indigo indigo ochre', importance: 0.5, ageHours: 24 },
    { text: 'amber ochre violet teal', importance: 0.25, ageHours: 400 },
    { text: 'teal violet', importance: 0.9, ageHours: 1 },
  ];
  const corpus = memories.map(({ text }) => text);
  const filled = async () => {
    const test = await lasting();
    const { now } = test.clock;
    await test.engine.memorize(
      memories.map(({ text, importance, ageHours }) => ({ text, importance, at: now - ageHours * HOUR })),
    );
    return test;
  };

  it.each(['amber', 'amber cobalt', 'ochre teal amber', 'indigo indigo violet', 'cobalt magenta', 'vio'])(
    'scores “%s” as (0.7 cosine + 0.3 keyword) × decay × (0.8 + 0.4 importance) ' +
      '[S000-06, S000-19, S000-20, S000-21, S000-22, S000-23, S000-24]',
    async (prompt) => {
      const { engine } = await filled();
      const { hits } = await recalled(engine, prompt, { explain: true });
      const expected = memories
        .map(({ text, importance, ageHours }) => {
          const cosine = tfidfCosine(prompt, text, corpus);
          const keyword = keywordScore(prompt, text);
          const relevance = cosine * 0.7 + keyword * 0.3;
          const decay = decayAfter(ageHours * HOUR);
          const importanceWeight = 0.8 + importance * 0.4;
          const score = relevance * decay * importanceWeight;
          return { text, score, parts: { relevance, cosine, keyword, decay, importanceWeight } };
        })
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score);
      expect(expected.length).toBeGreaterThan(1);
      expect(hits.map(({ item, score, parts }) => ({ text: item?.text, score, parts }))).toEqual(
        expected.map(({ text, score, parts }) => ({
          text,
          score: expect.closeTo(score, 12),
          parts: Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, expect.closeTo(value, 12)])),
        })),
      );
    },
  );

  it('scores an item that contains the prompt by the share of it, else by the words that both have [S000-20]', async () => {
    const { engine } = await priorityEngine();
    await engine.memorize([{ text: 'amber cobalt ochre teal' }, { text: 'amber teal' }, { text: 'violet' }]);
    const { hits } = await recalled(engine, 'cobalt ochre teal', { explain: true });
    expect(hits.map(({ id, parts }) => [id, parts?.keyword])).toEqual([
      ['item-1', 17 / 23],
      ['item-2', 1 / 4],
    ]);
  });

  it('adds up to 0.3 of the keyword score where no word is whole in both: neither part stands in for the other [S000-20, S000-21]', async () => {
    const { engine } = await priorityEngine();
    await engine.memorize([{ text: 'cart', importance: 0.5 }]);
    const { hits } = await recalled(engine, 'art', { explain: true });
    expect(hits).toMatchObject([{ score: 0.3 * 0.75, parts: { cosine: 0, keyword: 0.75, relevance: 0.3 * 0.75 } }]);
  });

  it.each(['amber', 'amber teal', 'ochre violet cobalt', 'mber co', ''])(
    'of “%s” has a score that is exactly the product of its parts, and the relevance their sum [S000-21, S000-24]',
    async (prompt) => {
      const { engine } = await filled();
      const { hits } = await recalled(engine, prompt, { explain: true });
      expect(hits.length).toBeGreaterThan(1);
      for (const { score, parts } of hits) {
        const { relevance, cosine, keyword, decay, importanceWeight } = parts ?? expect.fail('no parts');
        expect(relevance * decay * importanceWeight).toBe(score);
        if (prompt !== '') expect(0.7 * (cosine ?? NaN) + 0.3 * (keyword ?? NaN)).toBe(relevance);
      }
    },
  );

  it.each(['seed', 'hybrid'] as const)(
    'weighs importance from 0.8 to 1.2 in the %s ranking [S000-23]',
    async (ranking) => {
      const { engine } = await priorityEngine();
      await engine.memorize([0, 0.5, 1].map((importance) => ({ text: 'amber', importance })));
      const { hits } = await recalled(engine, 'amber', { ranking, explain: true });
      expect(hits.map(({ item, parts }) => [item?.importance, parts?.importanceWeight])).toEqual([
        [1, expect.closeTo(1.2, 12)],
        [0.5, expect.closeTo(1, 12)],
        [0, expect.closeTo(0.8, 12)],
      ]);
    },
  );

  it.each(['seed', 'hybrid'] as const)(
    'returns the best N of the %s ranking, highest score first [S000-25]',
    async (ranking) => {
      const { engine } = await filled();
      const all = (await recalled(engine, 'amber ochre teal', { ranking })).hits;
      const scores = all.map(({ score }) => score);
      expect(scores).toHaveLength(5);
      expect(scores).toEqual([...scores].sort((one, other) => other - one));
      expect((await recalled(engine, 'amber ochre teal', { ranking, limit: 2 })).hits).toEqual(all.slice(0, 2));
    },
  );

  it('leaves out what is marked as forgotten [S000-17]', async () => {
    const { engine } = await priorityEngine();
    await engine.memorize([{ text: 'amber one' }, { text: 'amber two' }]);
    await engine.forget({ ids: ['item-1'] }, 'soft');
    expect(await foundIds(engine, 'amber')).toEqual(['item-2']);
    expect(await foundIds(engine, '')).toEqual(['item-2']);
  });

  it.each(['seed', 'hybrid'] as const)('can be narrowed to one user in the %s ranking [S000-18]', async (ranking) => {
    const { engine } = await priorityEngine();
    await engine.memorize([{ text: 'amber', userId: 'ann' }, { text: 'amber', userId: 'bob' }, { text: 'amber' }]);
    const { hits } = await recalled(engine, 'amber', { ranking, filters: { userId: 'bob' } });
    expect(hits.map(({ id }) => id)).toEqual(['item-2']);
    expect((await recalled(engine, 'amber', { ranking })).hits).toHaveLength(3);
  });
});

describe('forgetting', () => {
  it('by importance removes what lies under the threshold and spares what meets it [S000-27]', async () => {
    const { engine } = await priorityEngine();
    await engine.memorize([0.1, 0.29, 0.3, 0.8].map((importance) => ({ text: 'note', importance })));
    const { forgotten } = await engine.forget({ strategy: 'importance_based', threshold: 0.3 }, 'hard');
    expect(forgotten.map(({ id }) => id)).toEqual(['item-1', 'item-2']);
    expect(await storedIds(engine)).toEqual(['item-3', 'item-4']);
  });

  it('by time removes what is more than so many days old [S000-28]', async () => {
    const { engine, clock } = await lasting();
    const daysAgo = [9, 7, 6].map((days) => ({ text: 'note', at: clock.now - days * DAY }));
    await engine.memorize([...daysAgo, { text: 'note', at: clock.now - 7 * DAY - 1 }]);
    const result = await engine.forget({ strategy: 'time_based', days: 7 }, 'hard');
    expect(result.forgotten.map(({ id }) => id)).toEqual(['item-1', 'item-4']);
    expect(result.warning).toBeUndefined();
    expect(await storedIds(engine)).toEqual(['item-2', 'item-3']);
  });

  it('by capacity removes the lowest priorities until given limits hold [S000-29]', async () => {
    const { engine } = await priorityEngine();
    await engine.memorize([0.5, 0.2, 0.9, 0.3].map((importance) => ({ text: 'two words', importance })));
    const byItems = await engine.forget({ strategy: 'capacity_based', maxItems: 3 }, 'hard');
    expect(byItems.forgotten.map(({ id }) => id)).toEqual(['item-2']);
    const byTokens = await engine.forget({ strategy: 'capacity_based', maxTokens: 3 }, 'hard');
    expect(byTokens.forgotten.map(({ id }) => id)).toEqual(['item-4', 'item-1']);
    expect(byTokens.usage.after).toEqual({ items: 1, tokens: 2 });
  });

  it('by capacity within the limits removes nothing and says so [S000-29]', async () => {
    const { engine } = await priorityEngine();
    await engine.memorize([{ text: 'note' }]);
    const { forgotten, warning } = await engine.forget({ strategy: 'capacity_based' }, 'hard');
    expect(forgotten).toEqual([]);
    expect(warning).toMatch(/within these limits/);
  });
});

describe('the summary', () => {
  it('lists higher importance first and, at equal importance, newer first [S000-30, S000-31]', async () => {
    const { engine, clock } = await priorityEngine();
    for (const [text, importance] of [
      ['a', 0.5],
      ['b', 0.9],
      ['c', 0.5],
      ['d', 0.1],
      ['e', 0.9],
    ] as const) {
      clock.now += MINUTE;
      await engine.memorize([{ text, importance }]);
    }
    const { text, sources } = await engine.summarize({ maxChars: 500 });
    expect(lines(text)).toEqual(['- e', '- b', '- c', '- a', '- d']);
    expect(sources.map(({ id }) => id)).toEqual(['item-5', 'item-2', 'item-3', 'item-1', 'item-4']);
  });

  it('takes in as many memories as the limit allows [S000-32]', async () => {
    const { engine } = await priorityEngine();
    await engine.memorize(['ten chars!', 'also ten!!', 'and again!'].map((text) => ({ text })));
    const whole = (await engine.summarize({ maxChars: 500 })).text;
    expect((await engine.summarize({ maxChars: whole.length })).text).toBe(whole);
    const shorter = await engine.summarize({ maxChars: whole.length - 1 });
    expect(lines(shorter.text)).toEqual(['- and again!', '- also ten!!']);
  });

  it('cuts the last memory to the room that is left, to no fewer than 50 characters, before lesser ones [S000-33]', async () => {
    const { engine } = await priorityEngine();
    const long = '0123456789'.repeat(30);
    await engine.memorize([
      { text: 'short', importance: 0.9 },
      { text: long, importance: 0.5 },
      { text: 'lesser', importance: 0.1 },
    ]);
    const room = (await engine.summarize({ maxChars: 24 })).text.length + '\n- …'.length;
    for (const kept of [50, 51, 100, 298]) {
      const { text, sources } = await engine.summarize({ maxChars: room + kept });
      expect(lines(text)).toEqual(['- short', `- ${long.slice(0, kept)}…`]);
      expect(sources.map(({ id, cut }) => [id, cut])).toEqual([
        ['item-1', false],
        ['item-2', true],
      ]);
    }
    expect(lines((await engine.summarize({ maxChars: room + 49 })).text)).toEqual(['- short', '- lesser']);
  });
});

describe('what this model gets wrong when it is built carelessly', () => {
  it('a heap that is never emptied: a thousand adds leave ten items in store, rows and kernel [S000-08, S000-14]', async () => {
    let kernel: Kernel | undefined;
    const spied: typeof createKernel = (...given) => (kernel = createKernel(...given));
    const { engine, host } = await priorityEngine({ longTail: { maxItems: 0 } }, { createKernel: spied });
    for (let note = 0; note < 1000; note++)
      await engine.memorize([{ text: `note ${note}`, importance: (note % 97) / 97 }]);
    expect(await engine.listItems()).toHaveLength(10);
    const { rows } = await host.storage.load({ workspace: '/', session: 'test' }, ['items', 'tail', 'tombstones']);
    expect(rows).toHaveLength(10);
    expect(kernel?.live).toBe(10);
    expect(kernel?.slots).toBeLessThan(100);
  });

  it('ties that compare objects: at equal priority and time the older item leaves [S000-08]', async () => {
    const { engine } = await priorityEngine({ limits: { maxItems: 3 } });
    await engine.memorize(Array.from({ length: 3 }, () => ({ text: 'the same' })));
    const { evicted } = await engine.memorize([{ text: 'the same' }, { text: 'the same' }]);
    expect(evicted.map(({ id }) => id)).toEqual(['item-1', 'item-2']);
  });

  it('an id for an item that left on arrival: the result says that it is not stored [S000-15]', async () => {
    const { engine } = await priorityEngine({ limits: { maxItems: 1 } });
    await engine.memorize([{ text: 'kept', importance: 0.5 }]);
    expect(await engine.memorize([{ text: 'lost', importance: 0.1 }])).toMatchObject({
      stored: false,
      items: [{ id: 'item-2', stored: false }],
      evicted: [{ id: 'item-2', reason: 'capacity-exceeded' }],
    });
    expect(await storedIds(engine)).toEqual(['item-1']);
  });

  it('an item that is larger than the store: it is refused and nothing else leaves for it [S000-03]', async () => {
    const { engine } = await priorityEngine();
    await engine.memorize([{ text: 'kept' }]);
    await expect(engine.memorize([{ text: words(2001) }])).rejects.toMatchObject({
      code: 'item-too-large',
      details: { tokens: 2001, maxTokens: 2000 },
    });
    expect(await storedIds(engine)).toEqual(['item-1']);
  });

  it('tokens counted by spaces: 1,200 Chinese characters fill the store like the text they are [S000-03]', async () => {
    const { engine } = await priorityEngine({}, { tokenizer: tokenScan() });
    const text = '工作记忆保存当前任务所需信息'.repeat(100).slice(0, 1200);
    const { items } = await engine.memorize([{ text }]);
    expect(items[0]?.tokens).toBeGreaterThan(600);
    expect(items[0]?.tokens).toBeLessThan(1800);
    const evicted = [];
    for (let note = 0; note < 3; note++) evicted.push(...(await engine.memorize([{ text }])).evicted);
    expect(evicted.length).toBeGreaterThan(0);
  });

  it('words cut by spaces: a Chinese prompt finds a Chinese memory [S000-19, S000-20]', async () => {
    const { engine } = await priorityEngine();
    await engine.memorize([{ text: '会议改到周五' }, { text: '他很喜欢喝黑咖啡' }]);
    expect(await foundIds(engine, '喜欢 咖啡')).toEqual(['item-2']);
  });

  it('a limit that does not count headings and ellipses: no summary is ever longer [S000-32, S000-33]', async () => {
    const { engine } = await priorityEngine();
    const random = randomFrom(600);
    await engine.memorize(
      Array.from({ length: 10 }, (_, note) => ({
        text: `${note} ${words(1 + Math.floor(random() * 60))}`,
        importance: random(),
      })),
    );
    for (let maxChars = 1; maxChars <= 700; maxChars++) {
      expect((await engine.summarize({ maxChars })).text.length).toBeLessThanOrEqual(maxChars);
    }
    for (let maxTokens = 1; maxTokens <= 150; maxTokens++) {
      expect((await engine.summarize({ maxTokens })).tokens).toBeLessThanOrEqual(maxTokens);
    }
  });

  it('a summary that ends at what does not fit and cannot be cut: what fits behind it is taken in [S000-32]', async () => {
    const { engine } = await priorityEngine();
    await engine.memorize([
      { text: 'most important', importance: 0.9 },
      { text: words(100), importance: 0.8 },
      { text: 'least important', importance: 0.1 },
    ]);
    const { sources } = await engine.summarize({ maxChars: 60 });
    expect(sources.map(({ id }) => id)).toEqual(['item-1', 'item-3']);
  });

  it('a summary full of small talk: no larger limit shows less of what is worth more [S000-31, S000-32, S000-33]', async () => {
    const { engine } = await priorityEngine();
    await engine.memorize([
      { text: words(49), importance: 0.95 },
      ...Array.from({ length: 6 }, (_, note) => ({ text: `small talk ${note}`, importance: 0.1 })),
    ]);
    let shown = 0;
    for (let maxChars = 69; maxChars <= 320; maxChars++) {
      const [first] = lines((await engine.summarize({ maxChars })).text);
      const length = first?.startsWith('- word') ? first.length : 0;
      expect(length).toBeGreaterThanOrEqual(Math.max(shown, 50));
      shown = length;
    }
    expect(shown).toBe(`- ${words(49)}`.length);
  });

  it('a time in the future: it weighs 1 and no more, and ages from now on [S000-22, S000-35]', async () => {
    const { engine, clock } = await lasting();
    await engine.memorize([{ text: 'amber', at: clock.now + 60 * DAY, importance: 0.5 }]);
    expect(await engine.getItem('item-1')).toMatchObject({ decay: 1, priority: 0.5 });
    const { hits } = await recalled(engine, 'amber', { ranking: 'seed', explain: true });
    expect(hits[0]?.parts?.decay).toBe(1);
    expect(hits[0]?.score).toBeCloseTo(1, 12);
    clock.now += 6 * HOUR;
    expect((await engine.getItem('item-1'))?.decay).toBeCloseTo(0.95, 12);
  });

  it('a forgotten flag that nothing sets: forgetting sets it, restoring takes it back [S000-17]', async () => {
    const { engine } = await priorityEngine();
    await engine.memorize([{ text: 'amber' }]);
    await engine.forget('oldest', 'soft');
    expect((await engine.getItem('item-1'))?.forgotten).toBe(true);
    expect(await foundIds(engine, 'amber')).toEqual([]);
    expect(await engine.restore('item-1')).toMatchObject({ restored: true });
    expect((await engine.getItem('item-1'))?.forgotten).toBe(false);
    expect(await foundIds(engine, 'amber')).toEqual(['item-1']);
  });

  it('days that no item lives to see: the result warns of it [S000-28]', async () => {
    const { engine, clock } = await priorityEngine();
    await engine.memorize([{ text: 'note' }]);
    clock.now += 60 * MINUTE;
    const inDays = await engine.forget({ strategy: 'time_based', days: 1 }, 'hard');
    expect(inDays.forgotten).toEqual([]);
    expect(inDays.warning).toContain('ttl.hardMs');
    const inHours = await engine.forget({ strategy: 'time_based', hours: 0.5 }, 'hard');
    expect(inHours.forgotten.map(({ id }) => id)).toEqual(['item-1']);
    expect(inHours.warning).toBeUndefined();
  });
});
