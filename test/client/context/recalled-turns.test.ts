// Labelled turns in English and Chinese: facts told in passing, later questions, and turns that no known text helps.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Chat } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { defaultTokenScan } from '../../../src/ports/token-scan.ts';

interface Conversation {
  /** Earlier messages out of view: `u: `, `a: ` or `t: ` and the text. */
  readonly told: readonly string[];
  readonly items?: readonly string[];
  /** The user's message, and parts of the texts that help with it; without parts, no known text helps. */
  readonly asks: readonly (readonly [string, ...string[]])[];
}

const ROLES = { u: 'user', a: 'assistant', t: 'tool' } as const;

async function results({ told, items = [], asks }: Conversation) {
  const memory = await openFixed({ tokenizer: defaultTokenScan() });
  for (const line of told) {
    await memory.transcript.append({ role: ROLES[line.charAt(0) as keyof typeof ROLES], text: line.slice(3) });
  }
  if (items.length > 0) await memory.items.memorize(items);
  const turns = [];
  for (const [ask, ...wanted] of asks) {
    await new Chat(memory).ask(ask);
    const texts = (await memory.context.recalled()).map(({ text }) => text);
    const right = texts.filter((text) => wanted.some((part) => text.includes(part)));
    turns.push({ isKnown: wanted.length > 0, noted: texts.length, right: right.length });
  }
  await memory.close();
  return turns;
}

describe('recalled notes on labelled turns', () => {
  for (const [language, least] of [
    ['en', 0.8],
    ['zh', 0.7],
  ] as const) {
    it(`help where something is known and are silent elsewhere (${language})`, async () => {
      const url = new URL(`../../fixtures/recalled-notes/${language}.json`, import.meta.url);
      const conversations = JSON.parse(readFileSync(url, 'utf8')) as Conversation[];
      const turns = (await Promise.all(conversations.map(results))).flat();
      const known = turns.filter(({ isKnown }) => isKnown);
      const unknown = turns.filter(({ isKnown }) => !isKnown);
      expect(conversations).toHaveLength(10);
      expect(turns.length).toBeGreaterThanOrEqual(70);
      const sum = (of: readonly { noted: number; right: number }[], what: 'noted' | 'right'): number =>
        of.reduce((all, turn) => all + turn[what], 0);
      expect(sum(turns, 'right') / sum(turns, 'noted')).toBeGreaterThan(0.9);
      expect(unknown.filter(({ noted }) => noted === 0).length / unknown.length).toBeGreaterThanOrEqual(0.97);
      expect(known.filter(({ right }) => right > 0).length / known.length).toBeGreaterThan(least);
    });
  }
});
