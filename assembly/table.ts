// Records of one size, by number, in chunks that never move: an array that doubles is copied, and leaves a hole of its
// size behind.
import { CHUNK_SHIFT, recordAt } from './chunks';
import { allocate, grow, release } from './memory';

export const TABLE_BYTES: i32 = 8;

@unmanaged
export class Table {
  private origins: usize;
  private count: u32;

  /** Address of a record of `bytes`; it holds for good. */
  @inline at(index: u32, bytes: u32): usize {
    return recordAt(this.origins, index, bytes);
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

  /** Gives all of it back. */
  clear(bytes: u32): void {
    const count = this.count;
    for (let chunk: u32 = 0; chunk < count; chunk++) release(this.at(chunk << CHUNK_SHIFT, bytes), bytes << CHUNK_SHIFT);
    // The size that `reach` gave the last time.
    if (count) release(this.origins, 4 << (32 - clz(count - 1)));
    this.origins = 0;
    this.count = 0;
  }
}
