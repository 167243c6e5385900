// Cuts the reading, the writing and the import of a bundle into slices, so that a page stays responsive. Pure: work
// pauses by yielding, and its caller decides when it continues.

/** Work that yields after each slice and returns its result. */
export type Sliced<Result> = Generator<undefined, Result, undefined>;

/** Units of one slice; a byte or UTF-16 unit counts as one. */
const SLICE = 262_144;
/** Cost of a record besides its length: an unreadable one takes as long as 500 characters of text. */
const RECORD = 512;

export class SliceMeter {
  #units = 0;

  /** Counts bytes or UTF-16 units; true when the slice is full. */
  isFullAfter(length: number): boolean {
    this.#units += length;
    if (this.#units < SLICE) return false;
    this.#units = 0;
    return true;
  }

  /** Counts a record of this many UTF-16 units; true when the slice is full. */
  isFullAfterRecord(length: number): boolean {
    return this.isFullAfter(RECORD + length);
  }

  /** Counts a pass over this many records; true when the slice is full. */
  isFullAfterPass(records: number): boolean {
    return this.isFullAfter(RECORD * records);
  }
}
