import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termId, termIds, terms } from '../../src/recall/terms.ts';

describe('terms', () => {
  it('are stems of lower-case words, numbers and dates kept, words without content gone', () => {
    expect(terms('We’re shipping v2 on 2026-11-21, OK?')).toEqual(['ship', 'v2', '2026', '11', '21', 'ok']);
  });

  it('give every character and every pair of a Chinese run', () => {
    expect(terms('喜欢咖啡')).toEqual(['喜', '欢', '喜欢', '咖', '欢咖', '啡', '咖啡']);
    expect(terms('用React写')).toEqual(['用', 'react', '写']);
  });

  it('split identifiers and keep them whole', () => {
    expect(terms('syncResolver')).toEqual(['sync', 'resolv', 'syncresolver']);
    expect(terms('max_items')).toEqual(['max', 'item', 'max_items']);
  });

  it('are the same for the two forms of one text', () => {
    expect(terms('ＡＢＣ ﬁle café')).toEqual(terms('abc file cafe\u0301'));
  });

  it('never throw and stay 32-bit ids, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const id of termIds(text)) expect(id).toBe(id >>> 0);
      }),
    );
    expect(termId('')).toBe(0x811c9dc5);
  });
});
