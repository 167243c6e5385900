import { describe, expect, it } from 'vitest';
import { statements } from '../../../src/context/reading/statements.ts';

const LEAD =
  'Please look at the invoices of last month once more, because the totals of three customers differ from the books, and I do not see why.';

const bodiesOf = (text: string): string[] => statements(text, 'user').map(({ body }) => body);

describe('what a message says', () => {
  it('is its beginning, and the sentences with a cue', () => {
    const demand = 'Customers in Norway must never be charged twice.';
    expect(bodiesOf(`${LEAD} The weather is fine today. ${demand}`)).toEqual([LEAD, demand]);
  });

  it.each([
    ['a line that only announces the next ones', 'What we decided about the rates:'],
    ['a line of figures', 'must | 1023 | 2044 | 4099 | 8177 | 9120'],
    ['a line of a few letters', 'Never!'],
    ['a line as long as a log', `This must stay ${'and on and '.repeat(90)}so forth.`],
  ])('leaves out %s, though it has a word of a cue', (_, line) => {
    expect(bodiesOf(`${LEAD}\n\n${line}`)).toEqual([LEAD]);
  });

  it('has three sentences behind its beginning at most', () => {
    const demands = ['Oslo', 'Rome', 'Bern', 'Cork', 'Pisa'].map(
      (city) => `You must never touch the ledger of ${city}.`,
    );
    expect(bodiesOf(`${LEAD} ${demands.join(' ')}`)).toEqual([LEAD, ...demands.slice(0, 3)]);
  });

  it('is a constraint for a user, and none for a model', () => {
    const cues = (role: 'user' | 'assistant'): unknown =>
      statements('The key must be unique in the table.', role)[0]?.cues;
    expect([cues('user'), cues('assistant')]).toEqual([['constraint'], []]);
  });
});
