// Simulations of other ways to keep a conversation within a window.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatMessage, Run } from '../../../replay/chat.ts';
import { contentOf } from '../../../replay/chat.ts';
import { PEERS, SUMMARY_PEERS } from '../../../replay/peers/peers.ts';
import { slidingWindow } from '../../../replay/peers/sliding-window.ts';
import { emptyWords, summaryTokens } from '../../../replay/peers/summary.ts';
import { brokenPairs } from '../../../replay/requests/pairs.ts';
import { tokensOf, tokensOfText } from '../../../replay/requests/tokens.ts';
import type { Replay, View } from '../../../replay/strategy.ts';
import { calls, result, says, SOUND, soundList, system, user } from './messages.ts';

const size = (messages: readonly ChatMessage[]): number =>
  messages.reduce((all, message) => all + tokensOf(message), 0);
const words = (count: number): string => 'word '.repeat(count).trim();

const open = (name: string, window: number): Promise<Replay> => {
  const peer = PEERS.find((one) => one.name === name);
  if (!peer) throw new Error(`no peer ${name}`);
  return peer.open({ id: 'run', native: true, messages: [] } satisfies Run, window, tokensOf);
};
const viewOf = async (replay: Replay, list: readonly ChatMessage[]): Promise<View> =>
  (await replay.request(list)) as View;

/** Steps of a call and a result of so many words. */
const steps = (count: number, length: number): ChatMessage[] =>
  Array.from({ length: count }, (_, at) => [calls(`c${at}`), result(`c${at}`, words(length))]).flat();

describe('every peer', () => {
  it('keeps calls and results together and never touches the system prompt', async () => {
    await fc.assert(
      fc.asyncProperty(soundList, fc.integer({ min: 20, max: 80 }), async (list, window) => {
        for (const { name } of PEERS) {
          const replay = await open(name, window);
          for (let end = 1; end <= list.length; end++) {
            if (list[end]?.role === 'tool') continue;
            const { messages } = await viewOf(replay, list.slice(0, end));
            expect(brokenPairs(messages)).toEqual(SOUND);
            expect(messages[0]).toBe(list[0]);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('sends the list as it is while it is small', async () => {
    const list = [system('be kind'), user('go'), ...steps(5, 10)];
    for (const { name } of PEERS) {
      const view = await viewOf(await open(name, 10_000), list);
      expect(view.messages).toEqual(list);
      expect(view.hides).toBe(false);
    }
  });
});

describe('the sliding window', () => {
  it('keeps the system prompt and the longest end that fits, whole groups of calls and results', () => {
    fc.assert(
      fc.property(soundList, fc.integer({ min: 0, max: 60 }), (list, room) => {
        const window = size(list.slice(0, 1)) + room;
        const view = slidingWindow(list, window, tokensOf);
        expect(view[0]).toBe(list[0]);
        const from = list.length - (view.length - 1);
        expect(view.slice(1)).toEqual(list.slice(from));
        const groupStart = (end: number): number => {
          let start = end - 1;
          while (list[start]?.role === 'tool') start--;
          return start;
        };
        // Only the newest group may exceed the window, and one more group would exceed it.
        if (size(view) > window) expect(from).toBe(groupStart(list.length));
        if (from > 1) expect(size([...list.slice(0, 1), ...list.slice(groupStart(from))])).toBeGreaterThan(window);
      }),
    );
  });
});

describe('clearing of old results', () => {
  const list = [system('be kind'), user('go'), ...steps(8, 100)];
  const isCleared = ({ messages }: View): boolean[] =>
    messages.filter(({ role }) => role === 'tool').map((message) => contentOf(message).includes('cleared'));

  it('replaces all results but the newest three above 75 % of the window', async () => {
    const replay = await open('clear-results', Math.floor(size(list) / 0.76));
    expect(isCleared(await viewOf(replay, list))).toEqual([true, true, true, true, true, false, false, false]);
    const roomy = await open('clear-results', Math.ceil(size(list) / 0.74));
    expect(isCleared(await viewOf(roomy, list))).toEqual(Array(8).fill(false));
  });

  it('clears no more before the trigger is reached again, and never shows a cleared result again', async () => {
    const window = Math.floor(size(list) / 0.76);
    const replay = await open('clear-results', window);
    await viewOf(replay, list);
    const grown = [...list, calls('d'), result('d', words(50))];
    const view = await viewOf(replay, grown);
    expect(isCleared(view).filter(Boolean)).toHaveLength(5);
    const full = [...grown, calls('e'), result('e', words(window))];
    expect(isCleared(await viewOf(replay, full)).filter(Boolean)).toHaveLength(7);
  });
});

describe('a summary at a threshold', () => {
  const window = 1000;
  const list = [system('be kind'), user('the order is ORD-17'), ...steps(8, 90)];

  it('stands for all but the newest quarter above 75 % of the window', async () => {
    const replay = await open('summary', window);
    expect(size(list)).toBeGreaterThan(0.75 * window);
    const { messages, summary, hides } = await viewOf(replay, list);
    const [first, standsFor, ...kept] = messages;
    expect(first).toBe(list[0]);
    expect(tokensOfText(contentOf(standsFor as ChatMessage))).toBe(summaryTokens(window));
    expect(kept).toEqual(list.slice(-kept.length));
    expect(size(kept)).toBeLessThanOrEqual(0.25 * window);
    expect(size(list.slice(-kept.length - 2))).toBeGreaterThan(0.25 * window);
    expect(hides).toBe(true);
    expect(summary).toEqual({ messages: list, isCached: true, output: summaryTokens(window) });
  });

  it('grows behind the summary until the threshold is reached again, and then summarizes the summary too', async () => {
    const replay = await open('summary', window);
    const first = await viewOf(replay, list);
    const grown = [...list, says('well'), user('go on')];
    const second = await viewOf(replay, grown);
    expect(second.messages).toEqual([...first.messages, ...grown.slice(-2)]);
    expect(second.summary).toBeUndefined();
    const third = await viewOf(replay, [...grown, ...steps(6, 90)]);
    expect(third.summary?.messages.slice(0, 2)).toEqual(first.messages.slice(0, 2));
    expect(third.messages[1]).not.toEqual(first.messages[1]);
  });

  it('is asked for in a call that continues the conversation, or in one of its own', async () => {
    const cached = await Promise.all(
      SUMMARY_PEERS.map(async (name) => (await viewOf(await open(name, window), list)).summary?.isCached),
    );
    expect(Object.fromEntries(SUMMARY_PEERS.map((name, at) => [name, cached[at]]))).toEqual({
      summary: true,
      'summary-uncached': false,
      'summary-cut': true,
    });
  });

  it('has so many tokens and no word of the conversation', () => {
    for (const tokens of [20, 80, 640, 1000]) expect(tokensOfText(emptyWords(3, tokens, tokensOfText))).toBe(tokens);
    expect(emptyWords(1, 80, tokensOfText)).not.toBe(emptyWords(2, 80, tokensOfText));
    expect(summaryTokens(8000)).toBe(640);
    expect(summaryTokens(64_000)).toBe(1000);
  });

  it('may cut results above a quarter of the window when they come in', async () => {
    const long = [system('be kind'), user('go'), calls('a'), result('a', `begin ${words(600)} end`)];
    const { messages } = await viewOf(await open('summary-cut', window), long);
    const cut = messages.at(-1) as ChatMessage;
    expect(tokensOf(cut)).toBeLessThanOrEqual(250);
    expect(contentOf(cut)).toMatch(/^begin [\s\S]*\[cut\][\s\S]* end$/);
    expect((await viewOf(await open('summary', window), long)).messages).toEqual(long);
  });
});
