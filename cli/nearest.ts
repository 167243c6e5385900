// What a misspelt command, option or format was meant to be.
import leven from 'leven';

/** For the end of a sentence: the nearest of the names; empty where none is near. */
export function didYouMean(given: string, names: readonly string[]): string {
  const [nearest] = names
    .map((name) => ({ name, changes: leven(given, name) }))
    .filter(({ changes }) => changes <= Math.max(2, given.length / 2))
    .sort((one, other) => one.changes - other.changes);
  return nearest ? ` Did you mean ${nearest.name}?` : '';
}
