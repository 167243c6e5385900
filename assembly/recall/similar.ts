// Finds texts that say nearly the same as a new one. Likeness is the smaller of two shares: of the new text's words,
// weighted by idf, those that the other text holds; and of the other's words, those that the new one holds. The smaller
// one, so that a long text is not like every short one whose words it happens to hold.
//
// Prefix filtering (Chaudhuri, Ganti and Kaushik, "A Primitive Operator for Similarity Joins in Data Cleaning", 2006):
// a text that holds only the commonest words of the new one, if these weigh too little together, is not similar. So
// only the short posting lists are read, and the answer is exact. Each text found there is compared word by word, by
// its forward index.
import { Item } from '../items';
import { allocate, io, release } from '../memory/allocator';
import { inverseDocumentFrequency } from '../text/bm25';
import { documentsIn, findTerm, NO_TERM, Term } from '../text/dictionary';
import { idAt, nextPair } from '../text/pairs';
import { runLength } from '../text/postings';
import { IS_PART, measureScopes } from './matching';
import { Query, query } from './query';

/** A word of the new text that some text holds. The words are in the order of their ids, which `wordWith` needs. */
@unmanaged
class Word {
  /** Idf of the word. */
  mass: f64;
  id: u32;
  /** Number of texts that hold it. */
  holders: u32;
}

const WORD_BYTES: u32 = 16;

/** A result as JavaScript reads it (src/kernel/kernel.ts). */
@unmanaged
class Similar {
  slot: f64;
  likeness: f64;
}

const SIMILAR_BYTES: u32 = 16;

/** Room for the rounding of sums, which must not lose a text of exactly the least likeness. */
const ROUNDING: f64 = 1 - 1e-9;

/**
 * Finds similar texts. The I/O region holds the sorted term ids. Leaves there every text of the scopes with at least
 * the likeness `least`, in no order, and returns their number.
 * @param least above 0
 */
export function similar(termCount: u32, scopes: u32, least: f64): u32 {
  query.begin();
  // The statistics of a query over these scopes: texts in other scopes make no word rare or common here.
  query.scopes = scopes;
  measureScopes(query);
  const start = io(0);
  const end = start + (termCount << 2);
  const bytes = termCount * WORD_BYTES;
  const words = allocate(bytes);
  let wordsEnd = words;
  let mass: f64 = 0;
  for (let at = start; at < end;) {
    const id = load<u32>(at);
    at += runLength(at, end) << 2;
    if (id & IS_PART) continue;
    const index = findTerm(id);
    const holders = index == NO_TERM ? 0 : documentsIn(Term.at(index), scopes);
    // An unknown word is as telling as one that a single text holds.
    const idf = inverseDocumentFrequency(query.documents, max<u32>(1, holders));
    mass += idf;
    if (!holders) continue;
    const word = changetype<Word>(wordsEnd);
    word.mass = idf;
    word.id = id;
    word.holders = holders;
    wordsEnd += WORD_BYTES;
  }
  touchHolders(query, words, wordsEnd, least * mass * ROUNDING);
  const found = writeSimilar(query, words, wordsEnd, mass, least);
  release(words, bytes);
  query.end();
  return found;
}

/**
 * Makes candidates of all texts that may hold at least `leastMass` of the words' mass. The skipped words weigh less
 * together, so a text that holds only these is not similar, and their postings need not be read.
 */
function touchHolders(query: Query, words: usize, end: usize, leastMass: f64): void {
  let left = leastMass;
  // Any choice of words to skip is exact; the longest lists save most. Powers of two instead of a sort: lists of one
  // magnitude cost about the same.
  for (let zeros: u32 = 0; zeros < 32; zeros++) {
    for (let at = words; at < end; at += WORD_BYTES) {
      const word = changetype<Word>(at);
      if (clz(word.holders) != zeros) continue;
      if (word.mass < left) {
        left -= word.mass;
        continue;
      }
      const term = Term.at(findTerm(word.id));
      const lastPair = term.postings + term.postingBytes;
      for (let pair = term.postings; pair < lastPair; pair = nextPair(pair)) query.touch(idAt(pair));
    }
  }
}

/** Writes via a block of its own: the region must grow to its final size at once, since growing loses its content. */
function writeSimilar(query: Query, words: usize, end: usize, mass: f64, least: f64): u32 {
  const bytes = query.candidateCount * SIMILAR_BYTES;
  const output = allocate(bytes);
  let found: u32 = 0;
  for (let i: u32 = 0; i < query.candidateCount; i++) {
    const slot = query.candidate(i);
    const likeness = likenessOf(Item.at(slot), words, end, mass);
    if (likeness < least) continue;
    const entry = changetype<Similar>(output + found++ * SIMILAR_BYTES);
    entry.slot = slot;
    entry.likeness = likeness;
  }
  memory.copy(io(found * SIMILAR_BYTES), output, found * SIMILAR_BYTES);
  release(output, bytes);
  return found;
}

function likenessOf(item: Item, words: usize, end: usize, mass: f64): f64 {
  let own: u32 = 0;
  let shared: u32 = 0;
  let sharedMass: f64 = 0;
  const last = item.terms + item.termBytes;
  for (let pair = item.terms; pair < last; pair = nextPair(pair)) {
    const id = Term.at(idAt(pair)).id;
    if (id & IS_PART) continue;
    own++;
    const word = wordWith(id, words, end);
    if (!word) continue;
    shared++;
    sharedMass += changetype<Word>(word).mass;
  }
  return min(sharedMass / mass, <f64>shared / own);
}

/** Returns the address of the word, or 0. The words are in the order of their ids. */
function wordWith(id: u32, words: usize, end: usize): usize {
  let low = words;
  let high = end;
  while (low < high) {
    const middle = low + (((high - low) / WORD_BYTES) >> 1) * WORD_BYTES;
    const known = changetype<Word>(middle).id;
    if (known == id) return middle;
    if (known < id) low = middle + WORD_BYTES;
    else high = middle;
  }
  return 0;
}
