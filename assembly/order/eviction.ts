// The eviction order: the first victim at any moment costs O(log n).
//
// While an item decays, log2(importance · 2^(−λ·(now − createdAt))) = log2(importance) + λ·createdAt − λ·now.
// The last term is the same for all items, so the rest is a key that time does not change. On the floor φ the logarithm
// is log2(importance) + log2(φ), and before its own time, while its age is 0, log2(importance): again fixed keys, but
// items cross from one to the next, so one heap could not hold them all. There are three heaps, compared only at their
// tops, and two queues of the moments at which an item changes its victim class or its heap.
import { Item, LIVE, PINNED, SCOPE, slots } from '../items';
import { decayRate, log2DecayFloor, orderedByPriority } from '../settings';
import { log2Importance } from './decay';
import { Heap, HEAP_BYTES } from './indexed-heap';
import { isAhead, isFloored, nextStepChange, nextTimeChange, victimClass } from './victim-classes';

/** Items dated in the future: created under a clock that was ahead. */
const ahead = changetype<Heap>(memory.data(HEAP_BYTES));
const decaying = changetype<Heap>(memory.data(HEAP_BYTES));
const floored = changetype<Heap>(memory.data(HEAP_BYTES));
const dueByTime = changetype<Heap>(memory.data(HEAP_BYTES));
const dueByStep = changetype<Heap>(memory.data(HEAP_BYTES));

/** The moment for which every linked item is filed. Before the first `advance` everything lies in the future. */
let filedNow: f64 = -Infinity;
let filedStep: f64 = -Infinity;

export function growEviction(slot: u32): void {
  ahead.reach(slot);
  decaying.reach(slot);
  floored.reach(slot);
  dueByTime.reach(slot);
  dueByStep.reach(slot);
}

/**
 * Files the item for the current moment, again if it was filed. Does not file pinned and dead slots and other scopes.
 */
export function link(slot: u32): void {
  unlink(slot);
  const item = Item.at(slot);
  if ((item.flags & (LIVE | PINNED | SCOPE)) != LIVE) return;
  const itemClass = victimClass(item, filedNow, filedStep);
  if (isFloored(item, filedNow)) floored.push(slot, itemClass, log2Importance(item));
  else if (isAhead(item, filedNow)) ahead.push(slot, itemClass, log2Importance(item));
  else decaying.push(slot, itemClass, decayingKey(item));
  const time = nextTimeChange(item, filedNow);
  if (time < Infinity) dueByTime.push(slot, 0, time);
  const step = nextStepChange(item, filedStep);
  if (step < Infinity) dueByStep.push(slot, 0, step);
}

/** Removes the slot from all five heaps: which of them hold it depends on the moment for which it was filed. */
export function unlink(slot: u32): void {
  ahead.remove(slot);
  decaying.remove(slot);
  floored.remove(slot);
  dueByTime.remove(slot);
  dueByStep.remove(slot);
}

/**
 * Moves the order to a moment. Going forward files only the items that are due; going back files all of them, in
 * O(n log n), but clocks rarely go back.
 */
export function advance(now: f64, step: f64): void {
  const rewound = now < filedNow || step < filedStep;
  filedNow = now;
  filedStep = step;
  if (rewound) {
    for (let slot: u32 = 0, end = slots(); slot < end; slot++) link(slot);
    return;
  }
  // Strictly before, as limits are passed: `link` files the slot for this moment or a later one, so the loops end.
  while (dueByTime.size && dueByTime.at(0).key < now) link(dueByTime.at(0).slot);
  while (dueByStep.size && dueByStep.at(0).key < step) link(dueByStep.at(0).slot);
}

let bestSlot: i32 = -1;
let bestClass: u32 = 0;
let bestPriority: f64 = 0;

/** Returns the slot that leaves first at the moment of the last `advance`, or −1. Changes nothing. */
export function firstVictim(): i32 {
  bestSlot = -1;
  // The keys become comparable once each regains the term that its heap omits.
  considerTop(decaying, -decayRate * filedNow);
  considerTop(floored, log2DecayFloor);
  considerTop(ahead, 0);
  return bestSlot;
}

/**
 * Compares by class, priority and slot, like each heap: otherwise the result would depend on which heap comes first.
 */
function considerTop(heap: Heap, leftOut: f64): void {
  if (!heap.size) return;
  const top = heap.at(0);
  const priority = top.key + leftOut;
  if (bestSlot >= 0) {
    if (top.victimClass > bestClass) return;
    if (top.victimClass == bestClass) {
      if (priority > bestPriority) return;
      if (priority == bestPriority && <i32>top.slot > bestSlot) return;
    }
  }
  bestSlot = top.slot;
  bestClass = top.victimClass;
  bestPriority = priority;
}

/** Returns the key of a decaying item. With `key: 'fifo'` all keys are equal, so the slot decides: order of arrival. */
function decayingKey(item: Item): f64 {
  return orderedByPriority ? log2Importance(item) + decayRate * item.createdAt : 0;
}
