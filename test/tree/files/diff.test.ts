// The diff that a conflict shows, against the package that made it in earlier versions.
import { structuredPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readableDiff } from '../../../src/tree/files/diff.ts';

function byPackage(before: string, after: string): string {
  const patch = structuredPatch('', '', before, after, '', '', { context: 2, maxEditLength: 2000 });
  if (!patch) return 'none';
  return patch.hunks.flatMap((hunk, index) => [...(index > 0 ? ['…'] : []), ...hunk.lines]).join('\n');
}

const line = fc.constantFrom('a', 'b', 'c', '', '# d', ' e', 'f\r');
const text = (most: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(line, { maxLength: most, size: 'max' }), fc.boolean())
    .map(([lines, isEnded]) => lines.join('\n') + (isEnded ? '\n' : ''));
/** A text and what a few edits make of it. */
const revisions = fc
  .tuple(
    fc.array(fc.nat(30).map(String), { maxLength: 40, size: 'max' }),
    fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.array(line, { maxLength: 3 })), { maxLength: 5 }),
    fc.constantFrom('', '\n'),
  )
  .map(([lines, edits, end]): [string, string] => {
    const edited = [...lines];
    for (const [at, gone, fresh] of edits) edited.splice(at % (edited.length + 1), gone, ...fresh);
    return [lines.join('\n') + end, edited.join('\n') + '\n'];
  });

test('line by line it is that of the package diff, of texts with little and with much in common', () => {
  fc.assert(
    fc.property(fc.oneof(fc.tuple(text(25), text(25)), revisions), ([before, after]) => {
      const expected = byPackage(before, after);
      fc.pre(expected.split('\n').length <= 120);
      expect(readableDiff(before, after)).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
}, 60_000);

test('shows two unchanged lines around each change, and a mark where others are left out', () => {
  const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].join('\n');
  expect(readableDiff(before, before.replace('2', 'two').replace('9', 'nine\n'))).toBe(
    [' 1', '-2', '+two', ' 3', ' 4', '…', ' 7', ' 8', '-9', '\\ No newline at end of file', '+nine'].join('\n'),
  );
});

test('of texts without anything in common it says so after 2,000 changed lines, and shows 120 at most', () => {
  const lines = (count: number, word: string): string => `${word}\n`.repeat(count);
  expect(readableDiff(lines(1_001, 'one'), lines(1_000, 'two'))).toBe(
    '(the texts have too little in common: 4004 against 4000 characters)',
  );
  const shown = readableDiff(lines(1_000, 'one'), lines(1_000, 'two')).split('\n');
  expect(shown).toHaveLength(121);
  expect(shown.at(-1)).toBe('… and 1880 more lines');
});
