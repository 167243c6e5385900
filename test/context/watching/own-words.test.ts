import { expect, it } from 'vitest';
import { ownWords, summed } from '../../../src/context/watching/own-words.ts';

it('parts of the library’s own words that are nothing are left out', () => {
  expect(ownWords({ guide: 0, tools: 5, meter: undefined, news: 1 })).toEqual({ tools: 5, news: 1 });
  expect(ownWords({ guide: 0 })).toEqual({});
});

it('those of several requests add up by part', () => {
  expect(summed([{ tools: 5, meter: 2 }, { tools: 5, news: 1 }, {}])).toEqual({ tools: 10, meter: 2, news: 1 });
});
