// From which cosine on a text stands out among those that a query may see. What texts have in common with it whatever
// they say differs from model to model and from query to query: where nobody knows it, it is measured.
import { isVisible } from './matching';
import { allocate, release } from './memory';
import { ownerOf, rowCount, scoreOf } from './vectors';

/** Among fewer nothing can be said. */
const FEWEST: u32 = 8;
/** From so many rows on about half as many of them tell enough. */
const MOST_SHIFT: u32 = 10;
/** Which of them is drawn by the bits of their scores: the same ones in whatever order the rows lie. */
const DRAW: u32 = 0x9e3779b1;
/** Share of the texts at the lower end of the spread. */
const LOWEST: u32 = 10;

/**
 * The median of the cosines, and above it `contrast` times its distance to the lowest tenth: what is alike makes the
 * upper end, so the lower one is measured. −1 among too few.
 */
export function leastThatStandsOut(contrast: f64): f64 {
  const rows = rowCount();
  const sample = allocate(rows << 2);
  const count = draw(rows, sample);
  let least: f64 = -1;
  if (count >= FEWEST) {
    const middle = count >> 1;
    const median = <f64>select(sample, count - 1, middle);
    least = median + contrast * (median - <f64>select(sample, middle, count / LOWEST));
  }
  release(sample, rows << 2);
  return least;
}

/** Writes scores of rows that the query may see; returns their number. */
function draw(rows: u32, sample: usize): u32 {
  let odds: u32 = 0;
  while (rows >> odds >= 1 << MOST_SHIFT) odds++;
  const drawn: u32 = 0xffffffff >> odds;
  let count: u32 = 0;
  for (let row: u32 = 0; row < rows; row++) {
    const score = scoreOf(row);
    if (reinterpret<u32>(score) * DRAW > drawn || !isVisible(ownerOf(row))) continue;
    store<f32>(sample + (count++ << 2), score);
  }
  return count;
}

/** The value that would stand at `place` if those up to `last` were sorted; none after it is less (Hoare's FIND). */
export function select(values: usize, last: i32, place: i32): f32 {
  let first = 0;
  while (first < last) {
    const pivot = at(values, place);
    let low = first;
    let high = last;
    while (low <= high) {
      while (at(values, low) < pivot) low++;
      while (at(values, high) > pivot) high--;
      if (low > high) break;
      const value = at(values, low);
      store<f32>(values + (low++ << 2), at(values, high));
      store<f32>(values + (high-- << 2), value);
    }
    if (high < place) first = low;
    if (place < low) last = high;
  }
  return at(values, place);
}

@inline
function at(values: usize, index: i32): f32 {
  return load<f32>(values + (index << 2));
}
