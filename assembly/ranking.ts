// Recall: finds the items that a query concerns, fuses the signals of each into one score, keeps the best.
// Only what a query touched is reset afterwards; nothing of a query outlives it.
import { decay } from './decay';
import { documentCount, PAIR_SHIFT, runLength } from './documents';
import { isHardExpired } from './expiry';
import { Heap } from './heap';
import { FORGOTTEN, Item, LIVE, SCOPE, SCOPE_SHIFT, slots } from './items';
import { allocate, grow, io } from './memory';
import { documentsIn, findTerm, NO_TERM, Term } from './terms';
import { ownerOf, rowCount, scan, scoreOf } from './vectors';

let matches: usize = 0;
/** Slots that the query touched, in no order. */
let candidates: usize = 0;
let candidateCount: u32 = 0;

/** What the text of one slot has in common with the query; all zero between queries. */
@unmanaged
class Match {
  /** Σ of query weight · item weight over the common terms. */
  product: f64;
  /** Σ of the squared item weights of the common terms: a lower bound of the item's squared norm. */
  squares: f64;
  /** Σ of the idf of the common terms. */
  mass: f64;
  terms: u32;
  candidate: u32;

  @inline static at(slot: u32): Match {
    return changetype<Match>(matches + slot * MATCH_BYTES);
  }
}

/** As JavaScript reads it; NaN = the signal is absent. */
@unmanaged
class Hit {
  slot: f64;
  score: f64;
  relevance: f64;
  cosine: f64;
  keyword: f64;
  dense: f64;
  decay: f64;
}

const KNOWN_LOGARITHMS: u32 = 4096;
/** ln(1 + n) for small n. */
let logarithms: usize = 0;

const MATCH_BYTES: u32 = 32;
const HIT_BYTES: u32 = 56;

/** The best so far; its top is the worst of them: lowest score, then oldest. */
const best = changetype<Heap>(memory.data(16));
const scratch = changetype<Hit>(memory.data(56));

let queryNow: f64 = 0;
let queryFloor: f64 = 0;
/** Address of one byte per slot, 0 = excluded; address 0 = no slot is. */
let queryMask: usize = 0;
/** One bit per scope that this query may see. */
let queryScopes: u32 = 0;
let queryTerms: u32 = 0;
let queryNorm: f64 = 0;
/** Σ of the idf of the query's distinct terms, times the share of it that a match must hold. */
let requiredMass: f64 = 0;
/** 1 + ln(1 + N); the idf of a term is this − ln(1 + its documents). */
let idfOfUnknown: f64 = 0;
let queryHasDense: bool = false;
/** Neither terms nor a vector were given: every item is equally relevant. */
let queryIsEmpty: bool = false;
let denseWeight: f64 = 0;
let cosineWeight: f64 = 0;
let keywordWeight: f64 = 0;

export function growRanking(from: u32, to: u32): void {
  if (!logarithms) {
    logarithms = allocate(KNOWN_LOGARITHMS << 3);
    for (let n: u32 = 0; n < KNOWN_LOGARITHMS; n++) store<f64>(logarithms + (n << 3), NativeMath.log(1 + <f64>n));
  }
  matches = grow(matches, from * MATCH_BYTES, to * MATCH_BYTES);
  candidates = grow(candidates, from << 2, to << 2);
  best.growSlots(from, to);
}

/**
 * The I/O region holds the vector, then the sorted term ids, then the mask if `masked`.
 * Leaves the hits there, best first, and returns their number.
 */
export function rank(
  vectorLength: u32,
  termCount: u32,
  masked: bool,
  scopes: u32,
  limit: u32,
  now: f64,
  decayFloor: f64,
  minimumMatch: f64,
  dense: f64,
  cosine: f64,
  keyword: f64,
): u32 {
  const terms = io(0) + (vectorLength << 2);
  const termsEnd = terms + (termCount << 2);
  queryNow = now;
  queryFloor = decayFloor;
  queryMask = masked ? termsEnd : 0;
  queryScopes = scopes;
  queryIsEmpty = !termCount && !vectorLength;
  denseWeight = dense;
  cosineWeight = cosine;
  keywordWeight = keyword;
  queryHasDense = vectorLength > 0 && scan(vectorLength);
  candidateCount = 0;

  matchTerms(terms, termsEnd, minimumMatch);
  if (queryHasDense) {
    for (let row: u32 = 0, end = rowCount(); row < end; row++) {
      if (scoreOf(row) > 0) touch(ownerOf(row));
    }
  }
  if (queryIsEmpty) {
    for (let slot: u32 = 0, end = slots(); slot < end; slot++) touch(slot);
  }
  selectBest(limit);
  const hits = writeBest();
  for (let i: u32 = 0; i < candidateCount; i++) {
    const match = Match.at(candidateAt(i));
    match.product = 0;
    match.squares = 0;
    match.mass = 0;
    match.terms = 0;
    match.candidate = 0;
  }
  return hits;
}

/** Term at a time over the postings; terms that no item holds still lengthen the query's norm. */
function matchTerms(start: usize, end: usize, minimumMatch: f64): void {
  let squares: f64 = 0;
  let mass: f64 = 0;
  queryTerms = 0;
  idfOfUnknown = 1 + logOf(documentCount(queryScopes));
  for (let id = start; id < end; ) {
    const frequency = runLength(id, end);
    const index = findTerm(load<u32>(id));
    id += frequency << 2;
    queryTerms++;
    const idf = index == NO_TERM ? idfOfUnknown : inverseFrequency(Term.at(index));
    const weight = frequency * idf;
    squares += weight * weight;
    mass += idf;
    if (index == NO_TERM) continue;
    const term = Term.at(index);
    const lastPair = term.postings + (term.postingCount << PAIR_SHIFT);
    for (let pair = term.postings; pair < lastPair; pair += 1 << PAIR_SHIFT) {
      const slot = load<u32>(pair);
      const match = Match.at(slot);
      if (!match.candidate && !touch(slot)) continue;
      const frequencyThere = load<u32>(pair, 4);
      const own = idf * frequencyThere;
      match.product += weight * idf * frequencyThere;
      match.squares += own * own;
      match.mass += idf;
      match.terms++;
    }
  }
  queryNorm = sqrt(squares);
  requiredMass = minimumMatch * mass;
}

/** Makes the slot a candidate, once, if the query may see it. */
function touch(slot: u32): bool {
  const match = Match.at(slot);
  if (match.candidate) return true;
  const item = Item.at(slot);
  if ((item.flags & (LIVE | FORGOTTEN)) != LIVE) return false;
  if (!((queryScopes >> ((item.flags & SCOPE) >> SCOPE_SHIFT)) & 1)) return false;
  if (queryMask && !load<u8>(queryMask + slot)) return false;
  if (isHardExpired(item, queryNow)) return false;
  match.candidate = 1;
  store<u32>(candidates + (candidateCount++ << 2), slot);
  return true;
}

/** idf over what this query looks at. */
@inline
function inverseFrequency(term: Term): f64 {
  return idfOfUnknown - logOf(documentsIn(term, queryScopes));
}

/** ln(1 + n): every norm at query time needs it for every term, so small ones are looked up. */
@inline
function logOf(n: u32): f64 {
  return n < KNOWN_LOGARITHMS ? load<f64>(logarithms + (n << 3)) : NativeMath.log(1 + <f64>n);
}

/** Norms are taken from the forward index at query time: a stored one would be stale with the next item. */
function cosineOf(item: Item, match: Match): f64 {
  if (!match.terms) return 0;
  let squares: f64 = 0;
  const end = item.terms + (item.termCount << PAIR_SHIFT);
  for (let pair = item.terms; pair < end; pair += 1 << PAIR_SHIFT) {
    const weight = load<u32>(pair, 4) * inverseFrequency(Term.at(load<u32>(pair)));
    squares += weight * weight;
  }
  return min(1, match.product / (queryNorm * sqrt(squares)));
}

/** Fills in the signals and the relevance. */
function relate(slot: u32, hit: Hit): void {
  const item = Item.at(slot);
  const match = Match.at(slot);
  let weighted: f64 = 0;
  let weights: f64 = 0;
  hit.cosine = hit.keyword = hit.dense = NaN;
  if (queryHasDense && item.vector) {
    hit.dense = min(1, max(0, <f64>scoreOf(item.vector - 1)));
    weighted += denseWeight * hit.dense;
    weights += denseWeight;
  }
  if (queryTerms) {
    // Sharing only what nearly every text holds is no match: a nonsense query must find nothing.
    const isMatch = match.mass >= requiredMass;
    hit.cosine = isMatch ? cosineOf(item, match) : 0;
    hit.keyword = isMatch ? <f64>match.terms / <f64>queryTerms : 0;
    weighted += cosineWeight * hit.cosine + keywordWeight * hit.keyword;
    weights += cosineWeight + keywordWeight;
  }
  hit.slot = slot;
  hit.relevance = queryIsEmpty ? 1 : weights > 0 ? weighted / weights : 0;
}

/** Fills in the score of a hit whose relevance is known. */
function weigh(item: Item, hit: Hit): void {
  hit.decay = max(queryFloor, decay(item.createdAt, queryNow));
  hit.score = hit.relevance * hit.decay * importanceWeight(item);
}

function importanceWeight(item: Item): f64 {
  return 0.8 + 0.4 * item.importance;
}

function selectBest(limit: u32): void {
  if (!limit) return;
  for (let i: u32 = 0; i < candidateCount; i++) {
    const slot = candidateAt(i);
    const item = Item.at(slot);
    if (best.size == limit && cannotBeat(best.at(0).key, item, Match.at(slot))) continue;
    relate(slot, scratch);
    if (!(scratch.relevance > 0)) continue;
    if (best.size < limit) {
      weigh(item, scratch);
    } else {
      const worst = best.at(0);
      // Decay is at most 1 and rounding keeps order, so most candidates are out before the power is computed.
      if (scratch.relevance * importanceWeight(item) < worst.key) continue;
      weigh(item, scratch);
      if (scratch.score < worst.key || (scratch.score == worst.key && slot < worst.slot)) continue;
      best.remove(worst.slot);
    }
    best.push(slot, 0, scratch.score);
  }
}

/**
 * The norm over the common terms alone bounds the cosine from above, without a walk through the forward index.
 * The margin covers rounding, so that what is skipped could never have been a hit.
 */
function cannotBeat(key: f64, item: Item, match: Match): bool {
  if (queryHasDense || !queryTerms) return false;
  const cosine = match.squares > 0 ? min(1, match.product / (queryNorm * sqrt(match.squares))) : 0;
  const keyword = <f64>match.terms / <f64>queryTerms;
  const relevance = (cosineWeight * cosine + keywordWeight * keyword) / (cosineWeight + keywordWeight);
  return relevance * importanceWeight(item) * (1 + 1e-9) < key;
}

/** Empties the selection, worst first, into the I/O region from its end. */
function writeBest(): u32 {
  const hits = best.size;
  const output = io(hits * HIT_BYTES);
  while (best.size) {
    const slot = best.at(0).slot;
    best.remove(slot);
    const hit = changetype<Hit>(output + best.size * HIT_BYTES);
    relate(slot, hit);
    weigh(Item.at(slot), hit);
  }
  return hits;
}

function candidateAt(i: u32): u32 {
  return load<u32>(candidates + (i << 2));
}
