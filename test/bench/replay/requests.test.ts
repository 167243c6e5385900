// Parts of the replay that measure one request; the figures of the documents depend on them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../replay/chat.ts';
import { addUp, cost, costRatio, costWithLookUps, NO_MEASURES } from '../../../replay/measures.ts';
import { KnownMessages } from '../../../replay/requests/known-messages.ts';
import { brokenPairs } from '../../../replay/requests/pairs.ts';
import { PrefixCache } from '../../../replay/requests/prefix-cache.ts';
import { Tally } from '../../../replay/requests/tally.ts';
import { tokensOf } from '../../../replay/requests/tokens.ts';
import { calls, result, says, SOUND, soundList, user } from './messages.ts';

const without = (list: readonly ChatMessage[], at: number): ChatMessage[] => list.filter((_, place) => place !== at);

describe('the pair checker', () => {
  it('finds nothing wrong with parallel results in any order and ids that are used again', () => {
    fc.assert(
      fc.property(soundList, (list) => {
        expect(brokenPairs(list)).toEqual(SOUND);
      }),
    );
  });

  it('counts one call without result for every result that is taken out', () => {
    fc.assert(
      fc.property(soundList, (list) => {
        list.forEach(({ role }, at) => {
          if (role === 'tool') expect(brokenPairs(without(list, at))).toEqual({ ...SOUND, withoutResult: 1 });
        });
      }),
    );
  });

  it('counts one result without call for every result of a call that is taken out', () => {
    const list = [user('go'), calls('1', '2'), result('1'), result('2'), says('done')];
    expect(brokenPairs(without(list, 1))).toEqual({ ...SOUND, withoutCall: 2 });
    expect(brokenPairs([user('go'), calls('1'), result('1'), result('1')])).toEqual({ ...SOUND, withoutCall: 1 });
  });

  it('tells a result that comes late from one that is missing', () => {
    const late = [user('go'), calls('1', '2'), result('1'), user('well?'), result('2')];
    expect(brokenPairs(late)).toEqual({ ...SOUND, notDirectlyAfter: 1 });
    expect(brokenPairs([user('go'), calls('1')])).toEqual({ ...SOUND, withoutResult: 1 });
  });
});

describe('the cache of a provider', () => {
  const request = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 6 });
  const weigh = (ids: readonly number[]) => ids.map((id) => ({ id, tokens: 10 + id }));

  it('gives the longest prefix that any earlier request began with', () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 12 }), (requests) => {
        const cache = new PrefixCache();
        const sum = (ids: readonly number[]): number => weigh(ids).reduce((all, { tokens }) => all + tokens, 0);
        requests.forEach((ids, place) => {
          const shared = requests.slice(0, place).map((earlier) => {
            const differs = ids.findIndex((id, at) => id !== earlier[at]);
            return differs < 0 ? ids.length : differs;
          });
          const former = requests[place - 1] ?? [];
          expect(cache.send(weigh(ids))).toEqual({
            input: sum(ids),
            cached: sum(ids.slice(0, Math.max(0, ...shared))),
            extendsFormer: former.every((id, at) => id === ids[at]),
          });
        });
      }),
    );
  });

  it('takes nothing of a request beside the conversation, which the next one need not extend', () => {
    const cache = new PrefixCache();
    cache.send(weigh([0]));
    expect(cache.sendAside(weigh([0, 1]))).toEqual({ input: 21, cached: 10 });
    expect(cache.send(weigh([0, 2]))).toEqual({ input: 22, cached: 10, extendsFormer: true });
    expect(cache.send(weigh([0, 1]))).toEqual({ input: 21, cached: 10, extendsFormer: false });
  });

  it('takes messages with the same JSON for the same, and those with other JSON for others', () => {
    const known = new KnownMessages(tokensOf);
    expect(known.of(user('hello')).id).toBe(known.of(user('hello')).id);
    expect(known.of(says('hello')).id).not.toBe(known.of(user('hello')).id);
  });
});

describe('the price', () => {
  const paid = { input: 1000, cached: 800, output: 10 };

  it('is a tenth for what is cached, five quarters for new input, or one where no cache takes it, and five for output', () => {
    expect(cost({ ...NO_MEASURES, paid })).toBeCloseTo(80 + 250 + 50);
    expect(cost({ ...NO_MEASURES, paid: { ...paid, passing: 200 } })).toBeCloseTo(80 + 200 + 50);
  });

  it('includes summaries and refused requests, and look-ups where they are asked for', () => {
    const measures = { ...NO_MEASURES, summarizing: paid, refusedCost: 7, lookingUp: paid, unlimitedCost: 100 };
    expect(cost(measures)).toBeCloseTo(387);
    expect(costRatio(measures)).toBeCloseTo(3.87);
    expect(costWithLookUps(measures)).toBeCloseTo(767);
  });

  it('adds up, but for the peak', () => {
    const one = { ...NO_MEASURES, paid, peakTokens: 5, refused: { a: 1 } };
    const sum = addUp([one, { ...one, peakTokens: 3, refused: { a: 1, b: 2 } }]);
    expect(sum).toMatchObject({ paid: { input: 2000, cached: 1600 }, peakTokens: 5, refused: { a: 2, b: 2 } });
  });
});

describe('the tally of a run', () => {
  const list = [user('one'), says('two'), user('three')];
  const tokens = list.reduce((sum, message) => sum + tokensOf(message), 0);
  const tallyOf = (window = 1000, hasEpochs = true): Tally =>
    new Tally({ known: new KnownMessages(tokensOf), window, hasEpochs, records: true });

  it('counts tools that are sent as a part of every request, cached from the second on', () => {
    const tally = tallyOf();
    tally.add(1, { messages: list.slice(0, 1), head: 50, hides: false }, 0);
    tally.add(3, { messages: list, head: 50, hides: false }, 0);
    const first = 50 + tokensOf(list[0] as ChatMessage);
    expect(tally.measures.paid).toEqual({ input: first + 50 + tokens, cached: first, output: 0 });
  });

  it('counts a request over the window, and a rewritten prefix where no epoch began', () => {
    const tally = tallyOf(tokens - 1);
    tally.add(1, { messages: list, hides: false }, 0);
    tally.add(3, { messages: list.slice(1), hides: true }, 0);
    tally.add(5, { messages: list.slice(2), hides: true, epoch: 'compacted' }, 0);
    expect(tally.measures).toMatchObject({ overWindow: 1, rewritten: 2, invalidated: 1, epochs: 1, hidingRequests: 2 });
    expect(tally.records?.map(({ invalidated }) => invalidated)).toEqual([undefined, true, undefined]);
  });

  it('charges a refused request what it would have cost in an unlimited window', () => {
    const tally = tallyOf();
    tally.add(1, { refused: 'window-too-small' }, 123);
    expect(tally.measures).toMatchObject({ requests: 0, refused: { 'window-too-small': 1 }, refusedCost: 123 });
  });

  it('charges a summary for what it reads, at most a window, and for what it writes', () => {
    const tally = tallyOf(tokens - 2);
    tally.add(1, { messages: list.slice(0, 1), hides: false }, 0);
    const summary = { messages: list, isCached: true, output: 9 };
    tally.add(3, { messages: list.slice(2), hides: true, summary }, 0);
    const cached = tokensOf(list[0] as ChatMessage);
    expect(tally.measures.summarizing).toEqual({ input: tokens - 2, cached, passing: tokens - 2 - cached, output: 9 });
    tally.add(5, { messages: list.slice(2), hides: true, summary: { ...summary, isCached: false } }, 0);
    expect(tally.measures.summarizing).toMatchObject({ input: 2 * (tokens - 2), cached, output: 18 });
  });

  it('charges what the model wrote instead of an answer', () => {
    const tally = tallyOf();
    tally.wrote(calls('1'));
    expect(tally.measures).toMatchObject({ writes: 1, paid: { output: tokensOf(calls('1')) } });
  });
});
