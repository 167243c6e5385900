// Sessions ranked by the text of each that answers a question best.
import { describe, expect, it } from 'vitest';
import { SessionSearch } from '../../src/recall/session-search.ts';

function found(query: string, sessions: readonly (readonly string[])[]) {
  const search = new SessionSearch<string>(query);
  for (const texts of sessions) {
    search.session();
    for (const text of texts) search.text(text, text);
  }
  return search.best();
}
const placesOf = (query: string, sessions: readonly (readonly string[])[]) =>
  found(query, sessions).map((one) => one?.place);

describe('a search over sessions', () => {
  it('finds of each the text with most of the words, whatever other words it has', () => {
    expect(
      placesOf('harbour office', [
        ['the old harbour', 'an office at the harbour of Lisbon', 'the office'],
        ['rye bread', 'the office of the bakery'],
        ['green lamps and red chairs'],
        [],
      ]),
    ).toEqual(['an office at the harbour of Lisbon', 'the office of the bakery', undefined, undefined]);
  });

  it('takes the latest of texts with the same words', () => {
    expect(placesOf('harbour', [['the old harbour', 'the new harbour']])).toEqual(['the new harbour']);
  });

  it('weighs a word the more, the fewer sessions hold it', () => {
    const sessions = [['a red one', 'a tea'], ['a red one'], ['red']];
    expect(placesOf('red tea', sessions)[0]).toBe('a tea');
    const scores = found('red tea', sessions).map((one) => one?.score);
    // The words weigh 1/(3 + 3) and 1/(3 + 1).
    expect(scores[0]).toBeCloseTo(1 / 4 / (1 / 4 + 1 / 6));
    expect(scores[1]).toBeCloseTo(1 / 6 / (1 / 4 + 1 / 6));
  });

  it('scores a text with all of the words 1', () => {
    expect(found('office harbour', [['harbour office']])).toMatchObject([{ score: 1 }]);
  });

  it('compares by the first 31 words, and by none where the question has none', () => {
    const words = Array.from({ length: 40 }, (_, at) => `w${at}x`);
    expect(placesOf(words.join(' '), [words.slice(30, 31), words.slice(31)])).toEqual(['w30x', undefined]);
    expect(new SessionSearch('…').hasTerms).toBe(false);
    expect(new SessionSearch('harbour').hasTerms).toBe(true);
  });
});
