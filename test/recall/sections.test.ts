import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunks } from '../../src/recall/chunks.ts';
import { sections, withoutComments } from '../../src/recall/sections.ts';

const headings = (text: string): [number, string][] => sections(text).map(({ level, heading }) => [level, heading]);

const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '# One',
        '## Two ##',
        '###### Six',
        '#no heading',
        '    # indented code',
        '```',
        '~~~~',
        '<!--',
        '-->',
        '<!-- # x -->',
        '',
      ),
      fc.string({ maxLength: 30 }),
    ),
    { maxLength: 30 },
  )
  .map((lines) => lines.join('\n'));

describe('sections', () => {
  it('begin at headings and take what follows', () => {
    const text = 'before\n# A\none\n## B ##\ntwo\n';
    const [lead, first, second] = sections(text);
    expect(lead).toEqual({ level: 0, heading: '', start: 0, body: 0, end: 7 });
    expect(text.slice(first?.body, first?.end)).toBe('one\n');
    expect(second).toMatchObject({ level: 2, heading: 'B' });
  });

  it('know no heading inside a fence or a comment', () => {
    expect(headings('# A\n```\n# not\n```\n# B')).toEqual([
      [1, 'A'],
      [1, 'B'],
    ]);
    expect(headings('# A\n~~~\n```\n# not\n~~~\n# B')).toEqual([
      [1, 'A'],
      [1, 'B'],
    ]);
    expect(headings('# A\n<!--\n# not\n-->\n# B')).toEqual([
      [1, 'A'],
      [1, 'B'],
    ]);
    expect(headings('#not a heading\n    # code')).toEqual([[0, '']]);
  });

  it('cover the whole text in order', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const found = sections(text);
        expect(found.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        for (const { start, body, end } of found) expect(start <= body && body <= end).toBe(true);
      }),
    );
  });

  it('read a heading as the grammar has it, whatever hashes and blanks stand in it', () => {
    /** CommonMark's form of a heading in one expression, whose time grows with the square of a line. */
    const grammar = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
    const line = fc
      .array(fc.constantFrom('#', '##', ' ', '   ', '\t', 'a', '\\', '######'), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(line, (text) => {
        const [, hashes, heading = ''] = grammar.exec(text) ?? [];
        expect(headings(text)).toEqual([hashes === undefined ? [0, ''] : [hashes.length, heading]]);
      }),
      { numRuns: 2000 },
    );
  });

  it('take time by the length of a line and not by its square', () => {
    for (const part of ['# ', '#\t', ' ', 'a   ', '# a ']) {
      const line = `# ${part.repeat(400_000)}`;
      for (const text of [line, `${line}a`, `${line}\ra`]) {
        const start = performance.now();
        sections(text);
        // Squared: half a minute.
        expect(performance.now() - start, JSON.stringify(text.slice(0, 8))).toBeLessThan(1000);
      }
    }
  });

  it('lose their comments outside of fences only', () => {
    expect(withoutComments('a <!-- b --> c\n```\n<!-- kept -->\n```\n<!-- d\ne --> f')).toBe(
      'a  c\n```\n<!-- kept -->\n```\n\n f',
    );
  });
});

describe('chunks', () => {
  it('carry the headings above them', () => {
    const text = '# Plan\n\n## Release\n\nFriday.\n\n## Risks\n\nSync.\n';
    expect(chunks(text).map(({ heading, start, end }) => [heading, text.slice(start, end).trim()])).toEqual([
      ['Plan', '# Plan'],
      ['Plan › Release', '## Release\n\nFriday.'],
      ['Plan › Risks', '## Risks\n\nSync.'],
    ]);
  });

  it('are bounded, in order, and lose nothing but blank space', () => {
    const long = fc.array(markdown, { minLength: 1, maxLength: 20 }).map((parts) => parts.join('\n\n'));
    fc.assert(
      fc.property(fc.oneof(long, fc.string({ unit: 'binary', minLength: 500, maxLength: 5000 })), (text) => {
        let last = 0;
        for (const { start, end } of chunks(text)) {
          expect(text.slice(last, start).trim()).toBe('');
          expect(end - start).toBeLessThanOrEqual(1000);
          last = end;
        }
        expect(text.slice(last).trim()).toBe('');
      }),
      { numRuns: 60 },
    );
  });
});
