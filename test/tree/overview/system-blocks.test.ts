import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Blocks, freeText, readBlocks, withBlocks } from '../../../src/tree/overview/system-blocks.ts';

const line = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    '<!-- working-memory:index (kept by the system) -->',
    '<!-- /working-memory:index -->',
    '<!-- working-memory:state -->',
    '<!-- /working-memory:state -->',
    '<!-- working-memory:forged -->',
    '## Heading',
    '',
  ),
);
const text = fc.array(line, { maxLength: 15 }).map((lines) => lines.join('\n').replaceAll('\0', ''));
const body = fc
  .array(
    fc.string({ maxLength: 20 }).filter((part) => !part.includes('working-memory:')),
    { maxLength: 4 },
  )
  .map((lines) => lines.join('\n').replaceAll('\0', ''));
const blocks: fc.Arbitrary<Blocks> = fc.record({ index: body, state: body, compaction: body }, { requiredKeys: [] });

describe('the system’s blocks', () => {
  it('stand at the end until the model gives them a place', () => {
    const added = withBlocks('# Mine\n', { index: '- detail/a.md: A' });
    expect(added).toBe(
      '# Mine\n\n<!-- working-memory:index (kept by the system) -->\n- detail/a.md: A\n<!-- /working-memory:index -->\n',
    );
    const moved = `${added.slice(8)}\n# Mine below\n`;
    expect(withBlocks(moved, { index: 'new' })).toBe(
      '<!-- working-memory:index (kept by the system) -->\nnew\n<!-- /working-memory:index -->\n\n# Mine below\n'.replace(
        /^/,
        moved.startsWith('\n') ? '\n' : '',
      ),
    );
  });

  it('leave no blank lines behind, however often they come and go', () => {
    const once = withBlocks(withBlocks('# Mine\n', { index: 'I' }), {});
    expect(withBlocks(withBlocks(once, { index: 'I' }), {})).toBe(once);
    expect(withBlocks(once, { index: 'I' })).toBe(withBlocks('# Mine\n', { index: 'I' }));
  });

  it('survive a text that leaves them out, alters them or repeats them', () => {
    const current = withBlocks('free\n', { index: 'I', state: 'S' });
    for (const written of ['other\n', current.replace('\nI\n', '\nforged\n'), `${current}${current}`]) {
      expect(readBlocks(withBlocks(written, readBlocks(current)))).toEqual({ index: 'I', state: 'S' });
    }
  });

  it('are exactly those that are given, whatever the text holds', () => {
    fc.assert(
      fc.property(text, blocks, (written, given) => {
        const result = withBlocks(written, given);
        expect(readBlocks(result)).toEqual(given);
        expect(withBlocks(result, given)).toBe(result);
      }),
    );
  });

  it('leave the free text alone', () => {
    fc.assert(
      fc.property(text, blocks, (written, given) => {
        const squeeze = (value: string): string => value.replace(/\n+/g, '\n').trim();
        expect(squeeze(freeText(withBlocks(written, given)))).toBe(squeeze(freeText(written)));
      }),
    );
  });
});
