// What changed between two lists of lines: the shortest series of removals and additions, by Myers' greedy algorithm
// ("An O(ND) Difference Algorithm and Its Variations", 1986). Pure.

/** Consecutive lines: only in the former list, only in the new one, or in both. */
export interface LineRun {
  readonly mark: '-' | '+' | ' ';
  readonly lines: readonly string[];
}

/** Runs as they are found, the last one first. */
interface Trail {
  readonly mark: LineRun['mark'];
  readonly count: number;
  readonly before: Trail | undefined;
}

/** How far the best series of edits gets that ends on a diagonal, which is taken minus given lines. */
interface Path {
  /** Lines of the former list that are behind it. */
  readonly taken: number;
  readonly trail: Trail | undefined;
}

/** Undefined where more than `mostEdits` lines differ: the cost is quadratic in their number. */
export function lineRuns(
  former: readonly string[],
  present: readonly string[],
  mostEdits: number,
): LineRun[] | undefined {
  const paths = new Map<number, Path>();
  const most = Math.min(mostEdits, former.length + present.length);
  // Beyond these diagonals one of the lists has ended.
  let [least, greatest] = [-Infinity, Infinity];
  for (let edits = 0; edits <= most; edits++) {
    for (let diagonal = Math.max(least, -edits); diagonal <= Math.min(greatest, edits); diagonal += 2) {
      const longer = paths.get(diagonal - 1);
      const wider = paths.get(diagonal + 1);
      paths.delete(diagonal - 1);
      const removes = longer && longer.taken < former.length ? longer : undefined;
      const adds = wider && wider.taken - diagonal - 1 < present.length ? wider : undefined;
      paths.delete(diagonal);
      if (!removes && !adds && edits > 0) continue;
      // Of two that got equally far the removal: removed lines stand before those in their place.
      const isAdded = adds && !(removes && removes.taken >= adds.taken);
      const start = edits === 0 ? { taken: 0, trail: undefined } : isAdded ? edited(adds, '+') : edited(removes, '-');
      const path = alongEqualLines(start, diagonal, former, present);
      const isAtEndOfFormer = path.taken >= former.length;
      const isAtEndOfPresent = path.taken - diagonal >= present.length;
      if (isAtEndOfFormer && isAtEndOfPresent) return runsOf(path.trail, former, present);
      paths.set(diagonal, path);
      if (isAtEndOfFormer) greatest = Math.min(greatest, diagonal - 1);
      if (isAtEndOfPresent) least = Math.max(least, diagonal + 1);
    }
  }
  return undefined;
}

function edited(path: Path | undefined, mark: '-' | '+'): Path {
  const { taken, trail } = path as Path;
  const isSame = trail?.mark === mark;
  const next = isSame ? { ...trail, count: trail.count + 1 } : { mark, count: 1, before: trail };
  return { taken: taken + (mark === '-' ? 1 : 0), trail: next };
}

function alongEqualLines(
  { taken, trail }: Path,
  diagonal: number,
  former: readonly string[],
  present: readonly string[],
): Path {
  let end = taken;
  while (end < former.length && end - diagonal < present.length && former[end] === present[end - diagonal]) end++;
  return end === taken ? { taken, trail } : { taken: end, trail: { mark: ' ', count: end - taken, before: trail } };
}

function runsOf(last: Trail | undefined, former: readonly string[], present: readonly string[]): LineRun[] {
  const trails: Trail[] = [];
  for (let trail = last; trail; trail = trail.before) trails.unshift(trail);
  let taken = 0;
  let given = 0;
  return trails.map(({ mark, count }) => {
    const lines = mark === '+' ? present.slice(given, given + count) : former.slice(taken, taken + count);
    if (mark !== '+') taken += count;
    if (mark !== '-') given += count;
    return { mark, lines };
  });
}
