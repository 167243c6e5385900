// A growing table of fixed-size records, by number. Its chunks never move: doubling an array would copy it and leave a
// hole of its former size.
import { allocate, grow, release } from './allocator';
import { CHUNK_SHIFT, pieceEnd, recordAt } from './chunks';

/** Most chunks allocated side by side. Beyond a few MB a scan no longer notices the seams. */
const MOST_TOGETHER: u32 = 16;
/** Records below this size get one chunk at a time: no scan streams them, so larger pieces only reserve memory. */
const FEWEST_BYTES: u32 = 128;

export const TABLE_BYTES: i32 = 8;

@unmanaged
export class Table {
  /** Address of the origins (chunks.ts), one per chunk. */
  private origins: usize;
  /** Number of chunks. */
  private count: u32;

  /** Returns the address of a record of `bytes`; it never changes. */
  @inline at(index: u32, bytes: u32): usize {
    return recordAt(this.origins, index, bytes);
  }

  @inline pieceEnd(first: u32, end: u32): u32 {
    return pieceEnd(this.origins, first, end);
  }

  /** Ensures that the record exists. `index` is a known record or the next one; new records are zero. */
  reach(index: u32, bytes: u32): void {
    const count = this.count;
    if (index >> CHUNK_SHIFT < count) return;
    // The array of origins doubles whenever the number of chunks reaches a power of two.
    if (!(count & (count - 1))) this.origins = grow(this.origins, count << 2, max(count << 1, 1) << 2);
    const together = chunksTogether(count, bytes);
    const place = this.origins + (count << 2);
    const before = (count << CHUNK_SHIFT) * bytes;
    const isFirst = !(count & (together - 1));
    store<usize>(place, isFirst ? allocate((bytes << CHUNK_SHIFT) * together) - before : load<usize>(place - 4));
    memory.fill(load<usize>(place) + before, 0, bytes << CHUNK_SHIFT);
    this.count = count + 1;
  }

  /** Releases every chunk. */
  clear(bytes: u32): void {
    const count = this.count;
    for (let chunk: u32 = 0; chunk < count;) {
      const together = chunksTogether(chunk, bytes);
      release(this.at(chunk << CHUNK_SHIFT, bytes), (bytes << CHUNK_SHIFT) * together);
      chunk += together;
    }
    // The size that `reach` requested last: the next power of two.
    if (count) release(this.origins, 4 << (32 - clz(count - 1)));
    this.origins = 0;
    this.count = 0;
  }
}

/** Returns the chunks to allocate side by side after `count`: as many again, rounded down to a power of two. */
function chunksTogether(count: u32, bytes: u32): u32 {
  return bytes < FEWEST_BYTES ? 1 : min(MOST_TOGETHER, 1 << (31 - clz(count | 1)));
}
