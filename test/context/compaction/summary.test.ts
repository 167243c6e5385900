import { expect, it } from 'vitest';
import { summaryTokens } from '../../../src/context/compaction/summary.ts';

it.each([
  [1000, 200],
  [2700, 540],
  [4000, 540],
  [9000, 540],
  [10_000, 600],
  [13_334, 800],
  [128_000, 800],
])('in a window of %i tokens a summary may have %i', (window, tokens) => {
  expect(summaryTokens(window)).toBe(tokens);
});
