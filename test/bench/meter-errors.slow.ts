// The meter against exact counts, over conversations composed of English and Chinese texts.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ContextEngine, ContextMemory } from '../../replay/memory/context-engine.ts';
import type { Conversation } from '../../bench/meter/conversations.ts';
import { meterErrors } from '../../bench/meter/meter-errors.ts';
import { type Provider, PROVIDERS } from '../../bench/meter/providers.ts';
import { seeded } from '../../bench/random.ts';
import type { ChatMessage } from '../../replay/chat.ts';
import { openaiChat } from '../../src/entries/lenses.ts';
import { tokenScan } from '../../src/ports/token-scan.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { CHINESE_PROSE } from '../support/messages/chinese-prose.ts';
import { call, result, says, system, user } from './replay/messages.ts';

const engine = {
  lens: openaiChat,
  open: async (options) => (await openFixed({ ...options, tokenizer: tokenScan() })) as ContextMemory,
} as ContextEngine;

const CONVERSATIONS = 4;
const TURNS = 16;
/** Small enough for several compactions. */
const WINDOW = 6000;

const said = readFileSync(new URL('../support/messages/chat-sample.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { content: string }).content);
const sentences = {
  english: said.filter((text) => !/\p{Script=Han}/u.test(text)),
  chinese: [
    ...said.filter((text) => /\p{Script=Han}/u.test(text)),
    ...CHINESE_PROSE.split(/(?<=[。！？])/).filter((text) => text.trim() !== ''),
  ],
};

/** Turns in both languages, each with a tool's answer: rows of ids, dates and amounts as JSON. */
function conversation(seed: number): Conversation {
  const { between, chance, pick } = seeded(seed);
  const many = <T>(most: number, make: () => T): T[] => Array.from({ length: between(1, most) }, make);
  const talk = (language: keyof typeof sentences, most: number): string =>
    many(most, () => pick(sentences[language])).join(language === 'english' ? ' ' : '');
  const either = () => pick(['english', 'chinese'] as const);
  const row = (): object => ({
    id: `ORD-${between(1, 99_999)}`,
    date: `2024-0${between(1, 9)}-${between(10, 28)}`,
    amount: between(0, 99_999) / 100,
    note: talk(either(), 1),
  });
  const turn = (at: number): ChatMessage[] => {
    const asked = either();
    const search = call(`c${at}`, { text: talk(asked, 1), limit: between(1, 99) }, 'find_orders');
    return [
      user(talk(asked, 4)),
      { role: 'assistant', content: null, tool_calls: [search] },
      result(`c${at}`, JSON.stringify(many(8, row), null, chance(0.5) ? 2 : 0)),
      says(talk(either(), 6)),
    ];
  };
  const turns = Array.from({ length: TURNS }, (_, at) => turn(at));
  return { id: `mixed-${seed}`, messages: [system(`You keep the orders. ${talk('english', 12)}`), ...turns.flat()] };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number;

/** A provider with another tokenizer is off by what a request grew since the readings; before them nothing is known of it. */
const PROMISED = [
  { name: 'o200k', readings: 0, within: 0.04, atWorst: 0.1 },
  { name: 'o200k', readings: 1, within: 0.02, atWorst: 0.05 },
  { name: 'o200k', readings: Infinity, within: 0.02, atWorst: 0.05 },
  { name: 'o200k + 3,000', readings: 1, within: 0.02, atWorst: 0.05 },
  { name: 'o200k + 3,000', readings: Infinity, within: 0.02, atWorst: 0.05 },
  { name: 'cl100k', readings: Infinity, within: 0.02, atWorst: 0.15 },
];

describe('the meter of a conversation in two languages', () => {
  it.each(PROMISED)(
    'against $name after $readings readings is within $within of the count, at worst $atWorst',
    async ({ name, readings, within, atWorst }) => {
      const provider = PROVIDERS.find((one) => one.name === name) as Provider;
      const errors: number[] = [];
      for (let seed = 1; seed <= CONVERSATIONS; seed++) {
        const all = await meterErrors(engine, conversation(seed), { provider, window: WINDOW, readings });
        errors.push(...all.map(({ error }) => Math.abs(error)));
      }
      expect(errors.length, 'else there are too few requests to tell').toBeGreaterThan(100);
      expect(median(errors)).toBeLessThanOrEqual(within);
      expect(Math.max(...errors)).toBeLessThanOrEqual(atWorst);
    },
  );
});
