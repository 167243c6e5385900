// The known name that a misspelt one was meant to be. Pure.
import leven from 'leven';
import { invalidInput } from '../errors.ts';

/** Undefined where none is near; of a long name, a part of it is. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  const most = Math.max(2, Math.ceil(name.length / 2));
  const changes = (each: string): number => leven(name, each);
  // Before any letter is compared: a text that was given in place of a name may be very long.
  const near = known.filter((each) => Math.abs(each.length - name.length) <= most && changes(each) <= most);
  const [nearest] = near.sort((one, other) => changes(one) - changes(other));
  const isPart = (each: string): boolean => name.length > 2 && each.toLowerCase().includes(name.toLowerCase());
  return nearest ?? known.find(isPart);
}

/** ` (did you mean text?)`, for a sentence of an error; empty where no name is near. */
export function didYouMean(name: unknown, known: readonly string[]): string {
  const nearest = typeof name === 'string' ? nearestOf(name, known) : undefined;
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
}

/** The names that an argument may be, and the nearest to the one that came. */
export const oneOfNames = (name: unknown, known: readonly string[]): string =>
  known.join(', ') + didYouMean(name, known);

/** What a name must be that is none of those that are known here. @param takes begins the list of those, e.g. `list takes` */
export const unknownName = (name: string, known: readonly string[], takes = 'known are'): string =>
  `absent${didYouMean(name, known)}; ${takes} ${known.join(', ')}`;

/**
 * @param place where the names stand, for example `options`
 * @throws invalid-input: the first name that is none of those that are known
 */
export function checkNames(place: string, given: object, known: readonly string[], takes?: string): void {
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw invalidInput(`${place}.${name}`, unknownName(name, known, takes));
  }
}
