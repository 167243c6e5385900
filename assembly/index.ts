// Exports of the kernel, as src/kernel/exports.ts declares them. Keeps the table of slots, the indexes and the orders
// in step with each other: each of them reads the flags of a slot, so the order of the calls below matters. A slot is a
// raw pointer here, so an unknown one is a defect, and traps: JavaScript then builds a new kernel from its state, while
// a wrong number would spoil every later answer.
import { appendItem, dropLastItem, FORGOTTEN, Item, LIVE, PINNED, SCOPE, SCOPE_SHIFT, slots } from './items';
import { decay, priorityOf } from './order/decay';
import { growEviction, link as linkSlot, unlink as unlinkSlot } from './order/eviction';
import { growExpiry, watchExpiry } from './order/expiry';
import { countSlot, growPositions, position as positionOf } from './order/positions';
import { victimClass } from './order/victim-classes';
import { documentsIn, findTerm, NO_TERM, Term } from './text/dictionary';
import { Document } from './text/documents';
import { index as indexText, moveToScope, unindex } from './text/postings';
import { placeDocument } from './text/streams';
import { dropVector, setVector as storeVector } from './vectors/vectors';

export { decay, slots };
export { io } from './memory/allocator';
export { advance, firstVictim } from './order/eviction';
export { expired } from './order/expiry';
export { liveCount, slotAt } from './order/positions';
export { rank } from './recall/ranking';
export { similar } from './recall/similar';
export { configure } from './settings';
export { dropVectors, prepareVector, rowCount as vectors, scanCodes } from './vectors/vectors';

/**
 * Adds a slot; slots count up from 0 and are never reused. `flags` may hold PINNED, FORGOTTEN, QUESTION, TURN and a scope.
 */
export function add(
  importance: f64,
  createdAt: f64,
  expiresAt: f64,
  step: f64,
  tokens: u32,
  flags: u32,
  session: u32,
  group: u32,
  speaker: u32,
): u32 {
  const slot = appendItem(importance, createdAt, expiresAt, step, tokens, flags);
  // Room first, in every order: filing a slot without it would write outside of a table.
  growPositions(slot);
  growEviction(slot);
  growExpiry(slot);
  placeDocument(slot, session, group, speaker);
  if (!(flags & SCOPE)) countSlot(slot, 1);
  linkSlot(slot);
  watchExpiry(slot);
  return slot;
}

export function remove(slot: u32): void {
  const item = liveItem(slot);
  // While the flags still name the scope from whose counts text and position are taken.
  unindex(slot);
  dropVector(item);
  if (!(item.flags & SCOPE)) countSlot(slot, -1);
  setFlagsOf(slot, item, 0);
  // Without LIVE, `watchExpiry` only takes the slot out. Its number stays dead (docs/decisions/0002).
  unlinkSlot(slot);
  watchExpiry(slot);
}

/**
 * Takes back the newest slot as if it had never been added: for newcomers on trial, which compete with the store before
 * the command that adds them is committed. Only the newest one can go without leaving a gap in the order of arrival.
 */
export function dropLast(slot: u32): void {
  if (slot + 1 != slots()) unreachable();
  remove(slot);
  dropLastItem();
}

/**
 * Sets the importance and files the slot again, as importance is part of the victim class and of the key. Texts and
 * positions do not change.
 */
export function setImportance(slot: u32, importance: f64): void {
  liveItem(slot).importance = importance;
  linkSlot(slot);
}

/**
 * Sets the moment of hard expiry; Infinity = never. The slot keeps its place in the eviction order: the order knows
 * only the soft TTL, and an item past the hard one leaves the store whatever its class.
 */
export function setExpiry(slot: u32, expiresAt: f64): void {
  liveItem(slot).expiresAt = expiresAt;
  watchExpiry(slot);
}

/** Sets the flags: PINNED, FORGOTTEN and a scope. */
export function setFlags(slot: u32, flags: u32): void {
  const item = liveItem(slot);
  const wasOutside = (item.flags & SCOPE) != 0;
  const isOutside = (flags & SCOPE) != 0;
  // Before the flags change: this moves counts away from the scope that they still name.
  moveToScope(slot, (flags & SCOPE) >> SCOPE_SHIFT);
  setFlagsOf(slot, item, (item.flags & ~(PINNED | FORGOTTEN | SCOPE)) | flags);
  // Only the store has positions.
  if (wasOutside != isOutside) countSlot(slot, wasOutside ? 1 : -1);
  linkSlot(slot);
  watchExpiry(slot);
}

/**
 * Files the slot again after `unlink`: a search for several victims takes each one out, and puts all back at its end.
 */
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

/** Returns the number of texts in these scopes, one bit each, that hold the term. */
export function holders(id: u32, scopes: u32): u32 {
  const term = findTerm(id);
  return term == NO_TERM ? 0 : documentsIn(Term.at(term), scopes);
}

/** Returns STORED, NO_DIRECTION or OTHER_DIMENSION (vectors.ts). */
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

/** Sets the flags of the item, and of its document, which has a copy. */
function setFlagsOf(slot: u32, item: Item, flags: u32): void {
  item.flags = flags;
  Document.at(slot).flags = <u8>flags;
}

/** Returns the item; traps on a slot that was never given out. */
function knownItem(slot: u32): Item {
  if (slot >= slots()) unreachable();
  return Item.at(slot);
}

/** Returns the item; traps on a dead slot as well. */
function liveItem(slot: u32): Item {
  const item = knownItem(slot);
  if (!(item.flags & LIVE)) unreachable();
  return item;
}
