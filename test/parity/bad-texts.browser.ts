import { expect, it } from 'vitest';
import { READ_SUM, sumOfReadings } from '../support/bad-texts.ts';

it('reads texts that nobody writes as Node does', () => {
  expect(sumOfReadings()).toBe(READ_SUM);
});
