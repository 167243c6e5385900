// Where records of one size lie: in chunks that never move. For each chunk an array has the address where record 0 would
// be if all were one piece; it may lie before address 0, and wraps back. Chunks that lie side by side have the same one.

/** Large enough that what is read in order of arrival mostly lies in a row. */
export const CHUNK_SHIFT: u32 = 8;
/** Records of a chunk, one after the other. */
export const CHUNK: u32 = 1 << CHUNK_SHIFT;

@inline
export function recordAt(origins: usize, index: u32, bytes: u32): usize {
  return load<usize>(origins + ((index >> CHUNK_SHIFT) << 2)) + index * bytes;
}

/** The first record from `first` on that does not lie in one piece with it, or `end`. */
export function pieceEnd(origins: usize, first: u32, end: u32): u32 {
  const origin = recordAt(origins, first, 0);
  let next = first;
  do next = (next & ~(CHUNK - 1)) + CHUNK;
  while (next < end && recordAt(origins, next, 0) == origin);
  return min(next, end);
}
