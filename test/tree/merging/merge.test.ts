import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { merged } from '../../../src/tree/merging/merge.ts';

const BASE = 'one\ntwo\nthree\nfour\n';

describe('a merge of two changes', () => {
  it.each([
    ['of different lines', 'ONE\ntwo\nthree\nfour\n', 'one\ntwo\nthree\nFOUR\n', 'ONE\ntwo\nthree\nFOUR\n'],
    ['of neighbouring lines', 'one\nTWO\nthree\nfour\n', 'one\ntwo\nTHREE\nfour\n', 'one\nTWO\nTHREE\nfour\n'],
    ['that are one and the same', 'one\nTWO\nthree\nfour\n', 'one\nTWO\nthree\nfour\n', 'one\nTWO\nthree\nfour\n'],
    ['that share one', 'ONE\nTWO\nthree\nfour\n', 'ONE\nTWO\nthree\nFOUR\n', 'ONE\nTWO\nthree\nFOUR\n'],
    ['that remove different lines', 'two\nthree\nfour\n', 'one\ntwo\nthree\n', 'two\nthree\n'],
    ['that remove the same line', 'one\nthree\nfour\n', 'one\nthree\nfour\nfive\n', 'one\nthree\nfour\nfive\n'],
  ])('%s has both', (_, theirs, mine, result) => {
    expect(merged(BASE, theirs, mine)).toBe(result);
    expect(merged(BASE, mine, theirs)).toBe(result);
  });

  it('puts what both add at one place one after the other, the text of others first', () => {
    expect(merged(BASE, `${BASE}theirs\n`, `${BASE}mine\n`)).toBe(`${BASE}theirs\nmine\n`);
    expect(merged('', 'theirs\n', 'mine\n')).toBe('theirs\nmine\n');
  });

  it('puts an addition at the edge of what the other replaced', () => {
    expect(merged(BASE, 'one\nnew\ntwo\nthree\nfour\n', 'one\nTWO\nthree\nfour\n')).toBe(
      'one\nnew\nTWO\nthree\nfour\n',
    );
    expect(merged(BASE, 'one\ntwo\nnew\nthree\nfour\n', 'one\nTWO\nthree\nfour\n')).toBe(
      'one\nTWO\nnew\nthree\nfour\n',
    );
  });

  it.each([
    ['replaced one line', 'one\nTWO\nthree\nfour\n', 'one\nZWEI\nthree\nfour\n'],
    ['removed a line that the other replaced', 'one\nthree\nfour\n', 'one\nTWO\nthree\nfour\n'],
    ['added within what the other removed', 'one\ntwo\nnew\nthree\nfour\n', 'one\nfour\n'],
  ])('there is none where both %s', (_, theirs, mine) => {
    expect(merged(BASE, theirs, mine)).toBeUndefined();
    expect(merged(BASE, mine, theirs)).toBeUndefined();
  });

  it('is the text of the one that changed anything', () => {
    expect(merged(BASE, BASE, 'new')).toBe('new');
    expect(merged(BASE, 'new', BASE)).toBe('new');
    // However much it is: nothing has to be compared.
    const anew = Array.from({ length: 3000 }, (__, at) => `line ${at}`).join('\n');
    expect(merged(BASE, BASE, anew)).toBe(anew);
    expect(merged(BASE, anew, BASE)).toBe(anew);
    expect(merged(anew, BASE, BASE)).toBe(BASE);
  });

  it('takes a last line without a line break for the same line, and ends as the text of the writer does', () => {
    expect(merged('one\ntwo', 'zero\none\ntwo\n', 'one\ntwo\nthree')).toBe('zero\none\ntwo\nthree');
    expect(merged('one\ntwo', 'zero\none\ntwo', 'one\ntwo\nthree\n')).toBe('zero\none\ntwo\nthree\n');
  });

  it('there is none of texts with little in common', () => {
    const lines = (name: string): string => Array.from({ length: 3000 }, (__, at) => `${name}${at}\n`).join('');
    expect(merged(lines('a'), lines('b'), lines('c'))).toBeUndefined();
  });

  it('holds every line but those that one of both removed, and none of its own', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 8 });
    const text = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
    /** Counts a line in a text. */
    const counts = (all: string, line: string): number =>
      all
        .split('\n')
        .slice(0, -1)
        .filter((one) => one === line).length;
    fc.assert(
      fc.property(lines, lines, lines, (base, theirs, mine) => {
        const result = merged(text(base), text(theirs), text(mine));
        if (result === undefined) return;
        for (const line of ['a', 'b', 'c', 'd', '']) {
          const [old, one, other, now] = [text(base), text(theirs), text(mine), result].map((all) => counts(all, line));
          const removed = Math.max(0, (old ?? 0) - (one ?? 0)) + Math.max(0, (old ?? 0) - (other ?? 0));
          expect(now).toBeGreaterThanOrEqual(Math.max(one ?? 0, other ?? 0) - removed);
          expect(now).toBeLessThanOrEqual((one ?? 0) + (other ?? 0));
        }
      }),
    );
  });
});
