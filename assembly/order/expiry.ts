// Hard expiry: a heap of the moments at which unpinned items of the store pass their hard TTL. Only lists the expired
// ones; the caller moves them to another scope.
import { Item, LIVE, PINNED, SCOPE } from '../items';
import { io } from '../memory/allocator';
import { Heap, HEAP_BYTES } from './indexed-heap';

const expiring = changetype<Heap>(memory.data(HEAP_BYTES));

export function growExpiry(slot: u32): void {
  expiring.reach(slot);
}

/** Files the slot under its moment of expiry, or removes it if it has none. */
export function watchExpiry(slot: u32): void {
  expiring.remove(slot);
  const item = Item.at(slot);
  if ((item.flags & (LIVE | PINNED | SCOPE)) != LIVE || item.expiresAt == Infinity) return;
  expiring.push(slot, 0, item.expiresAt);
}

/**
 * Writes the slots of all hard-expired items to the I/O region, in no order, and returns their number. Walks
 * breadth-first from the root: in a min-heap a child can be expired only if its parent is, so the list of heap indexes
 * found so far is also the work queue. O(answer).
 */
export function expired(now: f64): u32 {
  const list = io(expiring.size << 2);
  let found: u32 = 0;
  if (expiring.size && expiring.at(0).key < now) store<u32>(list + (found++ << 2), 0);
  for (let next: u32 = 0; next < found; next++) {
    const firstChild = (load<u32>(list + (next << 2)) << 2) + 1;
    const end = min(firstChild + 4, expiring.size);
    for (let child = firstChild; child < end; child++) {
      if (expiring.at(child).key < now) store<u32>(list + (found++ << 2), child);
    }
  }
  // In place: heap indexes become slots.
  for (let next: u32 = 0; next < found; next++) {
    const entry = list + (next << 2);
    store<u32>(entry, expiring.at(load<u32>(entry)).slot);
  }
  return found;
}
