// What JavaScript can call. Keeps the table, the indexes and the orders in step with each other.
// A slot that the caller could not know of is a defect there, and a raw pointer here: it traps.
import { victimClass } from './classes';
import { decay, priorityOf } from './decay';
import { index as indexText, moveDocument, unindex } from './documents';
import { growEviction, link as linkSlot, unlink as unlinkSlot } from './eviction';
import { growExpiry, watchExpiry } from './expiry';
import { appendItem, dropLastItem, FORGOTTEN, INDEXED, Item, LIVE, PINNED, SCOPE, SCOPE_SHIFT, slots } from './items';
import { laneOf, linkPassage, movePassage, Passage, place, setLane, unlinkPassage } from './lanes';
import { countSlot, growPositions, position as positionOf } from './positions';
import { dropVector, setVector as storeVector } from './vectors';

export { decay, slots };
export { scanCodes } from './codes';
export { advance, top } from './eviction';
export { expired } from './expiry';
export { io } from './memory';
export { liveCount, slotAt } from './positions';
export { rank } from './ranking';
export { configure } from './settings';
export { dropVectors, prepareVector, rowCount as vectors } from './vectors';

/** `flags` may hold PINNED, FORGOTTEN, QUESTION and a scope. Slots count up from 0 and are never reused. */
export function add(
  importance: f64,
  createdAt: f64,
  step: f64,
  tokens: u32,
  flags: u32,
  session: u32,
  group: u32,
  speaker: u32,
): u32 {
  const slot = appendItem(importance, createdAt, step, tokens, flags);
  growPositions(slot);
  growEviction(slot);
  growExpiry(slot);
  place(slot, session, group, speaker);
  if (!(flags & SCOPE)) countSlot(slot, 1);
  linkSlot(slot);
  watchExpiry(slot);
  return slot;
}

export function remove(slot: u32): void {
  const item = liveItem(slot);
  unindex(slot);
  dropVector(item);
  if (!(item.flags & SCOPE)) countSlot(slot, -1);
  item.flags = 0;
  unlinkSlot(slot);
  watchExpiry(slot);
}

/** Takes back the newest slot as if it had never been added; for newcomers on trial. */
export function dropLast(slot: u32): void {
  if (slot + 1 != slots()) unreachable();
  remove(slot);
  dropLastItem();
}

export function setImportance(slot: u32, importance: f64): void {
  liveItem(slot).importance = importance;
  linkSlot(slot);
}

export function setFlags(slot: u32, flags: u32): void {
  const item = liveItem(slot);
  const former = (item.flags & SCOPE) >> SCOPE_SHIFT;
  const scope = (flags & SCOPE) >> SCOPE_SHIFT;
  const isIndexed = (item.flags & INDEXED) != 0;
  const staysInLane = laneOf(former) == laneOf(scope);
  const length = Passage.at(slot).length;
  if (isIndexed && former != scope) {
    moveDocument(item, scope);
    if (staysInLane) movePassage(slot, scope);
    else unlinkPassage(slot);
  }
  const wasOutside = (item.flags & SCOPE) != 0;
  const isOutside = (flags & SCOPE) != 0;
  item.flags = (item.flags & ~(PINNED | FORGOTTEN | SCOPE)) | flags;
  if (!staysInLane) setLane(slot, scope);
  if (isIndexed && !staysInLane) linkPassage(slot, length);
  if (wasOutside != isOutside) countSlot(slot, wasOutside ? 1 : -1);
  linkSlot(slot);
  watchExpiry(slot);
}

export function link(slot: u32): void {
  knownItem(slot);
  linkSlot(slot);
}

export function unlink(slot: u32): void {
  knownItem(slot);
  unlinkSlot(slot);
}

export function index(slot: u32, count: u32): void {
  liveItem(slot);
  indexText(slot, count);
}

export function setVector(slot: u32, length: u32): u32 {
  liveItem(slot);
  return storeVector(slot, length);
}

export function tokens(slot: u32): u32 {
  return knownItem(slot).tokens;
}

export function priority(slot: u32, now: f64): f64 {
  return priorityOf(knownItem(slot), now);
}

export function classOf(slot: u32, now: f64, step: f64): u32 {
  return victimClass(knownItem(slot), now, step);
}

export function position(slot: u32): u32 {
  knownItem(slot);
  return positionOf(slot);
}

function knownItem(slot: u32): Item {
  if (slot >= slots()) unreachable();
  return Item.at(slot);
}

function liveItem(slot: u32): Item {
  const item = knownItem(slot);
  if (!(item.flags & LIVE)) unreachable();
  return item;
}
