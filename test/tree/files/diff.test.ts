import { structuredPatch } from 'diff/lib/patch/create.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableDiff } from '../../../src/tree/files/diff.ts';

/** Lines with their number; some with other words. */
const lines = (count: number, others: Readonly<Record<number, string>> = {}): string[] =>
  Array.from({ length: count }, (_, at) => others[at] ?? `line ${at + 1}`);
const text = (all: readonly string[]): string => `${all.join('\n')}\n`;

/** Few different lines, so that many are in both; some without an end, empty, or with a carriage return. */
const texts = fc
  .tuple(fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'a\r\n', '\r\n')), fc.constantFrom('', 'a', 'c\r'))
  .map(([all, last]) => all.join('') + last);

describe('a readable diff', () => {
  it('has the lines of a patch', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const { hunks } = structuredPatch('', '', before, after, '', '', { context: 2 });
        expect(readableDiff(before, after)).toBe(hunks.map((hunk) => hunk.lines.join('\n')).join('\n…\n'));
      }),
      { numRuns: 2000 },
    );
  });

  it('begins with the first change, without a mark of what was left out before', () => {
    const after = lines(9, { 4: 'another' });
    expect(readableDiff(text(lines(9)), text(after)).split('\n')).toEqual([
      ' line 3',
      ' line 4',
      '-line 5',
      '+another',
      ' line 6',
      ' line 7',
    ]);
  });

  it('marks what it leaves out between two changes', () => {
    const after = lines(30, { 4: 'one', 24: 'two' });
    const diff = readableDiff(text(lines(30)), text(after)).split('\n');
    expect(diff.filter((line) => line === '…')).toEqual(['…']);
    expect(diff.indexOf('…')).toBe(6);
  });

  it('shows 120 lines of a long change, and says how many more there are', () => {
    const diff = readableDiff(text(lines(200)), text([])).split('\n');
    expect(diff).toHaveLength(121);
    expect(diff.slice(0, 2)).toEqual(['-line 1', '-line 2']);
    // 200 lines go, and an empty one comes.
    expect(diff.at(-1)).toBe('… and 81 more lines');
  });
});
