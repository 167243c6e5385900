// Time and reason of an item's move to the long tail, one row per field. Pure.
import { LEFT_REASONS } from '../events.ts';
import type { FieldTable, ValuesOf } from './item-fields.ts';
import { readCount, readOneOf, readTime } from './readers.ts';

export const LEFT_FIELDS = {
  /** Number of the commit, and turn within it: together the order of the long tail. An import sets both anew. */
  head: { read: readCount, setBy: 'memory' },
  turn: { read: readCount, setBy: 'memory' },
  /** ms since 1970. */
  time: { read: readTime, setBy: 'memory', imported: (time: number, here) => here.time(time) },
  step: { read: readCount, setBy: 'memory', imported: (step: number, here) => here.step(step) },
  reason: { read: readOneOf(LEFT_REASONS), setBy: 'memory' },
} as const satisfies FieldTable;

export type LeftFields = ValuesOf<typeof LEFT_FIELDS, keyof typeof LEFT_FIELDS>;
