// The order in which items are evicted, kept so that the first victim costs O(log n) at any moment.
//
// While an item decays, log2(importance · 2^(−λ·(now − createdAt))) = log2(importance) + λ·createdAt − λ·now.
// The last term is the same for all, so the rest is a key that time does not touch. On the floor the
// logarithm is log2(importance) + log2(φ), again a fixed key, but one that decaying items keep crossing:
// a single heap would go wrong. So there are two, compared at their tops only, and queues of the moments
// at which an item changes its class or reaches the floor.
import { isFloored, nextStepChange, nextTimeChange, victimClass } from './classes';
import { log2Importance } from './decay';
import { Heap, HEAP_BYTES } from './heap';
import { Item, LIVE, PINNED, SCOPE, slots } from './items';
import { decayRate, log2DecayFloor, orderedByPriority } from './settings';

const decaying = changetype<Heap>(memory.data(HEAP_BYTES));
const floored = changetype<Heap>(memory.data(HEAP_BYTES));
const dueByTime = changetype<Heap>(memory.data(HEAP_BYTES));
const dueByStep = changetype<Heap>(memory.data(HEAP_BYTES));

/** The moment for which every linked item is filed. Before the first question everything is still to come. */
let filedNow: f64 = -Infinity;
let filedStep: f64 = -Infinity;

export function growEviction(slot: u32): void {
  decaying.reach(slot);
  floored.reach(slot);
  dueByTime.reach(slot);
  dueByStep.reach(slot);
}

/** Files the item for the current moment, whatever it was before; pinned and dead slots and those outside the store are in no order. */
export function link(slot: u32): void {
  unlink(slot);
  const item = Item.at(slot);
  if ((item.flags & (LIVE | PINNED | SCOPE)) != LIVE) return;
  const itemClass = victimClass(item, filedNow, filedStep);
  if (isFloored(item, filedNow)) floored.push(slot, itemClass, log2Importance(item));
  else decaying.push(slot, itemClass, decayingKey(item));
  const time = nextTimeChange(item, filedNow);
  if (time < Infinity) dueByTime.push(slot, 0, time);
  const step = nextStepChange(item, filedStep);
  if (step < Infinity) dueByStep.push(slot, 0, step);
}

export function unlink(slot: u32): void {
  decaying.remove(slot);
  floored.remove(slot);
  dueByTime.remove(slot);
  dueByStep.remove(slot);
}

/** Moves to a moment. Forward only what is due is filed anew, backward everything: O(n log n), but rare. */
export function advance(now: f64, step: f64): void {
  const rewound = now < filedNow || step < filedStep;
  filedNow = now;
  filedStep = step;
  if (rewound) {
    for (let slot: u32 = 0, end = slots(); slot < end; slot++) link(slot);
    return;
  }
  while (dueByTime.size && dueByTime.at(0).key < now) link(dueByTime.at(0).slot);
  while (dueByStep.size && dueByStep.at(0).key < step) link(dueByStep.at(0).slot);
}

/** The first victim at this moment, or −1. */
export function top(now: f64, step: f64): i32 {
  advance(now, step);
  if (!floored.size) return decaying.size ? decaying.at(0).slot : -1;
  const worn = floored.at(0);
  if (!decaying.size) return worn.slot;
  const fresh = decaying.at(0);
  if (fresh.victimClass != worn.victimClass) {
    return fresh.victimClass < worn.victimClass ? fresh.slot : worn.slot;
  }
  const freshPriority = fresh.key - decayRate * now;
  const wornPriority = worn.key + log2DecayFloor;
  if (freshPriority == wornPriority) return min(fresh.slot, worn.slot);
  return freshPriority < wornPriority ? fresh.slot : worn.slot;
}

/** Without the priority key all keys are equal, and order of arrival decides. */
function decayingKey(item: Item): f64 {
  return orderedByPriority ? log2Importance(item) + decayRate * item.createdAt : 0;
}
