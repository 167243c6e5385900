// Addresses of fixed-size records in chunks that never move. Each chunk has an origin: the address that record 0 would
// have if all records up to this chunk were contiguous with it. So the address of record `index` is `origin + index ·
// bytes`, without a subtraction. An origin may lie below address 0; the sum wraps back. Adjacent chunks have the same
// origin.

/** 256 records: enough for sequential reads to stay mostly sequential in memory. */
export const CHUNK_SHIFT: u32 = 8;
/** Records per chunk. */
export const CHUNK: u32 = 1 << CHUNK_SHIFT;

@inline
export function recordAt(origins: usize, index: u32, bytes: u32): usize {
  return load<usize>(origins + ((index >> CHUNK_SHIFT) << 2)) + index * bytes;
}

/** Returns the first record after `first` that is not contiguous with it, or `end`. */
export function pieceEnd(origins: usize, first: u32, end: u32): u32 {
  const origin = recordAt(origins, first, 0);
  let next = first;
  do next = (next & ~(CHUNK - 1)) + CHUNK;
  while (next < end && recordAt(origins, next, 0) == origin);
  return min(next, end);
}
