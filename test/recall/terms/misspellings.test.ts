// Candidates for a word that no text holds.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { correctedTermIds } from '../../../src/recall/terms/misspellings.ts';
import { termId, termIds, terms } from '../../../src/recall/terms/terms.ts';

const KNOWN = 'conference budget restaurant telescope Nicholas договор';
const held = new Set([...termIds(KNOWN), ...termIds('Konferenzen Schlüssel Ελλάδα', 'any')]);

const corrected = (prompt: string, names: readonly string[] = []): number[] =>
  Array.from(correctedTermIds(prompt, 'english', (id) => held.has(id), names));

describe('a word that no text holds', () => {
  it.each([
    ['two letters exchanged', 'confernece'],
    ['a letter left out', 'conferece'],
    ['a wrong letter', 'conferance'],
    ['a letter too many', 'conferrence'],
    ['another ending, too', 'conferances'],
  ])('is read as the nearest that one holds: %s', (_, word) => {
    expect(corrected(word)).toEqual(Array.from(termIds('conference')));
  });

  it('is read as one with another letter in the middle', () => {
    expect(corrected('telescupe')).toEqual(Array.from(termIds('telescope')));
  });

  it('is read as a name even with two errors', () => {
    expect(corrected('Where is Nikhollas?', ['nicholas'])).toEqual(Array.from(termIds('nicholas')));
    expect(corrected('Nikhollas')).toEqual(Array.from(termIds('Nikhollas')));
    for (const word of ['Nchlas', 'Nicchholas', 'Ncihoals', 'Nihcolsa'])
      expect(corrected(word, ['nicholas']), word).toEqual(Array.from(termIds('nicholas')));
    for (const word of ['Nchls', 'Niccchholas', 'Ncihls', 'Ihcnolas'])
      expect(corrected(word, ['nicholas']), word).toEqual(Array.from(termIds(word)));
  });

  it('is read as a name with two errors from five letters on, and with one in a shorter one', () => {
    const names = ['clara', 'anna'];
    const ids = new Set(names.flatMap((name) => Array.from(termIds(name))));
    const read = (word: string): number[] => Array.from(correctedTermIds(word, 'english', (id) => ids.has(id), names));
    for (const word of ['clarra', 'clerra', 'klara', 'calrra', 'clraa'])
      expect(read(word), word).toEqual(Array.from(termIds('clara')));
    for (const word of ['annna', 'anmna', 'nanna', 'annab'])
      expect(read(word), word).toEqual(Array.from(termIds('anna')));
    // With another first letter a second error makes another word of it.
    for (const word of ['klerra', 'klarra', 'annnna', 'unnab', 'anmmna'])
      expect(read(word), word).toEqual(Array.from(termIds(word)));
  });

  it('stays where it is short, far from all, or begins otherwise', () => {
    for (const word of ['budx', 'xylophone', 'vudget', 'conf3rence']) {
      expect(corrected(word)).toEqual(Array.from(termIds(word)));
    }
  });

  it('is read as whatever the texts hold at that time, and by the rules of their language', () => {
    const read = (latin: 'english' | 'any', ...texts: string[]): number[] => {
      const ids = new Set(texts.flatMap((text) => Array.from(termIds(text, latin))));
      return Array.from(correctedTermIds('retsaurant', latin, (id) => ids.has(id), []));
    };
    for (const latin of ['english', 'any'] as const) {
      expect(read(latin, 'budget')).toEqual(Array.from(termIds('retsaurant', latin)));
      expect(read(latin, 'restaurant')).toEqual(Array.from(termIds('restaurant', latin)));
      expect(read(latin, 'budget')).toEqual(Array.from(termIds('retsaurant', latin)));
    }
  });

  it.each([
    ['我的猫叫什么名字？', '我的猫叫'],
    ['你还记得房租多少钱吗？', '你 房租'],
    ['我什麼時候看牙醫？', '我 看牙醫'],
    ['列出所有餐厅，请告诉我', '餐厅 我'],
    ['几何和几率，请假，年终总结', '几何和几率，请假，年终总结'],
    ['谁？', '谁'],
  ])('is none of those that only ask in Chinese, held or not, if another is there: %s', (prompt, named) => {
    for (const isHeld of [true, false]) {
      const read = correctedTermIds(prompt, 'english', () => isHeld, []);
      expect(Array.from(read)).toEqual(Array.from(termIds(named)));
    }
  });

  it('is left out where it is the other way to write one with a hyphen', () => {
    const read = (prompt: string, texts: string): string[] => {
      const ids = new Set(termIds(texts));
      const found = correctedTermIds(prompt, 'english', (id) => ids.has(id), []);
      return terms('e mail email worker co coworker').filter((term) => found.includes(termId(term)));
    };
    expect(read('my e-mail', 'the email')).toEqual(['email']);
    expect(read('my e-mail', 'the e-mail')).toEqual(['e', 'mail', 'email']);
    expect(read('my co-worker', 'a worker')).toEqual(['worker', 'co']);
    expect(read('my co-worker', 'a worker, a coworker')).toEqual(['worker', 'cowork']);
    expect(read('my co-worker', 'a boss')).toEqual(['worker', 'co']);
  });

  it('is left out where it only asks, unless nothing else is there or a text holds it', () => {
    expect(corrected('Please list everything you remember about the budget')).toEqual(Array.from(termIds('budget')));
    expect(corrected('list everything')).toEqual(Array.from(termIds('list everything')));
    const ids = new Set(termIds('shopping list'));
    const read = correctedTermIds('list the shopping', 'english', (id) => ids.has(id), []);
    expect(Array.from(read)).toEqual(Array.from(termIds('list shopping')));
    const german = correctedTermIds('Zeig mir alle Konferenzen', 'any', (id) => held.has(id), []);
    expect(Array.from(german)).toEqual(Array.from(termIds('mir Konferenzen', 'any')));
  });

  it('is corrected in other alphabets', () => {
    expect(corrected('дговор')).toEqual(Array.from(termIds('договор')));
  });

  it('costs at most so many look-ups, however long the prompt is', () => {
    let asked = 0;
    const prompt = Array.from({ length: 5000 }, (_, at) => `unheard${'abcdefghij'.charAt(at % 10)}of`).join(' ');
    correctedTermIds(prompt, 'english', () => (asked++, false), []);
    expect(asked).toBeLessThan(20_000);
  });
});

test('a prompt whose words are known is as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('conference', 'the', 'Budgets', 'telescopes', '会议')), (words) => {
      const ids = termIds(words.join(' '));
      let others = 0;
      const isHeld = (id: number): boolean => ids.includes(id) || ++others < 0;
      expect(correctedTermIds(words.join(' '), 'english', isHeld, ['nicholas'])).toEqual(ids);
      expect(others).toBe(0);
    }),
  );
});
