// Statements of a text, and texts with the same statement.
import { describe, expect, it } from 'vitest';
import { questions, saysSomething, statements, Words } from '../../src/recall/statements.ts';

const words = (text: string): Words => new Words(text, 'english');
const areLike = (one: string, other: string): boolean => {
  const answer = words(one).areLike(words(other));
  expect(words(other).areLike(words(one)), 'either way').toBe(answer);
  return answer;
};

describe('two texts have in common', () => {
  it('whole words, in any form, and no parts of words', () => {
    const one = words('The harbour office closes at noon.');
    expect(one.ids.size).toBe(4);
    expect(one.common(words('Offices close, at the harbour, for lunch.'))).toBe(3);
    expect(one.common(words('the harbourmaster’s noonday'))).toBe(0);
  });
});

describe('two texts say the same', () => {
  it('where the longer one has four fifths of the words of the shorter one', () => {
    const long = 'Anna bought five green lamps yesterday near Lisbon';
    expect(areLike('Anna bought five green chairs', long)).toBe(true);
    expect(areLike('Anna bought five red chairs', long)).toBe(false);
  });

  it('of one or two words, where they have the same', () => {
    expect(areLike('Lisbon', 'lisbon!')).toBe(true);
    expect(areLike('Lisbon', 'Lisbon harbour')).toBe(false);
    expect(areLike('Lisbon harbour', 'harbour of Lisbon')).toBe(true);
    expect(areLike('Lisbon harbour', 'Lisbon harbour office')).toBe(false);
    expect(areLike('Lisbon harbour office', 'The Lisbon harbour office closes early')).toBe(true);
  });
});

describe('two items say the same', () => {
  const fact = (text: string): Words => new Words(text, 'english', true);
  const tablet = (name: string): string => `The user takes one tablet of ${name} every morning after breakfast`;

  it.each([
    ['only in the same words', 'The lamp is green.', 'the lamp is GREEN', true],
    ['not where one word differs', tablet('sertraline'), tablet('metformin'), false],
    ['not where one has a word more', tablet('sertraline'), tablet('sertraline 50 mg'), false],
    ['not in another order', 'Ann owes Bob 20 euros', 'Bob owes Ann 20 euros', false],
  ])('%s', (_, one, other, areSame) => {
    expect([fact(one).areLike(fact(other)), fact(one).areDoubles(fact(other))]).toEqual([areSame, areSame]);
  });

  it('as what was said elsewhere in nearly all of their words', () => {
    expect(fact(tablet('sertraline')).areLike(words(tablet('metformin')))).toBe(true);
    expect(words(tablet('sertraline')).areDoubles(fact(tablet('metformin')))).toBe(true);
  });
});

describe('a message says something to look up', () => {
  it.each([
    ['Go on then.', false],
    ['I live in Lisbon.', true],
    ['x'.repeat(60), false],
    ['x'.repeat(61), true],
    ['好的谢谢', false],
    ['我现在住在里斯本', true],
    ['ดีครับ', false],
    ['', false],
  ])('%s: %s', (said, says) => {
    expect(saysSomething(said)).toBe(says);
  });
});

describe('a text', () => {
  const said =
    'I moved to Lisbon. Thank you for the lamp! What is next? "Is it far?" she asked. 谢谢你！我很好。远吗？';

  it('states what is no question and no thanks', () => {
    expect(statements(said)).toBe('I moved to Lisbon. she asked. 我很好。');
    expect(statements('Thanks to Ann we have a lamp.\nThankful Bob')).toBe('Thanks to Ann we have a lamp.');
    expect(statements('感谢大家。')).toBe('');
  });

  it('asks its questions', () => {
    expect(questions(said)).toBe('What is next? "Is it far?" 远吗？');
    expect(questions('I moved.')).toBe('');
  });
});
