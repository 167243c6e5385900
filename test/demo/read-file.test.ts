import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFile, UnreadableFile } from '../../demo/read-file.ts';
import { tokenScan } from '../../src/adapters/token-scan.ts';
import { checkItem } from '../../src/items/item.ts';

const NOW = 1_700_000_000_000;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (name: string, text: string) => readFile(name, bytes(text), NOW);

describe('a dropped file', () => {
  it('gives an item per paragraph, a heading with the text below it', () => {
    const { unit, items } = read('notes.md', '# Plan\n\nShip on Friday.\n\nTest before.\n');
    expect(unit).toBe('paragraph');
    expect(items.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^# Plan\s+Ship on Friday\.$/),
      'Test before.',
    ]);
  });

  it('gives an item per message of a chat in JSONL and counts the lines it cannot read', () => {
    const lines = [
      '{"role":"user","name":"Ann","content":"one","ts":1600000000000}',
      '{broken',
      '{"content":[{"type":"text","text":"two"}],"importance":0.9}',
    ];
    const { unit, items, skippedLines } = read('chat.jsonl', lines.join('\n'));
    expect([unit, skippedLines]).toEqual(['message', 1]);
    expect(items).toMatchObject([
      { text: 'one', role: 'user', speaker: 'Ann', at: 1_600_000_000_000, group: 'chat.jsonl', source: 'import' },
      { text: 'two', importance: 0.9 },
    ]);
  });

  it('is refused in plain words when it is empty, binary or too large', () => {
    expect(() => read('empty.txt', ' \n')).toThrow(/empty\.txt is empty/);
    expect(() => readFile('a.png', new Uint8Array([0x89, 0x50, 0, 1]), NOW)).toThrow(/binary/);
    expect(() => readFile('big.txt', new Uint8Array(6 * 1024 * 1024), NOW)).toThrow(UnreadableFile);
  });
});

it('ships a sample of 60 messages that a default store holds', () => {
  const sample = readFileSync(new URL('../../demo/sample.jsonl', import.meta.url));
  const { items, skippedLines } = readFile('sample.jsonl', sample, NOW);
  expect([items.length, skippedLines]).toEqual([60, 0]);
  for (const item of items) checkItem(item, { importance: 0.5, maxTextLength: 65_536 });
  const tokens = items.reduce((sum, { text }) => sum + (tokenScan().count(text) as number), 0);
  expect(tokens).toBeLessThan(4000);
  expect(items.filter(({ text }) => /\p{Script=Han}/u.test(text)).length).toBeGreaterThan(20);
});
