// The items that time removes outright: a heap of hard-expiry moments over everything in the store that is not pinned.
// Only lists them; removing is the owner's decision.
import { hardExpiry } from './classes';
import { Heap, HEAP_BYTES } from './heap';
import { Item, LIVE, PINNED, SCOPE } from './items';
import { io } from './memory';

const expiring = changetype<Heap>(memory.data(HEAP_BYTES));

export function growExpiry(slot: u32): void {
  expiring.reach(slot);
}

export function watchExpiry(slot: u32): void {
  expiring.remove(slot);
  const item = Item.at(slot);
  const moment = hardExpiry(item);
  if ((item.flags & (LIVE | PINNED | SCOPE)) == LIVE && moment < Infinity) expiring.push(slot, 0, moment);
}

export function isHardExpired(item: Item, now: f64): bool {
  return !(item.flags & (PINNED | SCOPE)) && now > hardExpiry(item);
}

/**
 * Writes the slots of all hard-expired items to the I/O region, in no order, and returns their number.
 * The list of found heap indices is its own work queue: a child can only be expired if its parent is.
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
  for (let next: u32 = 0; next < found; next++) {
    const entry = list + (next << 2);
    store<u32>(entry, expiring.at(load<u32>(entry)).slot);
  }
  return found;
}
