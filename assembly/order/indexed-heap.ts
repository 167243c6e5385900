// An indexed d-ary min-heap (Johnson, "Priority queues with update and finding minimum spanning trees", 1975) over
// slots: an array of positions finds any slot's entry in O(1), so it can leave the heap in O(log n). With d = 4 the
// tree is half as deep as a binary one, and the children of a node are adjacent.
//
// Ordered by (victim class, key, slot). That is a total order, so two histories that end in the same content pop in the
// same order. Each slot has at most one entry.
import { Table, TABLE_BYTES } from '../memory/table';

@unmanaged
export class Entry {
  /** Order within a victim class: smaller first. */
  key: f64;
  slot: u32;
  victimClass: u32;

  @inline precedes(other: Entry): bool {
    if (this.victimClass != other.victimClass) return this.victimClass < other.victimClass;
    if (this.key != other.key) return this.key < other.key;
    return this.slot < other.slot;
  }

  /** Copies in one move: an entry is as large as a v128. */
  @inline copyFrom(other: Entry): void {
    v128.store(changetype<usize>(this), v128.load(changetype<usize>(other)));
  }
}

/** The size of a v128. */
const ENTRY_BYTES: u32 = 16;
/** d = 4 children. */
const ARITY_SHIFT: u32 = 2;

/** The entry that `push` or `remove` sifts, outside of the array: each level then costs one copy, not a swap. */
const scratch = changetype<Entry>(memory.data(16));

/** The size and the two tables. */
export const HEAP_BYTES: i32 = 4 + 2 * TABLE_BYTES;

@unmanaged
export class Heap {
  size: u32;

  private get entries(): Table {
    return changetype<Table>(changetype<usize>(this) + 4);
  }

  /** Index of each slot's entry plus 1; 0 = not in this heap. */
  private get positions(): Table {
    return changetype<Table>(changetype<usize>(this) + 4 + TABLE_BYTES);
  }

  /** Makes room for the slot, before any other call about it. Entries grow separately, as most heaps hold few slots. */
  reach(slot: u32): void {
    this.positions.reach(slot, 4);
  }

  /** Returns an entry. Index 0 is the smallest; the children of `index` are `4 · index + 1` to `4 · index + 4`. */
  at(index: u32): Entry {
    return changetype<Entry>(this.entries.at(index, ENTRY_BYTES));
  }

  push(slot: u32, victimClass: u32, key: f64): void {
    this.entries.reach(this.size, ENTRY_BYTES);
    scratch.key = key;
    scratch.slot = slot;
    scratch.victimClass = victimClass;
    this.siftUp(this.size++, scratch);
  }

  /** Removes the slot's entry, if it has one. */
  remove(slot: u32): void {
    const position = this.positions.at(slot, 4);
    if (!load<u32>(position)) return;
    const index = load<u32>(position) - 1;
    store<u32>(position, 0);
    const last = --this.size;
    if (index == last) return;
    // The last entry fills the gap. It comes from another subtree, so it may have to move either way.
    scratch.copyFrom(this.at(last));
    if (index > 0 && scratch.precedes(this.at((index - 1) >> ARITY_SHIFT))) this.siftUp(index, scratch);
    else this.siftDown(index, scratch);
  }

  /** Puts the entry into the gap at `index` or, as long as a parent is larger, into a gap further up. */
  private siftUp(index: u32, moving: Entry): void {
    while (index > 0) {
      const parent = (index - 1) >> ARITY_SHIFT;
      const entry = this.at(parent);
      if (!moving.precedes(entry)) break;
      this.place(index, entry);
      index = parent;
    }
    this.place(index, moving);
  }

  /**
   * Sifts downwards: the smallest child moves up while it is smaller than the entry. Each of the log₄ n levels costs
   * four comparisons: as many in all as with two children per node, in half as many places of memory.
   */
  private siftDown(index: u32, moving: Entry): void {
    while (true) {
      const firstChild = (index << ARITY_SHIFT) + 1;
      if (firstChild >= this.size) break;
      const end = min(firstChild + (1 << ARITY_SHIFT), this.size);
      // Four adjacent children: finding the least reads 64 bytes in a row.
      let least = firstChild;
      for (let child = firstChild + 1; child < end; child++) {
        if (this.at(child).precedes(this.at(least))) least = child;
      }
      const entry = this.at(least);
      if (!entry.precedes(moving)) break;
      this.place(index, entry);
      index = least;
    }
    this.place(index, moving);
  }

  /** Writes the entry and its position: every move of an entry goes through here. */
  @inline private place(index: u32, entry: Entry): void {
    this.at(index).copyFrom(entry);
    store<u32>(this.positions.at(entry.slot, 4), index + 1);
  }
}
