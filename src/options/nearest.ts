// The known name that a misspelt one was meant to be. Pure.

/** Undefined where none is near; of a long name, a part of it is. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  const most = Math.max(2, Math.ceil(name.length / 2));
  let nearest: string | undefined;
  let least = most + 1;
  for (const each of known) {
    // Before any letter is compared: a text that was given in place of a name may be very long.
    if (Math.abs(each.length - name.length) > most) continue;
    const distance = distanceOf(name, each);
    if (distance < least) [nearest, least] = [each, distance];
  }
  const isPart = (each: string): boolean => name.length > 2 && each.toLowerCase().includes(name.toLowerCase());
  return nearest ?? known.find(isPart);
}

/** Letters to add, to take away or to change until one is the other. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (const [left, above] of row.slice(1).entries()) {
      const changed = (row[left] as number) + (one[at] === other[left] ? 0 : 1);
      next.push(Math.min(changed, above + 1, (next[left] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
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
