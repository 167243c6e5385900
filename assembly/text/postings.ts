// The inverted index: the terms of each slot (forward index) and the slots of each term (postings), with the document
// frequencies by scope. Term ids come sorted, so repeats are neighbours and counting them needs no scratch memory.
//
// Lists are appended to and never sorted: a query adds to accumulators, in any order. Removal is lazy: a dead slot
// leaves its postings behind, and the caller builds a new kernel when too many are dead.
import { INDEXED, Item, SCOPE, SCOPE_SHIFT, scopeOf } from '../items';
import { allocate, io, release } from '../memory/allocator';
import { changeDocuments, findOrAddTerm, Term } from './dictionary';
import { Document, Scope } from './documents';
import { idAt, nextPair, pairBytes, resize, writePair } from './pairs';
import { linkDocument, moveLengths, replaceLength, setStream, streamOf, unlinkDocument } from './streams';

/** Indexes the slot under the `count` sorted term ids in the I/O region, replacing its former text. */
export function index(slot: u32, count: u32): void {
  const item = Item.at(slot);
  const isKnown = (item.flags & INDEXED) != 0;
  if (isKnown) {
    // In this order: the forward index names the lists to clean, and `dropTerms` releases it.
    dropPostings(slot, item);
    dropTerms(item);
  }
  const start = io(0);
  const end = start + (count << 2);
  // Two passes over the ids: the first finds the size of the list, so that it is allocated once.
  let bytes: u32 = 0;
  let distinct: u32 = 0;
  for (let id = start; id < end; distinct++) {
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
  // A replaced text keeps its place in the stream.
  if (isKnown) replaceLength(slot, count, distinct);
  else linkDocument(slot, count, distinct);
}

/**
 * Removes the slot from all counts and from its stream. Its postings stay: queries skip dead slots, and removing them
 * would cost a scan of every list. The kernel is rebuilt from the live slots when the dead outnumber them
 * (docs/decisions/0002).
 */
export function unindex(slot: u32): void {
  const item = Item.at(slot);
  if (!(item.flags & INDEXED)) return;
  unlinkDocument(slot);
  dropTerms(item);
}

/** Moves the slot to another scope, at the end of its stream if that is another stream. */
export function moveToScope(slot: u32, scope: u32): void {
  const item = Item.at(slot);
  const former = scopeOf(item);
  if (scope == former) return;
  const document = Document.at(slot);
  const length = document.length;
  const distinct = document.distinct;
  const isIndexed = (item.flags & INDEXED) != 0;
  const changesStream = streamOf(former) != streamOf(scope);
  // Counts first, under the scope that the flags still name; the stream reads the flags.
  if (isIndexed) {
    countTerms(item, former, -1);
    countTerms(item, scope, 1);
    if (changesStream) unlinkDocument(slot);
    else moveLengths(slot, former, scope);
  }
  item.flags = (item.flags & ~SCOPE) | (scope << SCOPE_SHIFT);
  if (!changesStream) return;
  setStream(document, streamOf(scope));
  if (isIndexed) linkDocument(slot, length, distinct);
}

/** Returns how often the id at `address` repeats, itself included; the sorted ids end at `end`. */
export function runLength(address: usize, end: usize): u32 {
  const id = load<u32>(address);
  let next = address + 4;
  while (next < end && load<u32>(next) == id) next += 4;
  return (<u32>(next - address)) >> 2;
}

/**
 * Adds the document and its terms to the counts of a scope, or subtracts them. Counted by scope, so that the idf of a
 * query over items depends on items alone (docs/decisions/0007).
 */
function countTerms(item: Item, scope: u32, change: i32): void {
  Scope.at(scope).documents += change;
  const end = item.terms + item.termBytes;
  for (let pair = item.terms; pair < end; pair = nextPair(pair)) changeDocuments(Term.at(idAt(pair)), scope, change);
}

/** Subtracts the terms from the counts and releases the forward index; postings stay. */
function dropTerms(item: Item): void {
  item.flags &= ~INDEXED;
  countTerms(item, scopeOf(item), -1);
  release(item.terms, item.termBytes);
  item.termBytes = 0;
}

/**
 * Appends to the term's list. Blocks grow by size class, so few appends move it. A replaced text is appended again, so
 * the slots of a list do not ascend.
 */
function addPosting(term: Term, slot: u32, frequency: u32): void {
  const bytes = term.postingBytes;
  term.postingBytes = bytes + pairBytes(frequency);
  term.postings = resize(term.postings, bytes, term.postingBytes);
  writePair(term.postings + bytes, slot, frequency);
}

/**
 * Removes the postings of a live slot whose text changes, which its former terms must not find: each list closes the
 * gap. O(postings of its terms), but texts rarely change.
 */
function dropPostings(slot: u32, item: Item): void {
  const termsEnd = item.terms + item.termBytes;
  for (let own = item.terms; own < termsEnd; own = nextPair(own)) {
    const term = Term.at(idAt(own));
    const bytes = term.postingBytes;
    const end = term.postings + bytes;
    let pair = term.postings;
    // Needs no end check: the forward index names exactly the lists that hold the slot.
    while (idAt(pair) != slot) pair = nextPair(pair);
    const next = nextPair(pair);
    memory.copy(pair, next, end - next);
    term.postingBytes = bytes - <u32>(next - pair);
    term.postings = resize(term.postings, bytes, term.postingBytes);
  }
}
