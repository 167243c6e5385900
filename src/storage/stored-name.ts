// Names and keys as databases keep them: their UTF-8 sorts as JavaScript sorts strings, and none contains a NUL, which
// Postgres cannot store. Pure.
import { fromSortable, sortable } from './key-order.ts';

/** Escape: U+0000 and U+0001 become U+0001 and one more unit, in order. */
const ESCAPE = '\u0001';

export const storedName = (name: string): string =>
  sortable(name).replaceAll(/[\u0000\u0001]/g, (unit) => ESCAPE + (unit === ESCAPE ? '\u0002' : ESCAPE));

export const fromStoredName = (stored: string): string =>
  fromSortable(stored.replaceAll(/\u0001([^])/g, (_, unit: string) => (unit === ESCAPE ? '\u0000' : ESCAPE)));
