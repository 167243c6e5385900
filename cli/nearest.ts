// What a misspelt command, option or format was meant to be.

/** For the end of a sentence: the nearest of the names; empty where none is near. */
export function didYouMean(given: string, names: readonly string[]): string {
  const [nearest] = names
    .map((name) => ({ name, changes: changesBetween(given, name) }))
    .filter(({ changes }) => changes <= Math.max(2, given.length / 2))
    .sort((one, other) => one.changes - other.changes);
  return nearest ? ` Did you mean ${nearest.name}?` : '';
}

/** Letters to add, to take away or to change. */
function changesBetween(one: string, other: string): number {
  // A row of the table for each letter of `one`; the first counts what the beginnings of `other` would add.
  const first = Array.from({ length: other.length + 1 }, (_, at) => at);
  const last = [...one].reduce((above, letter) => {
    const row = [(above[0] ?? 0) + 1];
    for (let at = 0; at < other.length; at++) {
      const changed = (above[at] ?? 0) + (letter === other[at] ? 0 : 1);
      row.push(Math.min(changed, (above[at + 1] ?? 0) + 1, (row[at] ?? 0) + 1));
    }
    return row;
  }, first);
  return last.at(-1) ?? 0;
}
