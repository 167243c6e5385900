// A score that about as many rows are above as are wanted. Who is above it is looked at first, so that of all others
// nothing but the score is read.
import { CHUNK_SHIFT } from './chunks';
import { select } from './contrast';
import { allocate, release } from './memory';
import { rowCount, scoreArray } from './vectors';

/** Every fourth row of a chunk makes a group. */
const GROUPS_SHIFT: u32 = 2;

/** The greatest score of one group is above it for as many groups as rows are wanted; −∞ where there are too few. */
export function highBar(wanted: u32): f32 {
  const count = (rowCount() >> CHUNK_SHIFT) << GROUPS_SHIFT;
  if (count <= wanted) return -Infinity;
  const bytes = count << 2;
  const peaks = allocate(bytes);
  let score = scoreArray();
  for (let peak = peaks, end = peaks + bytes; peak < end; peak += 16) {
    let most = v128.load(score);
    for (const chunkEnd = score + (4 << CHUNK_SHIFT); score < chunkEnd; score += 16) {
      most = f32x4.pmax(most, v128.load(score));
    }
    v128.store(peak, most);
  }
  const bar = select(peaks, count - 1, count - 1 - wanted);
  release(peaks, bytes);
  return bar;
}
