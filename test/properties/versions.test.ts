// The order of hits among versions of a fact is total, and only versions move.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../src/items/item.ts';
import { newestFirst, type RankedHit } from '../../src/recall/versions/newest-first.ts';

const subject = fc.constantFrom('I', 'Ann', 'My friend Ann', '我', '小王', 'The deadline of Alpha');
const predicate = fc.constantFrom(' live in ', ' lives in ', ' is ', '住在', '的地址是', ': ');
const value = fc.constantFrom('Paris', 'Berlin now', 'Rome, since May', '巴黎', '柏林了', '3 May', 'no longer open');
const text = fc.oneof(
  { weight: 6, arbitrary: value.map((each) => `I live in ${each}`) },
  { weight: 6, arbitrary: fc.tuple(subject, predicate, value).map((parts) => parts.join('')) },
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).filter((each) => each.isWellFormed()),
);
const hit = fc.record({
  text,
  createdAt: fc.nat({ max: 6 }),
  touchedAt: fc.option(fc.nat({ max: 8 }), { nil: undefined }),
  userId: fc.constantFrom(undefined, 'ann', 'bob'),
  trust: fc.constantFrom(0 as const, 1 as const, 2 as const),
  score: fc.double({ min: 0.4, max: 1.2, noNaN: true }),
  matched: fc.constantFrom(undefined, 0.2, 0.7, 0.8, 1),
  isItem: fc.constantFrom(true, true, true, true, false),
});
const hits = fc.array(hit, { maxLength: 40 }).map((all) =>
  all
    .sort((one, other) => other.score - one.score)
    .map(({ score, matched, isItem, ...item }, index): RankedHit => ({
      score,
      matched,
      item: isItem ? ({ id: `item-${index}`, ...item } as Item) : undefined,
    })),
);
const prompt = fc.oneof(
  fc.constantFrom(
    'Where do I live?',
    'Where does Ann live?',
    '小王住在哪里？',
    '地址是什么？',
    'deadline of Alpha',
    '',
  ),
  text,
);

/** A prompt that does not ask about the user, whose own facts come before facts about others. */
const promptOfOthers = prompt.filter((asked) => !/(?<!\p{L})(?:I|my)(?!\p{L})|我/iu.test(asked));

const timesOf = ({ createdAt, touchedAt }: Item) => ({ createdAt, touchedAt: touchedAt ?? createdAt });

/** Newest first: said or touched last, then said last. */
const byTime = (one: Item, other: Item): number =>
  (other.touchedAt ?? other.createdAt) - (one.touchedAt ?? one.createdAt) || other.createdAt - one.createdAt;

describe('hits among which the newest version leads', () => {
  it('are the same hits, each once', () => {
    fc.assert(
      fc.property(hits, prompt, (ranked, asked) => {
        const order = newestFirst(ranked, asked).map((place) => place.hit);
        expect([...order].sort((one, other) => one - other)).toEqual(ranked.map((_, index) => index));
        expect(newestFirst(ranked, asked).map((place) => place.hit)).toEqual(order);
      }),
      { numRuns: 400 },
    );
  });

  it('move only past older versions of one owner', () => {
    fc.assert(
      fc.property(hits, promptOfOthers, (ranked, asked) => {
        const byId = new Map(ranked.flatMap(({ item }, index) => (item ? [[item.id, { item, index }] as const] : [])));
        newestFirst(ranked, asked).forEach(({ hit: from, newerThan }, place) => {
          const { item } = ranked[from] as RankedHit;
          const displaced = (ranked[place] as RankedHit).item;
          if (from !== place) expect(item?.userId).toBe(displaced?.userId);
          if (place < from) expect(newerThan).not.toEqual([]);
          if (newerThan.length > 0) expect(place).toBeLessThanOrEqual(from);
          for (const id of newerThan) {
            const former = byId.get(id);
            expect(former?.index).toBeLessThan(from);
            expect(former?.item.userId).toBe(item?.userId);
            const isNewer = item !== undefined && former !== undefined && byTime(item, former.item) < 0;
            expect(isNewer || (item?.trust !== 0 && former?.item.trust === 0)).toBe(true);
            if (former?.item.trust !== 0) expect(item?.trust).not.toBe(0);
          }
        });
      }),
      { numRuns: 400 },
    );
  });

  it('of a prompt about the user move among those of one owner, and none without trust into the place of one with it', () => {
    fc.assert(
      fc.property(hits, prompt, (ranked, asked) => {
        const order = newestFirst(ranked, asked).map(({ hit }) => ranked[hit]?.item);
        order.forEach((item, place) => {
          const displaced = ranked[place]?.item;
          if (item !== displaced) expect(item?.userId).toBe(displaced?.userId);
          const isLifted = place < ranked.findIndex((one) => one.item === item);
          if (isLifted && item?.trust === 0) expect(displaced?.trust).toBe(0);
        });
      }),
      { numRuns: 400 },
    );
  });

  it('keep their places where the scores already put the newest first', () => {
    fc.assert(
      fc.property(hits, promptOfOthers, (ranked, asked) => {
        const times = ranked.flatMap(({ item }) => item ?? []).sort(byTime);
        const sorted = ranked.map((each) => ({
          ...each,
          item: each.item && { ...each.item, ...timesOf(times.shift() as Item) },
        }));
        expect(newestFirst(sorted, asked).map((place) => place.hit)).toEqual(sorted.map((_, index) => index));
      }),
      { numRuns: 400 },
    );
  });
});
