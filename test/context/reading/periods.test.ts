import { describe, expect, it } from 'vitest';
import { periodsOf } from '../../../src/context/reading/periods.ts';
import { conversationFiles } from '../../../src/context/offloaded/conversation-files.ts';
import { atOnce } from '../../../src/context/steps.ts';
import { readHistory } from '../../../src/context/view/history.ts';
import { contextWording } from '../../support/messages/context-wording.ts';

const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);
const TOPICS = ['kubernetes 部署计划', 'invoices 发票核对', 'gardening 花园浇水', 'violin 小提琴课'];

/** Each topic for 400 messages, a hundred a day. */
const messages = Array.from({ length: 1601 }, (_, index) => ({
  role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
  text: `Message ${index} is about ${TOPICS[Math.min(3, Math.floor(index / 400))]} and other things.`,
  at: START + index * (DAY / 100),
  tokens: 20,
  hash: String(index),
}));
const history = readHistory(messages);

describe('the overview of a long hidden history', () => {
  it('names each stretch by its messages, its days and the words that only it has', () => {
    const periods = atOnce(periodsOf(history, [{ from: 0, to: 1600 }]));
    expect(periods).toHaveLength(8);
    expect(periods.map(({ first, last }) => [first, last]).slice(0, 2)).toEqual([
      [0, 199],
      [200, 399],
    ]);
    expect(periods[0]?.days).toEqual({ from: '2025-01-01', to: '2025-01-02' });
    expect(periods[7]?.days).toEqual({ from: '2025-01-15', to: '2025-01-16' });
    for (const [place, { topics }] of periods.entries()) {
      const [word, chinese = ''] = (TOPICS[Math.floor(place / 2)] ?? '').split(' ');
      expect(topics).toContain(word);
      expect(topics).toContain(chinese.slice(0, 2));
      expect(topics).not.toContain('message');
    }
  });

  it('names five words, the one that the stretch has most more of first, then in order of the alphabet', () => {
    // In every stretch of 200: alpha once. In the first: beta 4 times, gamma and delta 5 times, and so on.
    const own = { beta: 4, zeta: 5, delta: 5, gamma: 6, theta: 9, kappa: 3, iota1: 2 };
    const first = Object.entries(own).flatMap(([word, times]) => Array.from({ length: times }, () => word));
    const said = Array.from({ length: 1601 }, (_, index) => ({
      role: 'user' as const,
      text: `${index % 200 === 0 ? 'alpha' : ''} ${first[index] ?? ''} number${index}`,
      tokens: 9,
      hash: String(index),
    }));
    const [period, second] = atOnce(periodsOf(readHistory(said), [{ from: 0, to: 1600 }]));
    expect(period?.topics).toEqual(['theta', 'gamma', 'delta', 'zeta', 'beta']);
    expect(second?.topics).toEqual([]);
    expect(period).not.toHaveProperty('days');
  });

  it('is made in steps of 512 messages, and two for the words of all', () => {
    const work = periodsOf(history, [{ from: 0, to: 1600 }]);
    let steps = 0;
    while (work.next().done !== true) steps++;
    expect(steps).toBe(3 + 2);
  });

  it('is one line for each, in both languages', () => {
    const [period] = atOnce(periodsOf(history, [{ from: 0, to: 1600 }]));
    if (!period) throw new Error('there is no period');
    expect(contextWording('en').period(period)).toMatch(/^- messages 0–199, 2025-01-01 to 2025-01-02: .*kubernetes/);
    expect(contextWording('en').period(period, 'archive/c.md')).toMatch(
      /^- messages 0–199 \(from archive\/c\.md\), 2025/,
    );
    expect(contextWording('zh-CN').period(period, 'archive/c.md')).toMatch(
      /^- 第 0–199 条消息（始于 archive\/c\.md），/,
    );
    expect(contextWording('zh-CN').period(period)).toMatch(/^- 第 0–199 条消息，2025-01-01 至 2025-01-02：.*部署/);
  });

  it('is not made of a short history, nor of what tools answered', () => {
    expect(atOnce(periodsOf(history, [{ from: 0, to: 999 }]))).toEqual([]);
    const results = readHistory([
      ...messages.slice(0, 1599).map((message) => ({ ...message, role: 'assistant' as const, text: '' })),
      ...messages.slice(1600),
    ]);
    expect(atOnce(periodsOf(results, [{ from: 0, to: 1500 }])).every(({ topics }) => topics.length === 0)).toBe(true);
  });
});

describe('the archive of a long hidden history', () => {
  const wording = contextWording('en');
  const long = messages.map((message) => ({ ...message, text: `${message.text}\n${'And more of it. '.repeat(20)}` }));
  const form = { date: '2026-01-05', mostBytes: 262_144, wording, elsewhere: [] };
  const filesOf = (to: number) => atOnce(conversationFiles('archive/c.md', long, [{ from: 0, to }], form));

  it('is in parts of a few pages, each with its messages in the title and dates at the messages', () => {
    const files = filesOf(1600);
    expect(files.length).toBeGreaterThan(7);
    let next = 0;
    for (const [place, { path, text }] of files.entries()) {
      expect(path).toBe(`archive/c-part-${place + 1}.md`);
      expect(text.length).toBeLessThan(90_000);
      const [, first, last] =
        /^# Conversation, messages (\d+)–(\d+) \(archived 2026-01-05\)\n\n## Message/.exec(text) ?? [];
      expect(Number(first)).toBe(next);
      next = Number(last) + 1;
    }
    expect(next).toBe(1600);
    expect(files[0]?.text).toContain('## Message 0, user, 2025-01-01 00:00\n');
    expect(files.at(-1)?.text).toContain('## Message 1599, assistant, 2025-01-16 23:45\n');
  });

  it('is one file where that is large enough', () => {
    const files = filesOf(300);
    expect(files.map(({ path }) => path)).toEqual(['archive/c.md']);
  });
});
