// A list as rows of the transcript. Pure.

/** Rows of the transcript in the order of a list: the first row of a run, and the length of the run. */
export type Runs = readonly (readonly [first: number, count: number])[];

/**
 * Prefix of the hashes of leading system messages, so that a changed prompt does not count as an edited conversation.
 */
export const HEAD_MARK = 's';

/** Leading system messages: their number, the hash of them all (empty for none), their rows. */
export interface KnownHead {
  readonly count: number;
  readonly hash: string;
  readonly rows: Runs;
}

export const NO_HEAD: KnownHead = { count: 0, hash: '', rows: [] };

/** Returns a stored list with a head. Format 1 had none: there, leading system messages are part of the list. */
export const withHead = <List extends { readonly head?: KnownHead }>(
  list: List,
): List & { readonly head: KnownHead } => ({
  ...list,
  head: list.head ?? NO_HEAD,
});

export function runsOf(rows: readonly number[]): Runs {
  const runs: [number, number][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last && last[0] + last[1] === row) last[1]++;
    else runs.push([row, 1]);
  }
  return runs;
}

/** Returns the place of a row in a list; undefined if the list does not hold it. */
export function placeIn(runs: Runs, row: number): number | undefined {
  let before = 0;
  for (const [first, count] of runs) {
    if (row >= first && row < first + count) return before + row - first;
    before += count;
  }
  return undefined;
}

/** Returns the row at a place of a list. */
export function rowAt(runs: Runs, place: number): number | undefined {
  let before = 0;
  for (const [first, count] of runs) {
    if (place < before + count) return first + place - before;
    before += count;
  }
  return undefined;
}

/** Returns the number of leading rows that two lists share. */
export function sharedRows(one: Runs, other: Runs): number {
  let shared = 0;
  let [first, second] = [0, 0];
  let [inFirst, inSecond] = [0, 0];
  for (;;) {
    const [left, right] = [one[first], other[second]];
    if (!left || !right || left[0] + inFirst !== right[0] + inSecond) return shared;
    const step = Math.min(left[1] - inFirst, right[1] - inSecond);
    shared += step;
    [inFirst, inSecond] = [inFirst + step, inSecond + step];
    if (inFirst === left[1]) [first, inFirst] = [first + 1, 0];
    if (inSecond === right[1]) [second, inSecond] = [second + 1, 0];
  }
}
