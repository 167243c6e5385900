// The names of sessions. Pure.
import { WorkingMemoryError } from '../errors.ts';

/** @throws invalid-input */
export function checkName(name: unknown): void {
  const isName = typeof name === 'string' && name.trim() !== '' && name.length <= 200;
  if (!isName) throw invalidName(String(name), 'a name of 1 to 200 characters');
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
