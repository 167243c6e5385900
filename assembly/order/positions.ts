// Positions in the queue of live slots, oldest first: a Fenwick tree (Fenwick, "A New Data Structure for Cumulative
// Frequency Tables", 1994), so that slot → position and position → slot both cost O(log n).
// Node i, counted from 1, holds the number of live slots among the `i & −i` slots that end at slot i − 1.
import { grow } from '../memory/allocator';

let tree: usize = 0;
/** Nodes; a power of two. */
let size: u32 = 0;
let live: u32 = 0;

/** Doubles the tree if it is too small. Among the new nodes only the last one, the root, spans old slots. */
export function growPositions(slot: u32): void {
  if (slot < size) return;
  const larger = max(size << 1, 64);
  tree = grow(tree, size << 2, larger << 2);
  size = larger;
  store<u32>(node(larger), live);
}

/** Returns the number of slots of the store that are not dead. */
export function liveCount(): u32 {
  return live;
}

/** Counts a slot: `change` is +1 when it comes alive, −1 when it dies. */
export function countSlot(slot: u32, change: i32): void {
  live += change;
  // i + (i & −i) is the next node whose range holds the slot.
  for (let i = slot + 1; i <= size; i += i & (0 - i)) store<u32>(node(i), load<u32>(node(i)) + change);
}

/** Returns the number of live slots before this one; 0 = oldest. */
export function position(slot: u32): u32 {
  let before: u32 = 0;
  // i & (i − 1) drops the lowest bit: the node just before the range of node i.
  for (let i = slot; i > 0; i &= i - 1) before += load<u32>(node(i));
  return before;
}

/**
 * Returns the live slot at a position, or −1, by a binary descent that skips every node whose slots all come before it.
 */
export function slotAt(position: u32): i32 {
  if (position >= live) return -1;
  let slot: u32 = 0;
  for (let stride = size; stride > 0; stride >>= 1) {
    const next = slot + stride;
    if (next > size) continue;
    const count = load<u32>(node(next));
    if (count > position) continue;
    position -= count;
    slot = next;
  }
  return slot;
}

function node(i: u32): usize {
  return tree + ((i - 1) << 2);
}
