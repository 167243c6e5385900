import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { TokenCounter } from '../../src/ports/tokenizer.ts';
import { calibratedTokens } from '../../src/ports/calibrated-tokens.ts';
import { tokenScan } from '../../src/ports/token-scan.ts';
import { checkDigest, digest, type Digest, type DigestRequest } from '../../src/items/digest.ts';
import type { Item } from '../../src/items/item.ts';
import { testEngine } from '../support/engine.ts';
import { wordTokens } from '../support/fakes/fakes.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { outcome } from '../support/promises.ts';

const note = (text: string, sequence: number, importance = 0.5): Item => ({
  id: `item-${sequence}`,
  text,
  sequence,
  importance,
  tokens: 1,
  createdAt: 0,
  step: 0,
  pinned: false,
  forgotten: false,
  source: 'user',
  trust: 2,
});

/** An engine whose counting a test can change. */
async function countingEngine() {
  const tokenizer: TokenCounter = { ...wordTokens };
  return { ...(await testEngine({}, { tokenizer })), tokenizer: tokenizer as { count: TokenCounter['count'] } };
}

function fill(items: readonly Item[], limit: number, measure: (text: string) => number): Digest {
  const filling = digest(items, limit);
  let asked = filling.next();
  while (!asked.done) asked = filling.next(measure(asked.value));
  return asked.value;
}

const characters = (text: string): number => text.length;
const graphemesOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);

const calibrated = calibratedTokens(tokenScan());
calibrated.observe({ estimated: 100, actual: 137 });

const tokens = (text: string): number => tokenScan().count(text) as number;

const ODD = 'tokens of an odd counter';
const MEASURES: Record<string, (text: string) => number> = {
  characters,
  words: (text) => wordTokens.count(text) as number,
  tokens,
  'calibrated tokens': (text) => calibrated.count(text) as number,
  // Longer texts may count for less: neither additive nor monotone.
  [ODD]: (text) => Math.ceil(text.length / 3) + (text.length % 7) * 5 + (text.endsWith('…') ? 4 : 0),
};

const byWorth = (items: readonly Item[]): readonly Item[] =>
  [...items].sort((one, other) => other.importance - one.importance || other.sequence - one.sequence);

/** Returns what is shown of each item, in order of worth: nothing, the length of a cut, or all of it. */
function worth(items: readonly Item[], { text, sources }: Digest): readonly number[] {
  const lines = text.split('\n').slice(1);
  return byWorth(items).map(({ id }) => {
    const place = sources.findIndex((source) => source.id === id);
    if (place < 0) return 0;
    return sources[place]?.cut ? (lines[place] ?? '').length : Infinity;
  });
}

const ODDITIES = [
  'a',
  'word ',
  ' ',
  '\n',
  '\r\n',
  '漢',
  '字',
  '。',
  'e\u0301',
  '\u0301',
  'n\u0303\u0323',
  '👩‍👩‍👧‍👦',
  '👍🏽',
  '🏳️‍🌈',
  '🇩🇪',
  '🇨🇳',
  '𝒳',
  'क्षि',
  '각',
  '…',
  '\u200d',
  '- ',
];
const text = fc
  .array(fc.constantFrom(...ODDITIES), { minLength: 1, maxLength: 140, size: 'max' })
  .map((parts) => parts.join(''))
  .filter((joined) => joined.trim() !== '');
const items = fc
  .array(fc.tuple(text, fc.constantFrom(0, 0.2, 0.5, 1)), { maxLength: 8 })
  .map((drawn) => drawn.map(([text, importance], sequence) => note(text, sequence, importance)));
/** Small ones for counters by which a grapheme is much less than a token. */
const limit = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 400 }));

describe('a digest', () => {
  for (const [unit, measure] of Object.entries(MEASURES)) {
    it(`never exceeds its limit in ${unit}, whatever the texts, and never cuts inside a grapheme`, () => {
      let cuts = 0;
      fc.assert(
        fc.property(items, limit, (items, limit) => {
          const { text, sources } = fill(items, limit, measure);
          if (text !== '') expect(measure(text)).toBeLessThanOrEqual(limit);
          expect(text.isWellFormed()).toBe(true);
          const [heading, ...lines] = text.split('\n');
          expect(heading).toBe(sources.length > 0 ? 'Working memory:' : '');
          expect(lines).toHaveLength(sources.length);
          sources.forEach(({ id, cut }, index) => {
            const whole =
              items
                .find((item) => item.id === id)
                ?.text.replace(/\s+/g, ' ')
                .trim() ?? '';
            const line = lines[index]?.slice('- '.length) ?? '';
            if (cut) {
              const said = graphemesOf(line.slice(0, -'…'.length));
              cuts++;
              expect(index).toBe(sources.length - 1);
              expect(said.length).toBeGreaterThanOrEqual(50);
              expect(graphemesOf(whole).slice(0, said.length)).toEqual(said);
            } else {
              expect(line).toBe(whole);
            }
          });
        }),
        { seed: 33, numRuns: 300 },
      );
      expect(cuts, 'else this shows nothing about cutting').toBeGreaterThan(20);
    });
  }

  it('takes items by importance, then the newest, cuts the first that can be cut, and ends there', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 400 }), (items, limit) => {
        let room = limit - 'Working memory:'.length;
        const expected: Digest['sources'][number][] = [];
        for (const item of byWorth(items)) {
          const line = item.text.replace(/\s+/g, ' ').trim();
          const size = '\n- '.length + line.length;
          const graphemes = graphemesOf(line);
          const shortestCut = '\n- '.length + graphemes.slice(0, 50).join('').length + '…'.length;
          if (size <= room) {
            room -= size;
            expected.push({ id: item.id, cut: false });
          } else if (graphemes.length > 50 && shortestCut <= room) {
            expected.push({ id: item.id, cut: true });
            break;
          }
        }
        expect(fill(items, limit, characters).sources).toEqual(expected);
      }),
      { seed: 31, numRuns: 300 },
    );
  });

  for (const [unit, measure] of Object.entries(MEASURES)) {
    if (unit === ODD) continue;
    it(`is never worth less with a larger limit in ${unit}`, () => {
      let changes = 0;
      fc.assert(
        fc.property(items, limit, fc.integer({ min: 0, max: 40 }), (items, limit, more) => {
          const shown = worth(items, fill(items, limit, measure));
          const larger = worth(items, fill(items, limit + more, measure));
          const at = shown.findIndex((each, place) => each !== larger[place]);
          if (at < 0) return;
          changes++;
          expect(larger[at], `item ${at} by worth`).toBeGreaterThan(shown[at] ?? Infinity);
        }),
        { numRuns: 600 },
      );
      expect(changes, 'else this shows nothing').toBeGreaterThan(100);
    });
  }

  it('shows the most important item before small talk, from the first limit that holds fifty of its characters', () => {
    const important = 'x'.repeat(245);
    const items = [
      note(important, 0, 0.95),
      ...Array.from({ length: 6 }, (_, index) => note(`small talk ${index}`, index + 1, 0.1)),
    ];
    const overhead = 'Working memory:\n- '.length;
    for (let limit = overhead + 51; limit <= 400; limit++) {
      const [first, ...lesser] = fill(items, limit, characters).sources;
      expect(first, `limit ${limit}`).toEqual({ id: 'item-0', cut: limit < overhead + 245 });
      if (first?.cut) expect(lesser).toEqual([]);
    }
    expect(fill(items, overhead + 50, characters).sources.map(({ id }) => id)).toEqual(['item-6', 'item-5', 'item-4']);
  });

  it('skips what cannot be cut to fifty characters and goes on', () => {
    const items = [note('short', 0, 0.2), note('x'.repeat(60), 1, 0.9), note('brief', 2, 0.5)];
    expect(fill(items, 40, characters)).toMatchObject({
      text: 'Working memory:\n- brief\n- short',
      sources: [
        { id: 'item-2', cut: false },
        { id: 'item-0', cut: false },
      ],
    });
  });

  it('tells newer by the time that an item is about, then by arrival', async () => {
    const { engine, clock } = await testEngine();
    await engine.memorize([
      { text: 'said today' },
      { text: 'also today' },
      { text: 'told late', at: clock.now - 5000 },
    ]);
    expect((await engine.summarize()).text.split('\n').slice(1)).toEqual([
      '- also today',
      '- said today',
      '- told late',
    ]);
  });

  const counters: Record<string, (text: string) => number> = {
    'rounds down': (text) => Math.floor(text.length / 4),
    'charges more for longer texts': (text) => text.length + Math.floor((text.length * text.length) / 500),
    'knows one line only': (text) => (text.indexOf('\n', 1) < 0 ? 1 : 1000),
    'counts nothing': () => 0,
    'answers with no number': () => Number.NaN,
  };
  for (const [name, count] of Object.entries(counters)) {
    it(`keeps its limit with a counter that ${name}, and counts few texts`, () => {
      const items = Array.from({ length: 40 }, (_, index) => note('word '.repeat(1 + ((index * 7) % 90)), index));
      for (let limit = 1; limit <= 600; limit += 7) {
        let counted = 0;
        const { text } = fill(items, limit, (asked) => {
          counted += asked.length;
          return count(asked);
        });
        if (text !== '') expect(count(text)).toBeLessThanOrEqual(limit);
        expect(counted).toBeLessThan(8 * items.reduce((sum, item) => sum + item.text.length, 0));
      }
    });
  }

  it('gives up no more than a counter finds too much in the whole', () => {
    const items = [note('harbour', 1, 1), note('lamp oil', 2, 0.8), note('matches', 3, 0.5)];
    const one = 'Working memory:\n- harbour\n- lamp oil'.length;
    const measure = (text: string): number => text.length + (text.includes(':\n') ? 1 : 0);
    expect(fill(items, one, characters).text).toBe('Working memory:\n- harbour\n- lamp oil');
    expect(fill(items, one, measure).text).toBe('Working memory:\n- harbour\n- matches');
  });

  it('fills the room well although a counter rounds each line down', () => {
    const items = Array.from({ length: 60 }, (_, index) => note('seventeen letters', index));
    const count = (text: string): number => Math.floor(text.length / 4);
    for (let limit = 20; limit <= 300; limit += 5) {
      expect(count(fill(items, limit, count).text)).toBeGreaterThan(limit - 20);
    }
  });

  it.each([
    [
      'a thousand items',
      Array.from({ length: 1000 }, (_, index) => note('the kiln fires '.repeat(1 + (index % 9)), index)),
    ],
    [
      'a thousand items too short to cut',
      Array.from({ length: 1000 }, (_, index) => note(`note ${index} of it`, index)),
    ],
    ['one item of 65,536 characters', [note('the kiln fires at 980 degrees; '.repeat(2200).slice(0, 65_536), 0)]],
    ['one item without blanks', [note('窑'.repeat(65_536), 0)]],
  ])('counts each character of the store a few times at most: %s', (_, items) => {
    const whole = items.reduce((sum, { text }) => sum + '\n- '.length + text.length, 0);
    for (const limit of [60, 100, 500, 4000, 12_000, 40_000, 100_000]) {
      let counted = 0;
      const { sources } = fill(items, limit, (text) => {
        counted += text.length;
        return tokens(text);
      });
      expect(sources.length).toBeGreaterThan(0);
      expect(counted, `limit ${limit}`).toBeLessThanOrEqual(4 * whole);
    }
  });

  it('cuts the first misfit as late as the limit allows, or leaves it out', () => {
    const items = [note('x'.repeat(100), 0)];
    const overhead = 'Working memory:\n- …'.length;
    expect(fill(items, overhead + 98, characters).text).toBe(`Working memory:\n- ${'x'.repeat(98)}…`);
    expect(fill(items, overhead + 50, characters).text).toBe(`Working memory:\n- ${'x'.repeat(50)}…`);
    expect(fill(items, overhead + 49, characters)).toMatchObject({ text: '', sources: [] });
  });

  it('counts a family of four as one of the fifty graphemes', () => {
    const family = '👩‍👩‍👧‍👦';
    const overhead = 'Working memory:\n- …'.length;
    const items = [note(family.repeat(60), 0)];
    expect(fill(items, overhead + 50 * family.length, characters).text).toBe(
      `Working memory:\n- ${family.repeat(50)}…`,
    );
    expect(fill(items, overhead + 50 * family.length - 1, characters).text).toBe('');
  });

  it.each([
    ['words', 'word '.repeat(13_107)],
    ['a word without end', 'x'.repeat(65_536)],
    ['families', '👩‍👩‍👧‍👦'.repeat(5957)],
    ['one letter and its marks', `a${'\u0301'.repeat(65_535)}`],
  ])('looks for graphemes in at most three times the longest text (%s)', (_, text) => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    for (const limit of [100, 2000, 65_000]) {
      segment.mockClear();
      fill([note(text, 0, 0.5)], limit, characters);
      const searched = segment.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
      expect(searched).toBeLessThan(3 * text.length);
    }
    segment.mockRestore();
  });

  it('says every item on one line', () => {
    expect(fill([note(' several\n\n lines\tof text ', 0)], 100, characters).text).toBe(
      'Working memory:\n- several lines of text',
    );
  });

  it('is asked for within one limit, by known names', () => {
    expect(checkDigest()).toEqual({ scope: 'all', limit: 500, unit: 'tokens' });
    expect(checkDigest({ scope: 'recent', maxChars: 80 })).toEqual({ scope: 'recent', limit: 80, unit: 'characters' });
    const wrong: readonly object[] = [
      { maxTokens: 0 },
      { maxTokens: Number.NaN },
      { maxTokens: 1.5 },
      { maxChars: -1 },
      { maxChars: '80' },
      { maxChars: Infinity },
      { maxTokens: 5, maxChars: 5 },
      { scope: 'everything' },
      { limit: 5 },
    ];
    for (const request of wrong) {
      expect(() => checkDigest(request as DigestRequest)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
    }
  });

  it('is refused as invalid input when the request is no object', async () => {
    const { engine } = await testEngine();
    for (const request of [null, 5, 'recent']) {
      await expect(engine.summarize(request as DigestRequest)).rejects.toMatchObject({ code: 'invalid-input' });
    }
  });
});

describe('summarize', () => {
  it('says what it came from, where that is now, and how many tokens it has', async () => {
    const { engine, journal } = await testEngine();
    await engine.memorize([{ text: 'the plan' }, { text: 'the budget', importance: 0.9 }]);
    const before = await journal();
    expect(await engine.summarize()).toEqual({
      text: 'Working memory:\n- the budget\n- the plan',
      tokens: 8,
      sources: [
        { id: 'item-2', position: 1, cut: false },
        { id: 'item-1', position: 0, cut: false },
      ],
    });
    expect(await journal()).toEqual(before);
  });

  it('leaves out what is softly forgotten, past the hard TTL, or not recent enough', async () => {
    const { engine, clock } = await testEngine({ eviction: { recentSteps: 2 }, ttl: { hardMs: 7_200_000 } });
    const textOf = async (scope: 'all' | 'recent') => (await engine.summarize({ scope })).text;
    await engine.memorize([{ text: 'first' }, { text: 'hidden' }]);
    await engine.forget({ ids: ['item-2'] }, 'soft');
    await engine.step();
    clock.now += 3_600_000;
    await engine.memorize([{ text: 'second' }]);
    expect(await textOf('recent')).toBe('Working memory:\n- second\n- first');
    await engine.step();
    expect(await textOf('recent')).toBe('Working memory:\n- second');
    expect(await textOf('all')).toBe('Working memory:\n- second\n- first');
    clock.now += 3_600_001;
    expect(await textOf('all')).toBe('Working memory:\n- second');
  });

  it('says nothing of an empty store and nothing that does not fit', async () => {
    const { engine } = await testEngine();
    const nothing = { text: '', tokens: 0, sources: [] };
    expect(await engine.summarize()).toEqual(nothing);
    await engine.memorize([{ text: 'a few words' }]);
    expect(await engine.summarize({ maxTokens: 1 })).toEqual(nothing);
    expect(await engine.summarize({ maxChars: 1 })).toEqual(nothing);
  });

  it('means at least the current step where no step counts as recent', async () => {
    const { engine } = await testEngine({ eviction: { recentSteps: 0 } });
    await engine.memorize([{ text: 'first' }]);
    await engine.step();
    await engine.memorize([{ text: 'second' }]);
    expect((await engine.summarize({ scope: 'recent' })).text).toBe('Working memory:\n- second');
  });

  for (const mode of ['hard', 'soft'] as const) {
    it(`does not tell what is forgotten while it counts (${mode}), and begins anew without it`, async () => {
      const { engine, tokenizer } = await countingEngine();
      await engine.memorize([{ text: 'old' }, { text: 'secret' }, { text: 'new' }]);
      let counted = 0;
      tokenizer.count = async (text) => {
        if (++counted === 3) await engine.forget({ ids: ['item-2'] }, mode);
        return wordTokens.count(text);
      };
      expect(await engine.summarize()).toEqual({
        text: 'Working memory:\n- new\n- old',
        tokens: 6,
        sources: [
          { id: 'item-3', position: mode === 'hard' ? 1 : 2, cut: false },
          { id: 'item-1', position: 0, cut: false },
        ],
      });
      expect(counted).toBe(9);
    });
  }

  it('tells positions as they are when it has counted', async () => {
    const { engine, tokenizer } = await countingEngine();
    await engine.memorize([{ text: 'hidden', tags: ['hidden'] }, { text: 'told' }]);
    await engine.forget({ ids: ['item-1'] }, 'soft');
    expect((await engine.summarize()).sources).toMatchObject([{ id: 'item-2', position: 1 }]);
    tokenizer.count = async (text) => {
      await engine.forget({ tags: ['hidden'] }, 'hard');
      return wordTokens.count(text);
    };
    expect((await engine.summarize()).sources).toMatchObject([{ id: 'item-2', position: 0 }]);
  });

  it('counts with the app’s own tokenizer, else with the default one', async () => {
    const told = 'Working memory:\n- twelve chars';
    const memory = await openFixed({ tokenizer: { count: async (text) => text.length } });
    await memory.items.memorize('twelve chars');
    expect(await memory.items.summarize()).toMatchObject({ text: told, tokens: told.length });
    await memory.close();
    const { engine } = await testEngine({}, { tokenizer: undefined });
    await engine.memorize([{ text: 'twelve chars' }]);
    expect(await engine.summarize()).toMatchObject({ text: told, tokens: tokenScan().count(told) });
  });

  it('rejects with what the tokenizer rejects with', async () => {
    const { engine, tokenizer } = await countingEngine();
    await engine.memorize([{ text: 'a note' }]);
    tokenizer.count = () => Promise.reject(new Error('no such word'));
    await expect(engine.summarize()).rejects.toThrow('no such word');
  });

  it('is over with the memory: what is closed, also while it counts, says so', async () => {
    const { engine, tokenizer } = await countingEngine();
    await engine.memorize([{ text: 'a note' }]);
    tokenizer.count = (text) => engine.close().then(() => wordTokens.count(text));
    await expect(engine.summarize()).rejects.toMatchObject({ code: 'closed' });
    await expect(engine.summarize()).rejects.toMatchObject({ code: 'closed' });
  });

  it('ends at the deadline when counting never does', async () => {
    let never = false;
    const tokenizer = { count: (text: string) => (never ? new Promise<number>(() => {}) : text.length) };
    const memory = await openFixed({ tokenizer, deadlineMs: 30_000 });
    await memory.items.memorize('a note');
    never = true;
    vi.useFakeTimers();
    const found = outcome(memory.items.summarize());
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    expect(found.value).toMatchObject({ code: 'timeout' });
    await memory.close();
  });
});
