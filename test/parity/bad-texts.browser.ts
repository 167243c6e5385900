import { expect, it } from 'vitest';
import { BAD_ANSWERS, badAnswers, READ_SUM, sumOfReadings } from '../support/bad-texts.ts';
import { open } from '../support/browser/hooked-memories.ts';

it('reads texts that nobody writes as Node does', () => {
  expect(sumOfReadings()).toBe(READ_SUM);
});

it('answers them as Node does, to the last bit', async () => {
  expect(await badAnswers((options) => open({ session: crypto.randomUUID(), ...options }))).toBe(BAD_ANSWERS);
});
