// The published contract of a lens, over conversations of fast-check.
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { lensContract as published, lensSamples } from '../../src/entries/contract.ts';
import type { MessageFormat } from '../support/messages/message-formats.ts';
import { scripts } from '../support/messages/message-script.ts';

const CASES = 100;

const anything = fc.anything({ withDate: true, withTypedArray: true, withBigInt: true });
const { values, ...own } = lensSamples();
const samples = {
  scripts: [...own.scripts, ...fc.sample(scripts, CASES)],
  values: [...values, ...fc.sample(anything, CASES)],
};

export const lensContract = (format: MessageFormat): void => published({ describe, it }, format, samples);
