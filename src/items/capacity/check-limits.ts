// Checks the limits that an app sets. Pure; separate from the rules of items, which the app's side does not load.
import { invalidInput, kindOf } from '../../errors.ts';
import { unknownName } from '../../options/nearest.ts';
import { OPTIONS } from '../../options/options.ts';
import type { Limits } from '../limits.ts';

const NAMES = ['maxItems', 'maxTokens'] as const;

/** Requires at least one limit, each within the range of its option. @throws invalid-input */
export function checkLimits(given: unknown): Partial<Limits> {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const entries = Object.entries(isObject ? given : {}).filter(([, value]) => value !== undefined);
  if (entries.length === 0) throw invalidInput('limits', 'an object with maxItems or maxTokens', kindOf(given));
  for (const [name, value] of entries) {
    const known = NAMES.find((limit) => limit === name);
    if (!known) throw invalidInput(`limits.${name}`, unknownName(name, NAMES, 'setLimits takes'));
    const { accepts, expected } = OPTIONS.limits[known];
    if (!accepts(value)) throw invalidInput(`limits.${name}`, expected, kindOf(value));
  }
  return Object.fromEntries(entries);
}
