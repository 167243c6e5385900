// Lists of (id, frequency) pairs: what a text holds, and who holds a term. Nearly all frequencies are small, so a pair is
// one u32, the id above the frequency; where that is 0, the frequency is too large for a byte and stands in the next u32.
import { allocate, blockBytes, release } from './memory';

const ID_SHIFT: u32 = 8;
const LARGEST_SMALL: u32 = 255;

@inline
export function idAt(pair: usize): u32 {
  return load<u32>(pair) >> ID_SHIFT;
}

@inline
export function frequencyAt(pair: usize): u32 {
  const small = load<u8>(pair);
  return small ? small : load<u32>(pair, 4);
}

@inline
export function nextPair(pair: usize): usize {
  return pair + (load<u8>(pair) ? 4 : 8);
}

@inline
export function pairBytes(frequency: u32): u32 {
  return frequency <= LARGEST_SMALL ? 4 : 8;
}

/** Returns the address behind it. No id is too large: the memory ends before there are so many slots, or terms. */
export function writePair(pair: usize, id: u32, frequency: u32): usize {
  if (frequency <= LARGEST_SMALL) {
    store<u32>(pair, (id << ID_SHIFT) | frequency);
    return pair + 4;
  }
  store<u32>(pair, id << ID_SHIFT);
  store<u32>(pair, frequency, 4);
  return pair + 8;
}

/** Moves a list to the smallest block that holds it, if that is another one; at address 0 there is none yet. */
export function resize(list: usize, from: u32, to: u32): usize {
  if (list && blockBytes(from) == blockBytes(to)) return list;
  const moved = allocate(to);
  memory.copy(moved, list, min(from, to));
  if (list) release(list, from);
  return moved;
}
