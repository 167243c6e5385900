// A transcript under four policies: requests, costs, and facts that answers need.
import { describe, expect, it } from 'vitest';
import { needsOf } from '../../../demo/agent/replay/needs.ts';
import { POLICIES, replay, type Step } from '../../../demo/agent/replay/replay.ts';
import type { ChatMessage } from '../../../demo/brain/brain.ts';
import { openWorkingMemory } from '../../../src/entries/index.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';

const FILLER = 'We went on about the weather, the harbour, the ferries and the long way round the island. ';

/** A fact in the first turn, asked for in the last; between them `turns` of talk. */
function chat(turns: number): ChatMessage[] {
  const between = Array.from({ length: turns }, (_, at): ChatMessage[] => [
    { role: 'user', content: `And then, part ${'abcdefghijklmnopqrstuvwxyz'[at % 26]}? ${FILLER.repeat(6)}` },
    { role: 'assistant', content: FILLER.repeat(8) },
  ]).flat();
  return [
    { role: 'user', content: 'The contract number of the mooring is HX-2207-Q.' },
    { role: 'assistant', content: 'Noted.' },
    ...between,
    { role: 'user', content: 'What is the contract number of the mooring?' },
    { role: 'assistant', content: 'It is HX-2207-Q.' },
  ];
}

async function told(list: readonly ChatMessage[], window: number): Promise<Step[]> {
  const steps: Step[] = [];
  const open = (tokens: number) =>
    openWorkingMemory({
      session: 'replay',
      worker: false,
      storage: memoryStorage(),
      context: { window: tokens },
    });
  for await (const step of replay({ list, window, open }, new AbortController().signal)) steps.push(step);
  return steps;
}

describe('what an answer needs', () => {
  it('is what was said in an earlier turn and not repeated by the question', () => {
    expect(needsOf(chat(1))).toEqual([
      { fact: 'HX-2207-Q', saidAt: 0, neededAt: 5, question: 'What is the contract number of the mooring?' },
    ]);
    const repeated = chat(1).map((message): ChatMessage =>
      message.content === 'What is the contract number of the mooring?'
        ? { role: 'user', content: 'Is it HX-2207-Q?' }
        : message,
    );
    expect(needsOf(repeated)).toEqual([]);
  });

  it('may be a number, an address, a name in the middle of a sentence, or a title in Chinese', () => {
    const list: ChatMessage[] = [
      { role: 'user', content: 'Write to ann@example.org, the ferry to Mallaig costs 1240 a year. 我在看《三体》。' },
      { role: 'assistant', content: 'Fine.' },
      { role: 'user', content: 'All of it again, please.' },
      { role: 'assistant', content: 'You write to ann@example.org; to Mallaig it is 1240. 《三体》。' },
    ];
    expect(needsOf(list).map(({ fact }) => fact)).toEqual(['ann@example.org', 'Mallaig', '1240', '《三体》']);
  });
});

describe('a long chat', () => {
  it('loses in a sliding window what this memory still finds, and stays within the window', async () => {
    const window = 6000;
    const list = chat(30);
    const steps = await told(list, window);
    expect(steps).toHaveLength(32);
    const [need, ...others] = steps.flatMap(({ needs }) => needs);
    expect(others).toEqual([]);
    expect(need).toMatchObject({
      fact: 'HX-2207-Q',
      fates: { whole: 'shown', sliding: 'lost', summary: 'summarized' },
    });
    expect(need?.fates.memory).not.toBe('lost');
    const most = (policy: (typeof POLICIES)[number]) => Math.max(...steps.map(({ sent }) => sent[policy].tokens));
    expect(most('whole')).toBeGreaterThan(window);
    for (const policy of ['sliding', 'summary', 'memory'] as const) expect(most(policy)).toBeLessThanOrEqual(window);
    for (const policy of ['sliding', 'summary', 'memory'] as const)
      expect(steps.at(-1)?.sent[policy].hidden).toBeGreaterThan(0);
  });
});

describe('a short chat', () => {
  it('is sent whole by every policy, and the tools of a memory make it dearer', async () => {
    const last = (await told(chat(1), 8000)).at(-1);
    for (const policy of POLICIES) expect(last?.sent[policy].hidden).toBe(0);
    expect(last?.paid.sliding).toEqual(last?.paid.whole);
    expect(last?.paid.summary).toEqual(last?.paid.whole);
    expect(last?.paid.memory.tokens).toBeGreaterThan(last?.paid.whole.tokens ?? 0);
    expect(last?.needs.map(({ fates }) => fates)).toEqual([
      { whole: 'shown', sliding: 'shown', summary: 'shown', memory: 'shown' },
    ]);
  });
});
