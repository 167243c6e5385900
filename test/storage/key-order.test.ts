import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromSortable, sortable } from '../../src/storage/key-order.ts';

/** Any UTF-16 units, halves of pairs too, and more of those at the edges. */
const key = fc
  .array(
    fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 0x20, 0x41, 0xd7fe, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xe000, 0xffff)),
  )
  .map((units) => String.fromCharCode(...units));

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('a sortable key', () => {
  it('is in UTF-8 where the key is among JavaScript strings', () => {
    fc.assert(
      fc.property(key, key, (one, other) => {
        const inScript = one < other ? -1 : one > other ? 1 : 0;
        expect(Buffer.compare(bytes(sortable(one)), bytes(sortable(other)))).toBe(inScript);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives the key back, also after UTF-8', () => {
    fc.assert(
      fc.property(key, (one) => {
        expect(fromSortable(bytes(sortable(one)).toString('utf8'))).toBe(one);
      }),
    );
  });

  it('is the key itself where people look at it', () => {
    expect(sortable('detail/任务 #1.md')).toBe('detail/任务 #1.md');
  });
});
