// Whether a text is about a person whom a message names.
import { describe, expect, it } from 'vitest';
import { tellsOfNamed } from '../../src/recall/names.ts';
import type { Latin } from '../../src/recall/terms/latin.ts';

/** Whether a text is about the person, given one common word, marked in the text. */
const tells = (message: string, marked: string, latin: Latin = 'english'): boolean => {
  const start = marked.indexOf('<');
  const text = marked.replaceAll(/[<>]/g, '');
  return tellsOfNamed(
    message,
    { text, start: 0, end: text.length, matches: [[start, marked.indexOf('>') - 1]] },
    latin,
  );
};

describe('a text tells of somebody named', () => {
  it.each([
    ['within a sentence of the text', 'Rex is ill.', 'We have a dog called <Rex>.', true],
    ['within a sentence of the message', 'What does my dog Rex like?', '<Rex> likes fish.', true],
    ['at the beginning of both, where every word has a capital', 'Dogs are nice.', '<Dogs> bark.', false],
    ['who is spoken to', 'Hi Marta, how are you?', 'Thanks, <Marta>!', false],
    ['who is spoken to in one of them', 'Hi Marta, how are you?', 'My sister <Marta> lives in Lisbon.', false],
    ['by a word of any kind', 'What does my dog like?', 'Our <dog> likes fish.', false],
    ['by another word', 'What does my dog Rex like?', 'We have a dog called <Max>.', false],
    ['by a time', 'Shall we meet on Monday?', 'I swim on <Monday>.', false],
  ])('%s: "%s" and "%s"', (_, message, text, isNamed) => {
    expect(tells(message, text)).toBe(isNamed);
  });

  it('in English alone, as others begin more words with a capital', () => {
    expect(tells('Was frisst mein Hund Rex?', 'Wir haben einen Hund, den <Rex>.', 'any')).toBe(false);
  });

  it('in Chinese by what stands before a name', () => {
    expect(tells('豆豆吃什么？', '我的狗叫<豆豆>')).toBe(true);
    expect(tells('豆豆吃什么？', '我的狗的名字是“<豆豆>', 'any')).toBe(true);
    expect(tells('豆豆吃什么？', '叫<豆豆>的是我的狗')).toBe(true);
    expect(tells('狗吃什么？', '我的<狗>很大')).toBe(false);
  });
});
