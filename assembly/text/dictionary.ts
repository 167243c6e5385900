// The dictionary: every term ever indexed, with its document frequencies and its postings. A hash table with open
// addressing and linear probing maps a term id to an index. Ids arrive hashed from JavaScript; two words whose hashes
// collide are one term here. With 31 bits n words make about n² / 2³² such pairs: among 50,000 words one or none.
// A term that no text holds any more stays, because its index is its identity in every list; a new kernel starts empty.
import { allocate, release } from '../memory/allocator';
import { Table, TABLE_BYTES } from '../memory/table';

const terms = changetype<Table>(memory.data(TABLE_BYTES));
let count: u32 = 0;
/** Index of a term plus 1; 0 = empty. */
let buckets: usize = 0;
/**
 * A power of two, at least twice the number of terms: on average at most 1.5 probes for a known term and 2.5 for an
 * unknown one (Knuth, TAOCP 6.4).
 */
let bucketCount: u32 = 0;

/** A term. Its number is its index in the table of terms, and never changes. */
@unmanaged
export class Term {
  /** Document frequency by scope: a query counts the scopes it asks about. */
  documents0: u32;
  documents1: u32;
  documents2: u32;
  documents3: u32;
  id: u32;
  /** Posting list: (slot, frequency) pairs. Those of dead slots stay, and queries skip them. */
  postings: usize;
  postingBytes: u32;

  static at(index: u32): Term {
    return changetype<Term>(terms.at(index, TERM_BYTES));
  }
}

export const NO_TERM: u32 = 0xffffffff;
const TERM_BYTES: u32 = offsetof<Term>();

/** Returns the number of terms ever seen; their indexes are below it. */
export function dictionarySize(): u32 {
  return count;
}

/** Returns the index of the term, or NO_TERM. */
export function findTerm(id: u32): u32 {
  return count ? load<u32>(bucketOf(id)) - 1 : NO_TERM;
}

/** Returns the index of the term; adds an unknown one. */
export function findOrAddTerm(id: u32): u32 {
  // Also true for the empty table, which has no buckets yet.
  if (count << 1 == bucketCount) enlarge();
  const bucket = bucketOf(id);
  const known = load<u32>(bucket);
  if (known) return known - 1;
  terms.reach(count, TERM_BYTES);
  Term.at(count).id = id;
  store<u32>(bucket, ++count);
  return count - 1;
}

/** Changes the document frequency: `change` is +1 or −1, by one document of the scope. */
export function changeDocuments(term: Term, scope: u32, change: i32): void {
  const counter = changetype<usize>(term) + (scope << 2);
  store<u32>(counter, load<u32>(counter) + change);
}

/** Returns the document frequency in the given scopes, one bit each. */
export function documentsIn(term: Term, scopes: u32): u32 {
  let count: u32 = 0;
  for (let scope: u32 = 0; scope < 4; scope++) {
    if ((scopes >> scope) & 1) count += load<u32>(changetype<usize>(term) + (scope << 2));
  }
  return count;
}

/** Returns the bucket that holds the id, or the empty one where it belongs. */
function bucketOf(id: u32): usize {
  const mask = bucketCount - 1;
  // Fibonacci hashing (Knuth, TAOCP 6.4): the high bits of id · 2³² / φ depend on all bits of the id.
  let i = (id * 0x9e3779b1) >>> clz<u32>(mask);
  while (true) {
    const bucket = buckets + (i << 2);
    const known = load<u32>(bucket);
    if (!known || Term.at(known - 1).id == id) return bucket;
    i = (i + 1) & mask;
  }
}

/**
 * Doubles the buckets and inserts every term again. Terms are never removed, so no bucket needs a mark for deleted
 * entries. Amortized O(1) per term.
 */
function enlarge(): void {
  if (buckets) release(buckets, bucketCount << 2);
  bucketCount = max(bucketCount << 1, 512);
  buckets = allocate(bucketCount << 2);
  memory.fill(buckets, 0, bucketCount << 2);
  for (let index: u32 = 0; index < count; index++) store<u32>(bucketOf(Term.at(index).id), index + 1);
}
