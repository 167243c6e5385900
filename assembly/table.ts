// Records of one size, by number, in chunks that never move: an array that doubles is copied, and leaves a hole of its
// size behind.
import { allocate, grow } from './memory';

/** Large enough that what is read in order of arrival mostly lies in a row. */
const CHUNK_SHIFT: u32 = 8;
/** Records of a chunk, one after the other. */
export const CHUNK: u32 = 1 << CHUNK_SHIFT;

export const TABLE_BYTES: i32 = 8;

@unmanaged
export class Table {
  /** For each chunk where record 0 would be if the table were one piece; it may lie before address 0, and wraps back. */
  private origins: usize;
  private count: u32;

  /** Address of a record of `bytes`; it holds for good. */
  @inline at(index: u32, bytes: u32): usize {
    return load<usize>(this.origins + ((index >> CHUNK_SHIFT) << 2)) + index * bytes;
  }

  /** Makes sure that there is the record, which comes next or is known; new ones are zero. */
  reach(index: u32, bytes: u32): void {
    const count = this.count;
    if (index >> CHUNK_SHIFT < count) return;
    if (!(count & (count - 1))) this.origins = grow(this.origins, count << 2, max(count << 1, 1) << 2);
    const chunk = allocate(bytes << CHUNK_SHIFT);
    memory.fill(chunk, 0, bytes << CHUNK_SHIFT);
    store<usize>(this.origins + (count << 2), chunk - (count << CHUNK_SHIFT) * bytes);
    this.count = count + 1;
  }
}
