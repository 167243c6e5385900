// The text index: which terms a slot holds (forward) and which slots hold a term (postings).
// Term ids come sorted, so that repeats are neighbours and counting them needs no scratch.
import { INDEXED, Item, SCOPE, SCOPE_SHIFT } from './items';
import { linkPassage, replaceLength, unlinkPassage } from './lanes';
import { allocate, io, release } from './memory';
import { idAt, nextPair, pairBytes, resize, writePair } from './pairs';
import { changeDocuments, findOrAddTerm, Term } from './terms';

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
  countTerms(item, scopeOf(item), -1);
  countTerms(item, scope, 1);
}

/** The item and its terms. */
function countTerms(item: Item, scope: u32, change: i32): void {
  countDocument(scope, change);
  const end = item.terms + item.termBytes;
  for (let pair = item.terms; pair < end; pair = nextPair(pair)) changeDocuments(Term.at(idAt(pair)), scope, change);
}

/** How often the id at `address` follows itself, itself included; `end` is the end of the sorted ids. */
export function runLength(address: usize, end: usize): u32 {
  const id = load<u32>(address);
  let next = address + 4;
  while (next < end && load<u32>(next) == id) next += 4;
  return (<u32>(next - address)) >> 2;
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
  let bytes: u32 = 0;
  for (let id = start; id < end;) {
    const frequency = runLength(id, end);
    bytes += pairBytes(frequency);
    id += frequency << 2;
  }
  item.flags |= INDEXED;
  item.terms = allocate(bytes);
  item.termBytes = bytes;
  let pair = item.terms;
  for (let id = start; id < end;) {
    const frequency = runLength(id, end);
    const term = findOrAddTerm(load<u32>(id));
    pair = writePair(pair, term, frequency);
    addPosting(Term.at(term), slot, frequency);
    id += frequency << 2;
  }
  countTerms(item, scopeOf(item), 1);
  if (isKnown) replaceLength(slot, count);
  else linkPassage(slot, count);
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
  countTerms(item, scopeOf(item), -1);
  release(item.terms, item.termBytes);
  item.termBytes = 0;
}

function addPosting(term: Term, slot: u32, frequency: u32): void {
  const bytes = term.postingBytes;
  term.postingBytes = bytes + pairBytes(frequency);
  term.postings = resize(term.postings, bytes, term.postingBytes);
  writePair(term.postings + bytes, slot, frequency);
}

/** A live slot whose text changes may not be found by its former terms. */
function dropPostings(slot: u32, item: Item): void {
  const termsEnd = item.terms + item.termBytes;
  for (let own = item.terms; own < termsEnd; own = nextPair(own)) {
    const term = Term.at(idAt(own));
    const bytes = term.postingBytes;
    const end = term.postings + bytes;
    let pair = term.postings;
    while (idAt(pair) != slot) pair = nextPair(pair);
    const next = nextPair(pair);
    memory.copy(pair, next, end - next);
    term.postingBytes = bytes - <u32>(next - pair);
    term.postings = resize(term.postings, bytes, term.postingBytes);
  }
}
