// A score that about as many rows exceed as a query wants. Once the rows above it are selected, most other rows can be
// ruled out by their score alone.
import { allocate, release } from '../memory/allocator';
import { CHUNK_SHIFT } from '../memory/chunks';
import { select } from '../quickselect';
import { rowCount, scoreArray } from './vectors';

/** log2 of the groups per chunk: every fourth row makes one, the lanes of a v128. */
const GROUPS_SHIFT: u32 = 2;

/**
 * Returns the greatest peak but `wanted`, where the peak of a group is its greatest score: that many groups, and at
 * least that many rows, are above it unless peaks tie. −∞ with too few groups. Reads every score once, four at a time.
 */
export function scoreBar(wanted: u32): f32 {
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
