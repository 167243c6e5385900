// Suggestions for a misspelt command, option or format.
import leven from 'leven';

/** Returns the end of a sentence that suggests the nearest name; empty where no name is near. */
export function didYouMean(given: string, names: readonly string[]): string {
  const [nearest] = names
    .map((name) => ({ name, changes: leven(given, name) }))
    .filter(({ changes }) => changes <= Math.max(2, given.length / 2))
    .sort((one, other) => one.changes - other.changes);
  return nearest ? ` Did you mean ${nearest.name}?` : '';
}
