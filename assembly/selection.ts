// The best of many, in one total order: score, then the newer one, then lane and slot. A small heap with the worst on
// top. Nothing in the order depends on when a slot was given out in another lane, so that a reload changes no order.
import { Item } from './items';
import { Passage } from './lanes';
import { grow } from './memory';

let entries: usize = 0;
let capacity: u32 = 0;
let size: u32 = 0;

@unmanaged
class Entry {
  score: f64;
  slot: u32;
  padding: u32;

  @inline static at(index: u32): Entry {
    return changetype<Entry>(entries + (index << 4));
  }
}

export function selected(): u32 {
  return size;
}

/** Score of the worst of the selection. */
export function worstScore(): f64 {
  return Entry.at(0).score;
}

/** Takes the slot in unless `limit` better ones are there. */
export function offer(slot: u32, score: f64, limit: u32): void {
  if (size == limit) {
    if (!precedes(score, slot, Entry.at(0))) return;
    sink(0, score, slot);
    return;
  }
  if (size == capacity) {
    const larger = max<u32>(capacity << 1, 16);
    entries = grow(entries, capacity << 4, larger << 4);
    capacity = larger;
  }
  let index = size++;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!follows(score, slot, Entry.at(parent))) break;
    copy(index, parent);
    index = parent;
  }
  put(index, score, slot);
}

/** Takes the worst out. */
export function takeWorst(): u32 {
  const slot = Entry.at(0).slot;
  const last = Entry.at(--size);
  if (size) sink(0, last.score, last.slot);
  return slot;
}

function sink(index: u32, score: f64, slot: u32): void {
  while (true) {
    let child = (index << 1) + 1;
    if (child >= size) break;
    if (child + 1 < size) {
      const other = Entry.at(child + 1);
      if (follows(other.score, other.slot, Entry.at(child))) child++;
    }
    if (!precedes(score, slot, Entry.at(child))) break;
    copy(index, child);
    index = child;
  }
  put(index, score, slot);
}

/** Better than the entry. */
function precedes(score: f64, slot: u32, entry: Entry): bool {
  if (score != entry.score) return score > entry.score;
  const one = Item.at(slot);
  const other = Item.at(entry.slot);
  if (one.createdAt != other.createdAt) return one.createdAt > other.createdAt;
  const lane = Passage.at(slot).lane;
  const otherLane = Passage.at(entry.slot).lane;
  return lane != otherLane ? lane < otherLane : slot > entry.slot;
}

@inline
function follows(score: f64, slot: u32, entry: Entry): bool {
  return slot != entry.slot && !precedes(score, slot, entry);
}

@inline
function copy(to: u32, from: u32): void {
  v128.store(changetype<usize>(Entry.at(to)), v128.load(changetype<usize>(Entry.at(from))));
}

@inline
function put(index: u32, score: f64, slot: u32): void {
  const entry = Entry.at(index);
  entry.score = score;
  entry.slot = slot;
}
