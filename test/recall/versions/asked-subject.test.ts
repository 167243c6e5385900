// Of what answers equally well: what the question asks for by its owner and its tense comes first.
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src/items/item.ts';
import { newestFirst } from '../../../src/recall/versions/newest-first.ts';

const itemOf = (text: string, createdAt: number): Item => ({
  id: text,
  text,
  createdAt,
  importance: 0.5,
  pinned: false,
  source: 'user',
  trust: 2,
  tokens: 1,
  sequence: createdAt,
  step: 0,
  forgotten: false,
});

/** The first of two equal hits, in either order of scores and of times. */
const firstOf = (prompt: string, one: string, other: string): Set<string | undefined> => {
  const found = new Set<string | undefined>();
  for (const texts of [
    [one, other],
    [other, one],
  ])
    for (const times of [
      [1, 2],
      [2, 1],
    ]) {
      const hits = texts.map((text, at) => ({ score: 1 - at / 100, matched: 0.5, item: itemOf(text, times[at] ?? 0) }));
      found.add(texts[newestFirst(hits, prompt)[0]?.hit ?? -1]);
    }
  return found;
};

describe('a question for what belongs to somebody or something of the user', () => {
  it.each([
    ['What is my dog’s name?', 'Our dog is called Rex', 'My name is Ann'],
    ["What's the name of my dog?", 'The dog is Rex', 'My name is Ann'],
    ["What is my boss's number?", 'The one of my boss is 444', 'My number is 555'],
    ['我的狗叫什么名字？', '我狗的名字是旺财', '我叫小明'],
  ])('%s: finds "%s" before "%s", though both answer equally well', (prompt, asked, own) => {
    expect(firstOf(prompt, asked, own)).toEqual(new Set([asked]));
  });

  it('finds what names it before what is the user’s alone, and the other way round where it asks for that', () => {
    expect(firstOf('What is my name?', 'My name is Ann', 'My dog’s name is Rex')).toEqual(new Set(['My name is Ann']));
  });
});

describe('a question for what holds now', () => {
  it.each([
    ['Where do I live?', 'I live in Milan', 'I lived in Rome as a child'],
    ['Where do I live now?', 'I live in Milan', 'I grew up and lived in Rome'],
    ['Where do I currently live?', 'I live in Milan', 'I used to live in Rome'],
    ['What do I drive?', 'I drive a blue Volvo', 'I drove a red Fiat as a student'],
    ['What is my phone number?', 'My phone number is 555', 'My phone number was 444'],
    ['我现在住在哪里？', '我住在北京', '我以前住在上海'],
    ['我住在哪里？', '我住在北京', '我小时候住在上海'],
  ])('%s: finds "%s" before "%s", whichever was told later', (prompt, present, former) => {
    expect(firstOf(prompt, present, former)).toEqual(new Set([present]));
  });

  it('is none that asks in the past: the order of the scores stays', () => {
    const texts = ['I lived in Rome as a child', 'I live in Milan'];
    const hits = texts.map((text, at) => ({ score: 1 - at / 100, matched: 0.5, item: itemOf(text, at) }));
    expect(newestFirst(hits, 'Where did I live as a child?')[0]?.hit).toBe(0);
  });
});
