// The names of sessions. Pure.
import { invalidOption, kindOf, WorkingMemoryError } from '../errors.ts';

/** Reserved name of the shared memory of a workspace; no conversation has it. */
export const SHARED = '*shared';

/** Prefix of the id of an item in the shared memory, as a model names it. */
export const SHARED_ID = 'shared/';

/** @throws invalid-input */
export function checkName(name: unknown): void {
  const isName = typeof name === 'string' && name.trim() !== '' && name.length <= 200;
  if (!isName)
    throw invalidName(typeof name === 'string' ? name : String(kindOf(name)), 'a name of 1 to 200 characters');
  if (name === SHARED) throw invalidName(name, `another name; ${SHARED} is reserved for memory.shared`);
}

/** @throws invalid-option */
export function refuseReserved(session: string): void {
  if (session === SHARED) throw invalidOption('session', 'another name; it is reserved for memory.shared', session);
}

export const takenName = (name: string): WorkingMemoryError =>
  invalidName(name, 'the name of a session that does not exist yet');

export function invalidName(name: string, expected: string): WorkingMemoryError {
  return new WorkingMemoryError(
    'invalid-input',
    `The session ${JSON.stringify(name.slice(0, 60))} must be ${expected}. Nothing was changed.`,
    { argument: 'session', expected },
  );
}
