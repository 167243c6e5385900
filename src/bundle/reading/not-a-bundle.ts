// The error for data that cannot be imported at all. Pure.
import { WorkingMemoryError } from '../../errors.ts';

/** @param why completes "The bundle …" */
export const notABundle = (why: string): WorkingMemoryError<'invalid-input'> =>
  new WorkingMemoryError('invalid-input', `The bundle ${why}. Nothing was changed.`, {
    argument: 'data',
    expected: 'a bundle from export(): a zip, or JSON text',
  });

/** @param count in words */
export const tooManyRecords = (count: string, maxRecords: number): WorkingMemoryError<'invalid-input'> =>
  notABundle(`has ${count} records in its lists; import.maxRecords allows ${maxRecords}`);
