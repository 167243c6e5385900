// The text index: which terms a slot holds (forward) and which slots hold a term (postings).
// Term ids come sorted, so that repeats are neighbours and counting them needs no scratch.
import { INDEXED, Item, SCOPE, SCOPE_SHIFT } from './items';
import { linkPassage, replaceLength, unlinkPassage } from './lanes';
import { allocate, grow, io, release } from './memory';
import { changeDocuments, findOrAddTerm, Term } from './terms';

/** A pair of u32: (term index, frequency) in the forward index, (slot, frequency) in postings. */
export const PAIR_SHIFT: u32 = 3;

/** Indexed live slots per scope. */
const documents = memory.data(16);

/** In the given scopes, one bit each. */
export function documentCount(scopes: u32): u32 {
  let count: u32 = 0;
  for (let scope: u32 = 0; scope < 4; scope++) if ((scopes >> scope) & 1) count += load<u32>(documents + (scope << 2));
  return count;
}

function countDocument(scope: u32, change: i32): void {
  const counter = documents + (scope << 2);
  store<u32>(counter, load<u32>(counter) + change);
}

function scopeOf(item: Item): u32 {
  return (item.flags & SCOPE) >> SCOPE_SHIFT;
}

/** Moves the counts of an indexed item to another scope; its flags are the caller's. */
export function moveDocument(item: Item, scope: u32): void {
  const former = scopeOf(item);
  countDocument(former, -1);
  countDocument(scope, 1);
  for (let i: u32 = 0; i < item.termCount; i++) {
    const term = Term.at(load<u32>(item.terms + (i << PAIR_SHIFT)));
    changeDocuments(term, former, -1);
    changeDocuments(term, scope, 1);
  }
}

/** How often the id at `address` follows itself, itself included; `end` is the end of the sorted ids. */
export function runLength(address: usize, end: usize): u32 {
  const id = load<u32>(address);
  let next = address + 4;
  while (next < end && load<u32>(next) == id) next += 4;
  return <u32>(next - address) >> 2;
}

/** Indexes the slot under the `count` sorted term ids in the I/O region, in place of its former text. */
export function index(slot: u32, count: u32): void {
  const item = Item.at(slot);
  const isKnown = (item.flags & INDEXED) != 0;
  if (isKnown) {
    dropPostings(slot, item);
    dropTerms(item);
  }
  const start = io(0);
  const end = start + (count << 2);
  let distinct: u32 = 0;
  for (let id = start; id < end; id += runLength(id, end) << 2) distinct++;
  item.flags |= INDEXED;
  item.termCount = distinct;
  countDocument(scopeOf(item), 1);
  if (isKnown) replaceLength(slot, count);
  else linkPassage(slot, count);
  if (!distinct) return;
  let pair = allocate(distinct << PAIR_SHIFT);
  item.terms = pair;
  for (let id = start; id < end; ) {
    const frequency = runLength(id, end);
    const term = findOrAddTerm(load<u32>(id));
    store<u32>(pair, term);
    store<u32>(pair, frequency, 4);
    addPosting(Term.at(term), slot, frequency);
    changeDocuments(Term.at(term), scopeOf(item), 1);
    pair += 1 << PAIR_SHIFT;
    id += frequency << 2;
  }
}

/** Takes the slot out of all counts and from among its neighbours. Its postings stay: a dead slot is skipped there. */
export function unindex(slot: u32): void {
  const item = Item.at(slot);
  if (!(item.flags & INDEXED)) return;
  unlinkPassage(slot);
  dropTerms(item);
}

function dropTerms(item: Item): void {
  item.flags &= ~INDEXED;
  countDocument(scopeOf(item), -1);
  if (!item.termCount) return;
  for (let i: u32 = 0; i < item.termCount; i++) {
    changeDocuments(Term.at(load<u32>(item.terms + (i << PAIR_SHIFT))), scopeOf(item), -1);
  }
  release(item.terms, item.termCount << PAIR_SHIFT);
  item.termCount = 0;
}

function addPosting(term: Term, slot: u32, frequency: u32): void {
  const capacity = term.postingCapacity;
  if (term.postingCount == capacity) {
    // most terms are rare: two pairs fill the smallest block
    term.postingCapacity = max(capacity << 1, 2);
    term.postings = grow(term.postings, capacity << PAIR_SHIFT, term.postingCapacity << PAIR_SHIFT);
  }
  const pair = term.postings + (term.postingCount++ << PAIR_SHIFT);
  store<u32>(pair, slot);
  store<u32>(pair, frequency, 4);
}

/** A live slot whose text changes may not be found by its former terms. */
function dropPostings(slot: u32, item: Item): void {
  for (let i: u32 = 0; i < item.termCount; i++) {
    const term = Term.at(load<u32>(item.terms + (i << PAIR_SHIFT)));
    let pair = term.postings;
    while (load<u32>(pair) != slot) pair += 1 << PAIR_SHIFT;
    const last = --term.postingCount;
    store<u64>(pair, load<u64>(term.postings + (last << PAIR_SHIFT)));
  }
}
