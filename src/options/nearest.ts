// Finds the known name that a misspelt one was meant to be. Pure.
import leven from 'leven';
import { invalidInput } from '../errors.ts';

/** Returns the nearest known name, or else a known name that contains `name`; undefined if there is neither. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  const most = Math.max(2, Math.ceil(name.length / 2));
  const changes = (each: string): number => leven(name, each);
  // Compare lengths before letters: the app may have passed a very long text as the name. With as many changes as
  // letters no letter is left of the name.
  const near = known.filter(
    (each) => Math.abs(each.length - name.length) <= most && changes(each) <= Math.min(most, each.length - 1),
  );
  const [nearest] = near.sort((one, other) => changes(one) - changes(other));
  const isPart = (each: string): boolean => name.length > 2 && each.toLowerCase().includes(name.toLowerCase());
  return nearest ?? known.find(isPart);
}

/** Returns ` (did you mean text?)` for the sentence of an error; empty if no name is near. */
export function didYouMean(name: unknown, known: readonly string[]): string {
  const nearest = typeof name === 'string' ? nearestOf(name, known) : undefined;
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
}

/** Lists the names that an argument may be, and suggests the nearest to the given one. */
export const oneOfNames = (name: unknown, known: readonly string[]): string =>
  known.join(', ') + didYouMean(name, known);

/** Completes the error about an unknown name. @param takes introduces the known names, e.g. `list takes` */
export const unknownName = (name: string, known: readonly string[], takes = 'known are'): string =>
  `absent${didYouMean(name, known)}; ${takes} ${known.join(', ')}`;

/**
 * @param place object that holds the names, for example `options`
 * @throws invalid-input for the first unknown name
 */
export function checkNames(place: string, given: object, known: readonly string[], takes?: string): void {
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw invalidInput(`${place}.${name}`, unknownName(name, known, takes));
  }
}
