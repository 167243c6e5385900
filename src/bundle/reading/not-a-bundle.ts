// The error for data that cannot be imported at all. Pure.
import { WorkingMemoryError } from '../../errors.ts';

/** @param why completes "What is to be imported …" */
export const notABundle = (why: string): WorkingMemoryError<'invalid-input'> =>
  new WorkingMemoryError('invalid-input', `What is to be imported ${why}. Nothing was changed.`, {
    argument: 'data',
    expected: 'a bundle as export() gives it: a zip, or JSON text',
  });

/** @param count in words */
export const tooManyRecords = (count: string, maxRecords: number): WorkingMemoryError<'invalid-input'> =>
  notABundle(`has ${count} records in its lists; import.maxRecords allows ${maxRecords}`);
