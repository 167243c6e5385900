// Why something cannot be imported, and what to do about it.
import { WorkingMemoryError } from '../../errors.ts';

/** A file cannot be read from here on. The message completes "It …" and says what to do, with a full stop. */
export class Unreadable extends Error {}

/**
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
