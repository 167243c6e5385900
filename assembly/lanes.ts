// Where a text stands: its neighbours of the same conversation, and the group it belongs to. Each lane is a list of
// indexed slots in order of arrival: items (in the store or out of it), documents, messages.
import { Item, QUESTION, SCOPE, SCOPE_SHIFT } from './items';
import { grow } from './memory';
import { Table, TABLE_BYTES } from './table';

export const NONE: u32 = 0xffffffff;
export const LANES: u32 = 3;

/** A neighbour counts when at most this many milliseconds lie between two texts in a row. */
const LARGEST_GAP_MS: f64 = 1_800_000;
/** Neighbours on each side. */
const REACH: u32 = 2;
/** Below this many texts nobody can tell whether neighbours belong together. */
export const SMALLEST_SAMPLE: u32 = 16;

const passages = changetype<Table>(memory.data(TABLE_BYTES));
let groups: usize = 0;
let groupCapacity: u32 = 0;
const lanes: usize = memory.data(120);
const sums: usize = memory.data(64);

/** The place of one slot; its columns hold from `place` on, its links while the slot is indexed. */
@unmanaged
export class Passage {
  /** Slots of its window, without itself: one and two before, one and two after; NONE where there is none. */
  window0: u32;
  window1: u32;
  window2: u32;
  window3: u32;
  /** Terms of the text, with repeats, and of the text with its window. */
  length: u32;
  windowLength: u32;
  before: u32;
  after: u32;
  /** 0 = of no named conversation. */
  session: u32;
  /** Of this lane: a number that the owner gives in two lanes is two groups. */
  group: u32;
  /** 0 = unknown. */
  speaker: u32;
  lane: u16;
  /** 1 = it only asks something. */
  asks: u16;

  @inline static at(slot: u32): Passage {
    return changetype<Passage>(passages.at(slot, PASSAGE_BYTES));
  }
}

@unmanaged
export class Group {
  /** Of the query. */
  score: f64;
  /** Terms of all its texts, with repeats. */
  length: u32;
  members: u32;
  /** Scratch of one term of the query. */
  frequency: u32;

  @inline static at(group: u32): Group {
    return changetype<Group>(groups + group * GROUP_BYTES);
  }
}

@unmanaged
export class Lane {
  /** How much neighbours tell about each other here, 0–1; holds unless `isStale`. */
  gate: f64;
  /** Terms of all its texts. */
  length: f64;
  first: u32;
  last: u32;
  count: u32;
  groups: u32;
  isStale: u32;

  @inline static at(lane: u32): Lane {
    return changetype<Lane>(lanes + lane * LANE_BYTES);
  }
}

/** Of one scope: what the means are taken from. */
@unmanaged
class Sums {
  length: f64;
  windowLength: f64;

  @inline static at(scope: u32): Sums {
    return changetype<Sums>(sums + scope * 16);
  }
}

const PASSAGE_BYTES: u32 = 48;
/** Rounded up to 8, so that every f64 is aligned. */
const GROUP_BYTES: u32 = 24;
const LANE_BYTES: u32 = 40;

export function groupsEver(): u32 {
  return groupCapacity;
}

/** The columns of a slot, before it is indexed. Groups are counted from 0 by the owner. */
export function place(slot: u32, session: u32, group: u32, speaker: u32): void {
  group *= LANES;
  if (group + LANES > groupCapacity) {
    const larger = max(group + LANES, max(groupCapacity << 1, 16));
    groups = grow(groups, groupCapacity * GROUP_BYTES, larger * GROUP_BYTES);
    groupCapacity = larger;
  }
  passages.reach(slot, PASSAGE_BYTES);
  const passage = Passage.at(slot);
  passage.session = session;
  passage.group = group;
  passage.speaker = speaker;
  passage.asks = Item.at(slot).flags & QUESTION ? 1 : 0;
  passage.length = 0;
  passage.windowLength = 0;
  setLane(slot, scopeOf(slot));
}

/** While the slot is in no list. */
export function setLane(slot: u32, scope: u32): void {
  const passage = Passage.at(slot);
  passage.lane = <u16>laneOf(scope);
  passage.group += passage.lane - (passage.group % LANES);
}

@inline
export function laneOf(scope: u32): u32 {
  return scope < 2 ? 0 : scope - 1;
}

/** Mean number of terms of a text, or of a text with its window, in the given scopes, one bit each. */
export function meanLength(scopes: u32, documents: u32, ofWindows: bool): f64 {
  let total: f64 = 0;
  for (let scope: u32 = 0; scope < 4; scope++) {
    if ((scopes >> scope) & 1) total += ofWindows ? Sums.at(scope).windowLength : Sums.at(scope).length;
  }
  return max(1, total / max(1, documents));
}

/** Puts the slot, with a text of so many terms, behind the last of its lane. */
export function linkPassage(slot: u32, length: u32): void {
  const passage = Passage.at(slot);
  const lane = Lane.at(passage.lane);
  passage.before = lane.count ? lane.last : NONE;
  passage.after = NONE;
  passage.window0 = passage.window1 = passage.window2 = passage.window3 = NONE;
  if (lane.count) Passage.at(lane.last).after = slot;
  else lane.first = slot;
  lane.last = slot;
  lane.count++;
  // Only at 16 · 2ⁿ texts, so that what is asked in between finds the same order before and after a reload.
  if (lane.count >= SMALLEST_SAMPLE && !(lane.count & (lane.count - 1))) lane.isStale = 1;
  const group = Group.at(passage.group);
  if (!group.members++) lane.groups++;
  passage.length = 0;
  passage.windowLength = 0;
  setLength(slot, length);
}

export function unlinkPassage(slot: u32): void {
  const passage = Passage.at(slot);
  const lane = Lane.at(passage.lane);
  setLength(slot, 0);
  const before = passage.before;
  const after = passage.after;
  if (before != NONE) Passage.at(before).after = after;
  else lane.first = after;
  if (after != NONE) Passage.at(after).before = before;
  else lane.last = before;
  lane.count--;
  lane.isStale = 1;
  const group = Group.at(passage.group);
  if (!--group.members) lane.groups--;
  Sums.at(scopeOf(slot)).windowLength -= passage.windowLength;
  passage.windowLength = 0;
  openAround(before, after);
}

/** The text of a linked slot has changed. */
export function replaceLength(slot: u32, length: u32): void {
  setLength(slot, length);
  Lane.at(Passage.at(slot).lane).isStale = 1;
}

/** Before the slot's flags change: what it brings to the means goes along. */
export function movePassage(slot: u32, scope: u32): void {
  const passage = Passage.at(slot);
  const from = Sums.at(scopeOf(slot));
  const to = Sums.at(scope);
  from.length -= passage.length;
  from.windowLength -= passage.windowLength;
  to.length += passage.length;
  to.windowLength += passage.windowLength;
}

function setLength(slot: u32, length: u32): void {
  const passage = Passage.at(slot);
  const change = <f64>length - <f64>passage.length;
  Sums.at(scopeOf(slot)).length += change;
  Lane.at(passage.lane).length += change;
  Group.at(passage.group).length += length - passage.length;
  passage.length = length;
  open(slot);
  openAround(passage.before, passage.after);
}

/** Up to `REACH` slots backwards and onwards. */
function openAround(before: u32, after: u32): void {
  for (let step: u32 = 0; step < REACH && before != NONE; step++) {
    open(before);
    before = Passage.at(before).before;
  }
  for (let step: u32 = 0; step < REACH && after != NONE; step++) {
    open(after);
    after = Passage.at(after).after;
  }
}

/** Works the slot's window out anew. */
function open(slot: u32): void {
  const passage = Passage.at(slot);
  const one = passage.before;
  const two = one == NONE ? NONE : Passage.at(one).before;
  const three = passage.after;
  const four = three == NONE ? NONE : Passage.at(three).after;
  passage.window0 = near(slot, one, 1);
  passage.window1 = near(slot, two, 2);
  passage.window2 = near(slot, three, 1);
  passage.window3 = near(slot, four, 2);
  const length =
    passage.length +
    lengthOf(passage.window0) +
    lengthOf(passage.window1) +
    lengthOf(passage.window2) +
    lengthOf(passage.window3);
  Sums.at(scopeOf(slot)).windowLength += <f64>length - <f64>passage.windowLength;
  passage.windowLength = length;
}

@inline
function lengthOf(slot: u32): u32 {
  return slot == NONE ? 0 : Passage.at(slot).length;
}

/** The other slot if it is of the same conversation and not too far off in time, else NONE. */
function near(slot: u32, other: u32, distance: f64): u32 {
  if (other == NONE || Passage.at(slot).session != Passage.at(other).session) return NONE;
  return abs(Item.at(slot).createdAt - Item.at(other).createdAt) <= LARGEST_GAP_MS * distance ? other : NONE;
}

@inline
function scopeOf(slot: u32): u32 {
  return (Item.at(slot).flags & SCOPE) >> SCOPE_SHIFT;
}
