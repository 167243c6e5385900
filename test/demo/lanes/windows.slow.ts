// The long story in the smallest and the largest window that it supports.
import { expect, it } from 'vitest';
import { week } from '../../../demo/story/week/week.ts';
import { raced } from '../../support/demo/demo-race.ts';

it.each([16_000, 32_000])(
  'costs half at most and loses no fact in a window of %d tokens',
  async (window) => {
    const race = await raced(await week('en'), window);
    expect(race.share('memory')).toBeLessThanOrEqual(0.5);
    expect(race.right('memory')).toBe(8);
    expect(race.right('sliding')).toBeLessThanOrEqual(3);
  },
  180_000,
);
