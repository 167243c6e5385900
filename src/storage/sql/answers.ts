// What a client hands over as rows, checked: a proxy, a wrong server or a broken client may answer anything.
import type { WorkingMemoryError } from '../../errors.ts';
import { storageUnavailable } from '../failures.ts';
import type { SqlRow } from './statement.ts';

const isRow = (value: unknown): value is SqlRow => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param field where the list stands in an answer that is none itself @throws storage-unavailable */
export function rowsIn(answer: unknown, field: 'rows' | 'results'): readonly SqlRow[] {
  const rows = listIn(answer, field);
  if (rows.every(isRow)) return rows;
  throw strangeAnswer(rows.find((row) => !isRow(row)));
}

/** The list that an answer is or holds. @throws storage-unavailable */
export function listIn(answer: unknown, field: string): readonly unknown[] {
  const list = Array.isArray(answer) ? answer : (answer as Record<string, unknown> | null | undefined)?.[field];
  if (Array.isArray(list)) return list;
  throw strangeAnswer(answer);
}

/** Its text may be of anybody: only its kind is told. */
export function strangeAnswer(received: unknown): WorkingMemoryError<'storage-unavailable'> {
  const kind = received === null ? 'null' : Array.isArray(received) ? 'a list' : typeof received;
  return storageUnavailable(
    `answered with ${kind}`,
    `The database did not answer with the rows of working-memory (received ${kind}). Check what the client is connected ` +
      'to; whether a command took effect is not known, so look before you repeat it.',
  );
}
