// Errors for sources that cannot be imported, with what to do about them.
import { WorkingMemoryError } from '../../errors.ts';

/**
 * Error of a file that cannot be read from here on. The message completes "It …" and says what to do, with a full stop.
 */
export class Unreadable extends Error {}

/**
 * Makes the error for a file.
 * @param why completes "The file …", with a full stop
 * @param expected completes "Give …"
 */
export const refusedFile = (path: string, why: string, expected: string, cause?: unknown): WorkingMemoryError =>
  new WorkingMemoryError(
    'invalid-input',
    `${path === '' ? 'The file' : JSON.stringify(path.slice(0, 80))} ${why} Give ${expected}.`,
    { argument: 'source', expected },
    { cause },
  );
