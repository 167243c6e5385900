// The known name that a misspelt one was meant to be. Pure.
import { closestMatch } from 'leven';

/** Undefined where none is near. */
export const nearestOf = (name: string, known: readonly string[]): string | undefined =>
  closestMatch(name, known, { maxDistance: Math.max(2, Math.ceil(name.length / 2)) });

/** ` (did you mean text?)`, for a sentence of an error; empty where no name is near. */
export function didYouMean(name: unknown, known: readonly string[]): string {
  const nearest = typeof name === 'string' ? nearestOf(name, known) : undefined;
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
}
