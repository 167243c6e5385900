// The dictionary: every term id ever indexed, found by open addressing, with its counts and postings.
// Ids arrive hashed from JavaScript; two words with one id are one term here.
import { allocate, release } from './memory';
import { Table, TABLE_BYTES } from './table';

const terms = changetype<Table>(memory.data(TABLE_BYTES));
let count: u32 = 0;
/** Term index plus 1; 0 = empty. */
let buckets: usize = 0;
/** At least twice the terms, so that chains stay short. */
let bucketCount: u32 = 0;

@unmanaged
export class Term {
  /** Live documents that hold the term, per scope: a query counts only where it looks. */
  documents0: u32;
  documents1: u32;
  documents2: u32;
  documents3: u32;
  id: u32;
  /** (slot, frequency) pairs; those of dead slots stay and are skipped. */
  postings: usize;
  postingBytes: u32;

  static at(index: u32): Term {
    return changetype<Term>(terms.at(index, TERM_BYTES));
  }
}

export const NO_TERM: u32 = 0xffffffff;
const TERM_BYTES: u32 = offsetof<Term>();

/** Terms ever seen: their indexes are below it. */
export function dictionarySize(): u32 {
  return count;
}

export function findTerm(id: u32): u32 {
  return count ? load<u32>(bucketOf(id)) - 1 : NO_TERM;
}

export function findOrAddTerm(id: u32): u32 {
  if (count << 1 == bucketCount) enlarge();
  const bucket = bucketOf(id);
  const known = load<u32>(bucket);
  if (known) return known - 1;
  terms.reach(count, TERM_BYTES);
  Term.at(count).id = id;
  store<u32>(bucket, ++count);
  return count - 1;
}

export function changeDocuments(term: Term, scope: u32, change: i32): void {
  const counter = changetype<usize>(term) + (scope << 2);
  store<u32>(counter, load<u32>(counter) + change);
}

/** Documents that hold the term in the given scopes, one bit each. */
@inline
export function documentsIn(term: Term, scopes: u32): u32 {
  if (scopes == 1) return term.documents0;
  return (
    term.documents0 * (scopes & 1) +
    term.documents1 * ((scopes >> 1) & 1) +
    term.documents2 * ((scopes >> 2) & 1) +
    term.documents3 * (scopes >> 3)
  );
}

/** The bucket that holds the id, or the empty one where it belongs. */
function bucketOf(id: u32): usize {
  const mask = bucketCount - 1;
  // Fibonacci hashing: the high bits of the product depend on all bits of the id
  let i = (id * 0x9e3779b1) >>> clz<u32>(mask);
  while (true) {
    const bucket = buckets + (i << 2);
    const known = load<u32>(bucket);
    if (!known || Term.at(known - 1).id == id) return bucket;
    i = (i + 1) & mask;
  }
}

function enlarge(): void {
  if (buckets) release(buckets, bucketCount << 2);
  bucketCount = max(bucketCount << 1, 512);
  buckets = allocate(bucketCount << 2);
  memory.fill(buckets, 0, bucketCount << 2);
  for (let index: u32 = 0; index < count; index++) store<u32>(bucketOf(Term.at(index).id), index + 1);
}
