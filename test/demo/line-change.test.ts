import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangeLine, changeLines } from '../../demo/views/rows/line-change.ts';

const shown = (lines: readonly ChangeLine[]): string[] =>
  lines.map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-', gap: '@' }[kind]}${text}`);

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));

describe('the change between two texts', () => {
  it('shows what was removed before what was added, among its neighbours', () => {
    const lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
    const after = lines.join('\n').replace('six', 'SIX');
    expect(shown(changeLines(lines.join('\n'), after))).toEqual([
      '@3',
      ' four',
      ' five',
      '-six',
      '+SIX',
      ' seven',
      ' eight',
    ]);
  });

  it('is nothing but a gap where nothing changed, and everything where there was nothing', () => {
    expect(shown(changeLines('a\nb\nc\n', 'a\nb\nc\n'))).toEqual(['@3']);
    expect(shown(changeLines('', 'a\nb\n'))).toEqual(['+a', '+b']);
    expect(shown(changeLines('a\n', ''))).toEqual(['-a']);
  });

  it('leads from the one text to the other, and back', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = changeLines(before, after);
        const count = (kinds: readonly string[]): number =>
          lines.reduce(
            (sum, { kind, text }) => sum + (kind === 'gap' ? Number(text) : Number(kinds.includes(kind))),
            0,
          );
        const size = (whole: string): number =>
          whole === '' ? 0 : whole.split('\n').length - (whole.endsWith('\n') ? 1 : 0);
        expect(count(['same', 'removed'])).toBe(size(before));
        expect(count(['same', 'added'])).toBe(size(after));
        const added = lines.filter(({ kind }) => kind === 'added').map(({ text }) => text);
        for (const line of added) expect(after.split('\n')).toContain(line);
      }),
    );
  });

  it('does without the table where the texts are too long for it', () => {
    const before = Array.from({ length: 2100 }, (_, line) => `old ${line}`).join('\n');
    const after = Array.from({ length: 2100 }, (_, line) => `new ${line}`).join('\n');
    const lines = changeLines(before, after);
    expect(lines.filter(({ kind }) => kind === 'removed').length).toBe(2100);
    expect(lines.filter(({ kind }) => kind === 'added').length).toBe(2100);
  });
});
