// Checks that an object from the app has the methods that are called on it. Pure.
import { invalidInput, kindOf } from '../errors.ts';

/**
 * @param methods their paths, for example `chat.completions.create`
 * @param expected completes "`argument` must be …"
 * @throws invalid-input: names the first method that is missing
 */
export function checkMethods(argument: string, given: unknown, methods: readonly string[], expected: string): void {
  const at = (path: string): unknown =>
    path.split('.').reduce<unknown>((object, name) => (object as Record<string, unknown> | undefined)?.[name], given);
  const missing = methods.find((path) => typeof at(path) !== 'function');
  if (missing === undefined) return;
  const isGiven = given !== undefined && given !== null;
  throw invalidInput(argument, expected, isGiven ? `${kindOf(given)} without ${missing}` : 'nothing');
}

/** Checks an open memory. @param methods those that are called @throws invalid-input */
export const checkMemory = (memory: unknown, methods: readonly string[]): void =>
  checkMethods('memory', memory, methods, 'a memory, as openWorkingMemory returns it');
