// Splits text into runs of characters that form words.
import { describe, expect, it } from 'vitest';
import { eachRun, type RunKind, unitEnd, widthAt } from '../../../src/recall/terms/character-runs.ts';

function runsOf(text: string): readonly (readonly [string, RunKind])[] {
  const runs: (readonly [string, RunKind])[] = [];
  eachRun(text, (start, end, kind) => runs.push([text.slice(start, end), kind]));
  return runs;
}

describe('a character', () => {
  it.each([
    ['a', 1],
    ['密', 1],
    ['\uffff', 1],
    ['\u{10000}', 2],
    ['\u{20000}', 2],
    ['\ud800', 1],
    ['\udc00a', 1],
    ['', 1],
  ])('%j takes %i units', (text, width) => {
    expect(widthAt(text, 0)).toBe(width);
  });

  it('of a script in clusters takes its marks along, of others none', () => {
    expect(unitEnd('ที่นี่', 0, 'clusters')).toBe(3);
    expect(unitEnd('ที่นี่', 3, 'clusters')).toBe(6);
    expect(unitEnd('漢\u0301字', 0, 'characters')).toBe(1);
    expect(unitEnd('\u{20000}字', 0, 'characters')).toBe(2);
  });
});

describe('runs', () => {
  it('are words with the apostrophes inside of them, and neighbours of a script without blanks', () => {
    expect(runsOf("Ann's tea, 'now' 我喝茶with milk")).toEqual([
      ["Ann's", 'word'],
      ['tea', 'word'],
      ['now', 'word'],
      ['我喝茶', 'characters'],
      ['with', 'word'],
      ['milk', 'word'],
    ]);
    expect(runsOf('ที่นี่ ok')).toEqual([
      ['ที่นี่', 'clusters'],
      ['ok', 'word'],
    ]);
  });

  it('hold letters beyond the first plane whole', () => {
    expect(runsOf('\u{10000}\u{10001} \u{20000}\u{20001}')).toEqual([
      ['\u{10000}\u{10001}', 'word'],
      ['\u{20000}\u{20001}', 'characters'],
    ]);
  });

  it('are none of blanks and signs', () => {
    expect(runsOf(' …!? \n')).toEqual([]);
    expect(runsOf('')).toEqual([]);
  });
});
