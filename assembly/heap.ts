// An indexed 4-ary min-heap over slots, ordered by (victim class, key, slot): a total order, so that two
// histories with the same content pop in the same order. Holds at most one entry per slot.
import { Table, TABLE_BYTES } from './table';

@unmanaged
export class Entry {
  key: f64;
  slot: u32;
  victimClass: u32;

  @inline precedes(other: Entry): bool {
    if (this.victimClass != other.victimClass) return this.victimClass < other.victimClass;
    if (this.key != other.key) return this.key < other.key;
    return this.slot < other.slot;
  }

  @inline copyFrom(other: Entry): void {
    v128.store(changetype<usize>(this), v128.load(changetype<usize>(other)));
  }
}

const ENTRY_BYTES: u32 = 16;
const ARITY_SHIFT: u32 = 2;

/** The entry on its way through a heap; sifting never nests, so one is enough. */
const moving = changetype<Entry>(memory.data(16));

/** Its size, then two tables. */
export const HEAP_BYTES: i32 = 4 + 2 * TABLE_BYTES;

@unmanaged
export class Heap {
  size: u32;

  private get entries(): Table {
    return changetype<Table>(changetype<usize>(this) + 4);
  }

  /** By slot: index of its entry plus 1; 0 = not in this heap. */
  private get positions(): Table {
    return changetype<Table>(changetype<usize>(this) + 4 + TABLE_BYTES);
  }

  /** Before a slot is asked about. Entries grow on their own, as most heaps hold few of the slots. */
  reach(slot: u32): void {
    this.positions.reach(slot, 4);
  }

  /** Index 0 is the smallest; the children of `index` are `4 · index + 1` to `4 · index + 4`. */
  at(index: u32): Entry {
    return changetype<Entry>(this.entries.at(index, ENTRY_BYTES));
  }

  push(slot: u32, victimClass: u32, key: f64): void {
    this.entries.reach(this.size, ENTRY_BYTES);
    moving.key = key;
    moving.slot = slot;
    moving.victimClass = victimClass;
    this.siftUp(this.size++);
  }

  remove(slot: u32): void {
    const position = this.positions.at(slot, 4);
    if (!load<u32>(position)) return;
    const index = load<u32>(position) - 1;
    store<u32>(position, 0);
    const last = --this.size;
    if (index == last) return;
    moving.copyFrom(this.at(last));
    if (index > 0 && moving.precedes(this.at((index - 1) >> ARITY_SHIFT))) this.siftUp(index);
    else this.siftDown(index);
  }

  private siftUp(index: u32): void {
    while (index > 0) {
      const parent = (index - 1) >> ARITY_SHIFT;
      const entry = this.at(parent);
      if (!moving.precedes(entry)) break;
      this.place(index, entry);
      index = parent;
    }
    this.place(index, moving);
  }

  private siftDown(index: u32): void {
    while (true) {
      const firstChild = (index << ARITY_SHIFT) + 1;
      if (firstChild >= this.size) break;
      const end = min(firstChild + (1 << ARITY_SHIFT), this.size);
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

  @inline private place(index: u32, entry: Entry): void {
    this.at(index).copyFrom(entry);
    store<u32>(this.positions.at(entry.slot, 4), index + 1);
  }
}
