// Lists of (id, frequency) pairs: the forward index of a text holds (term, frequency), a posting list (slot,
// frequency). Nearly all frequencies are small, so a pair takes one u32, the id above the frequency. A frequency of 0
// there is an escape: the frequency does not fit into a byte, and the next u32 holds it. Gaps of ids in variable bytes
// would be smaller, but need lists in order, and every query would decode them.
import { allocate, blockBytes, release } from '../memory/allocator';

/** The frequency takes the low byte, so one byte load reads it. */
const ID_SHIFT: u32 = 8;
const LARGEST_SMALL: u32 = 255;

/** Returns a term index or a slot. */
@inline
export function idAt(pair: usize): u32 {
  return load<u32>(pair) >> ID_SHIFT;
}

/** Returns the frequency, at least 1. */
@inline
export function frequencyAt(pair: usize): u32 {
  const small = load<u8>(pair);
  return small ? small : load<u32>(pair, 4);
}

/** Returns the next pair. Lists can only be read forwards: backwards, an escaped frequency would look like a pair. */
@inline
export function nextPair(pair: usize): usize {
  return pair + (load<u8>(pair) ? 4 : 8);
}

/** Returns the bytes of a pair with this frequency. */
@inline
export function pairBytes(frequency: u32): u32 {
  return frequency <= LARGEST_SMALL ? 4 : 8;
}

/** Returns the address after the pair. 24 bits suffice for the id: 1 GB cannot hold more slots, or terms. */
export function writePair(pair: usize, id: u32, frequency: u32): usize {
  if (frequency <= LARGEST_SMALL) {
    store<u32>(pair, (id << ID_SHIFT) | frequency);
    return pair + 4;
  }
  store<u32>(pair, id << ID_SHIFT);
  store<u32>(pair, frequency, 4);
  return pair + 8;
}

/** Moves a list to the block of its new size, unless that block has the same size; address 0 = no list yet. */
export function resize(list: usize, from: u32, to: u32): usize {
  if (list && blockBytes(from) == blockBytes(to)) return list;
  const moved = allocate(to);
  memory.copy(moved, list, min(from, to));
  if (list) release(list, from);
  return moved;
}
