// Checks the rows that a client returns: a proxy, a wrong server or a broken client may answer anything.
import type { WorkingMemoryError } from '../../errors.ts';
import { strangeAnswer } from '../failures.ts';
import type { SqlRow } from './statement.ts';

const isRow = (value: unknown): value is SqlRow => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param field field of the list in an answer that is not a list @throws storage-unavailable */
export function rowsIn(answer: unknown, field: 'rows' | 'results'): readonly SqlRow[] {
  const rows = listIn(answer, field);
  if (rows.every(isRow)) return rows;
  throw strangeRows(rows.find((row) => !isRow(row)));
}

/** Returns the list that an answer is or contains. @throws storage-unavailable */
export function listIn(answer: unknown, field: string): readonly unknown[] {
  const list = Array.isArray(answer) ? answer : (answer as Record<string, unknown> | null | undefined)?.[field];
  if (Array.isArray(list)) return list;
  throw strangeRows(answer);
}

export const strangeRows = (received: unknown): WorkingMemoryError<'storage-unavailable'> =>
  strangeAnswer('The database', received);
