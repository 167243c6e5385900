// Records of one size, by number, in chunks that never move: an array that doubles is copied, and leaves a hole of its
// size behind.
import { CHUNK_SHIFT, pieceEnd, recordAt } from './chunks';
import { allocate, grow, release } from './memory';

/** From some MB on a scan no longer feels where one piece ends and another begins. */
const MOST_TOGETHER: u32 = 16;
/** Of records that a scan reads one after the other; others would only keep room that nobody needs yet. */
const FEWEST_BYTES: u32 = 128;

export const TABLE_BYTES: i32 = 8;

@unmanaged
export class Table {
  private origins: usize;
  private count: u32;

  /** Address of a record of `bytes`; it holds for good. */
  @inline at(index: u32, bytes: u32): usize {
    return recordAt(this.origins, index, bytes);
  }

  @inline pieceEnd(first: u32, end: u32): u32 {
    return pieceEnd(this.origins, first, end);
  }

  /** Makes sure that there is the record, which comes next or is known; new ones are zero. */
  reach(index: u32, bytes: u32): void {
    const count = this.count;
    if (index >> CHUNK_SHIFT < count) return;
    if (!(count & (count - 1))) this.origins = grow(this.origins, count << 2, max(count << 1, 1) << 2);
    const together = chunksTogether(count, bytes);
    const place = this.origins + (count << 2);
    const before = (count << CHUNK_SHIFT) * bytes;
    const isFirst = !(count & (together - 1));
    store<usize>(place, isFirst ? allocate((bytes << CHUNK_SHIFT) * together) - before : load<usize>(place - 4));
    memory.fill(load<usize>(place) + before, 0, bytes << CHUNK_SHIFT);
    this.count = count + 1;
  }

  /** Gives all of it back. */
  clear(bytes: u32): void {
    const count = this.count;
    for (let chunk: u32 = 0; chunk < count;) {
      const together = chunksTogether(chunk, bytes);
      release(this.at(chunk << CHUNK_SHIFT, bytes), (bytes << CHUNK_SHIFT) * together);
      chunk += together;
    }
    // The size that `reach` gave the last time.
    if (count) release(this.origins, 4 << (32 - clz(count - 1)));
    this.origins = 0;
    this.count = 0;
  }
}

/** How many are allocated side by side where there are `count`, a power of two: up to as many again, and never many. */
function chunksTogether(count: u32, bytes: u32): u32 {
  return bytes < FEWEST_BYTES ? 1 : min(MOST_TOGETHER, 1 << (31 - clz(count | 1)));
}
