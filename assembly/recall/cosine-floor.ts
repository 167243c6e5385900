// The cosine above which a text stands out among those that a query may see. The cosine of unrelated texts with a query
// differs from model to model and from query to query: if the floor of a model is not known, it is measured.
import { allocate, release } from '../memory/allocator';
import { select } from '../quickselect';
import { ownerOf, rowCount, scoreOf } from '../vectors/vectors';
import { Query } from './query';

/** Texts below which no floor can be measured. */
const FEWEST: u32 = 8;
/** From 2¹⁰ rows on, a sample of 512 to 1,023 is enough. */
const MOST_SHIFT: u32 = 10;
/** Hashes the bits of a score (Fibonacci hashing): the sample does not depend on the order of the rows. */
const DRAW: u32 = 0x9e3779b1;
/** One in ten: the lowest tenth marks the lower end of the spread. */
const LOWEST: u32 = 10;

/**
 * Returns median + contrast · (median − lowest tenth) of the cosines, or −1 among too few texts. Related texts stretch
 * the upper end of the spread, so the lower end shows how far unrelated ones scatter.
 */
export function cosineFloor(query: Query, contrast: f64): f64 {
  const rows = rowCount();
  const sample = allocate(rows << 2);
  const count = draw(query, rows, sample);
  let floor: f64 = -1;
  if (count >= FEWEST) {
    const middle = count >> 1;
    const median = <f64>select(sample, count - 1, middle);
    floor = median + contrast * (median - <f64>select(sample, middle, count / LOWEST));
  }
  release(sample, rows << 2);
  return floor;
}

/** Writes the f32 scores of a sample of the rows that the query may see, and returns their number. */
function draw(query: Query, rows: u32, sample: usize): u32 {
  let odds: u32 = 0;
  while (rows >> odds >= 1 << MOST_SHIFT) odds++;
  const drawn: u32 = 0xffffffff >> odds;
  let count: u32 = 0;
  for (let row: u32 = 0; row < rows; row++) {
    const score = scoreOf(row);
    if (reinterpret<u32>(score) * DRAW > drawn || !query.sees(ownerOf(row))) continue;
    store<f32>(sample + (count++ << 2), score);
  }
  return count;
}
