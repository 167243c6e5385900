// The best k of many hits: a binary heap of size k with the worst on top, in O(n · log k). Once k hits are selected,
// most others fail against the top and cost one comparison. One total order: score, then the newer, then stream and
// slot. A slot's number counts only within its stream, so that a reload, which gives the streams other numbers, changes
// no order. Equal scores are frequent: copies of one note, or all texts of one age under a blank prompt.
import { Item } from '../items';
import { grow } from '../memory/allocator';
import { Document } from '../text/documents';

@unmanaged
class Entry {
  score: f64;
  slot: u32;
  /** Fills a v128. */
  padding: u32;
}

const ENTRY_SHIFT: u32 = 4;

@unmanaged
export class Selection {
  /** Number of selected hits. */
  size: u32;
  private capacity: u32;
  private entries: usize;

  @inline private at(index: u32): Entry {
    return changetype<Entry>(this.entries + (index << ENTRY_SHIFT));
  }

  /** Returns the score of the worst selected hit; only while there is one. */
  worstScore(): f64 {
    return this.at(0).score;
  }

  /**
   * Selects the slot unless `limit` better ones are selected. O(1) for a hit worse than all of them, else O(log
   * `limit`).
   */
  offer(slot: u32, score: f64, limit: u32): void {
    if (this.size == limit) {
      if (precedes(score, slot, this.at(0))) this.sink(0, score, slot);
      return;
    }
    // Grows with the hits and not with the limit, which may be 1,000 when ten texts match. The room serves later
    // queries.
    if (this.size == this.capacity) {
      const larger = max<u32>(this.capacity << 1, 16);
      this.entries = grow(this.entries, this.capacity << ENTRY_SHIFT, larger << ENTRY_SHIFT);
      this.capacity = larger;
    }
    // Up from the end, past every parent that is better: a heap with the worst on top.
    let index = this.size++;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!follows(score, slot, this.at(parent))) break;
      this.copy(index, parent);
      index = parent;
    }
    this.put(index, score, slot);
  }

  /**
   * Takes the worst one out; taking out all of them yields the hits from worst to best. A heap is not sorted: this is
   * the sorting half of heapsort (Williams, Algorithm 232, 1964).
   */
  takeWorst(): u32 {
    const slot = this.at(0).slot;
    // The last entry fills the gap at the top. Its place is free now, but its content is still there.
    const last = this.at(--this.size);
    if (this.size) this.sink(0, last.score, last.slot);
    return slot;
  }

  /**
   * Puts the hit into the gap at `index` or, as long as a child is worse, into a gap further down: each level costs one
   * copy instead of a swap.
   */
  private sink(index: u32, score: f64, slot: u32): void {
    const size = this.size;
    while (true) {
      let child = (index << 1) + 1;
      if (child >= size) break;
      // The worse of the two children.
      if (child + 1 < size) {
        const other = this.at(child + 1);
        if (follows(other.score, other.slot, this.at(child))) child++;
      }
      if (!precedes(score, slot, this.at(child))) break;
      this.copy(index, child);
      index = child;
    }
    this.put(index, score, slot);
  }

  @inline private copy(to: u32, from: u32): void {
    v128.store(changetype<usize>(this.at(to)), v128.load(changetype<usize>(this.at(from))));
  }

  @inline private put(index: u32, score: f64, slot: u32): void {
    const entry = this.at(index);
    entry.score = score;
    entry.slot = slot;
  }
}

export const SELECTION_BYTES: i32 = offsetof<Selection>();

/**
 * Whether the slot is better than the entry: greater score, newer, lower stream (items, documents, messages), later in
 * its stream. A NaN would be neither better nor worse than anything, and break the heap: `consider` keeps it out.
 */
function precedes(score: f64, slot: u32, entry: Entry): bool {
  if (score != entry.score) return score > entry.score;
  const one = Item.at(slot);
  const other = Item.at(entry.slot);
  if (one.createdAt != other.createdAt) return one.createdAt > other.createdAt;
  const stream = Document.at(slot).stream;
  const otherStream = Document.at(entry.slot).stream;
  return stream != otherStream ? stream < otherStream : slot > entry.slot;
}

/** Whether the slot is worse than the entry; no slot is worse than itself. */
@inline
function follows(score: f64, slot: u32, entry: Entry): bool {
  return slot != entry.slot && !precedes(score, slot, entry);
}
