import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PIECE, piecesOf } from '../../src/context/pieces.ts';

const HALF = PIECE / 2;
const letters = (count: number): string => 'a'.repeat(count);

/** Returns the ends of a text's pieces. */
const endsOf = (text: string): number[] => {
  let end = 0;
  return [...piecesOf(text)].map((piece) => (end += piece.length));
};

describe('the pieces of a long text', () => {
  it('make up the text, and none is longer than a piece may be', () => {
    const run = fc.record({
      unit: fc.constantFrom('a', ' ', '\n', '漢', '😀'),
      count: fc.integer({ min: 1, max: PIECE + 2 }),
    });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 6 }), (runs) => {
        const text = runs.map(({ unit, count }) => unit.repeat(count)).join('');
        const pieces = [...piecesOf(text)];
        expect(pieces.join('')).toBe(text);
        for (const [index, piece] of pieces.entries()) {
          expect(piece.length).toBeLessThanOrEqual(PIECE);
          expect(piece.isWellFormed()).toBe(true);
          if (index < pieces.length - 1) expect(piece.length).toBeGreaterThan(HALF);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('end behind the last blank or line break of the second half', () => {
    expect(endsOf(`${letters(HALF)} ${letters(HALF)}`)[0]).toBe(HALF + 1);
    expect(endsOf(`${letters(HALF)}\n${letters(HALF)}`)[0]).toBe(HALF + 1);
    expect(endsOf(`${letters(HALF)} ${letters(9)}\n${letters(HALF)}`)[0]).toBe(HALF + 11);
  });

  it('end within a word where the second half has no blank', () => {
    expect(endsOf(`${letters(HALF - 1)} ${letters(PIECE)}`)[0]).toBe(PIECE);
    expect(endsOf(letters(PIECE + 1))).toEqual([PIECE, PIECE + 1]);
  });

  it('never end within a surrogate pair', () => {
    expect(endsOf(`${letters(PIECE - 1)}😀`)).toEqual([PIECE - 1, PIECE + 1]);
  });

  it('are one for a text that is no longer than a piece', () => {
    expect(endsOf(letters(PIECE))).toEqual([PIECE]);
    expect(endsOf('')).toEqual([0]);
  });
});
