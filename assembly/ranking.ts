// Recall: of what a query finds by words and by meaning, keeps the best and explains them. Nothing of a query outlives
// it.
import { leastThatStandsOut } from './contrast';
import { Item, slots } from './items';
import { Group, Passage } from './lanes';
import {
  beginMatching,
  candidateAt,
  candidateCount,
  endMatching,
  gateAt,
  Match,
  matchTerms,
  mostGroup,
  mostText,
  mostWindow,
  queryMass,
  queryTerms,
  touch,
} from './matching';
import { allocate, io, release } from './memory';
import { highBar } from './peaks';
import {
  allowForCodes,
  beginWeighing,
  cosineOf,
  decayOf,
  denseOf,
  importanceWeight,
  isFoundByMeaning,
  leastCosine,
  mostScore,
  priorOf,
  queryHasDense,
  queryIsEmpty,
  relevanceOf,
  weighMatches,
} from './relevance';
import { offer, selected, takeWorst, worstScore } from './selection';
import { isByCodes, isComparable, ownerOf, rowCount, scoreArray, scoreExactly, scoreOf } from './vectors';

/** So many times the limit, and at least so many, are looked at exactly where scores are those of codes. */
const CANDIDATES_PER_HIT_SHIFT: u32 = 2;
const FEWEST_CANDIDATES: u32 = 32;
/** What is above the floor is divided by what is left of 1. */
const MOST_FLOOR: f64 = 0.99;

/** As JavaScript reads it; NaN = the signal is absent. */
@unmanaged
class Hit {
  slot: f64;
  score: f64;
  relevance: f64;
  text: f64;
  window: f64;
  group: f64;
  prior: f64;
  matched: f64;
  cosine: f64;
  dense: f64;
  decay: f64;
}

const HIT_BYTES: u32 = 88;

/**
 * The I/O region holds the sorted term ids, the named speakers, then the mask if `masked`; a vector was prepared before.
 * Leaves the hits there, best first, and returns their number.
 */
export function rank(
  hasVector: bool,
  termCount: u32,
  speakerCount: u32,
  masked: bool,
  scopes: u32,
  limit: u32,
  now: f64,
  decayFloor: f64,
  minimumMatch: f64,
  denseWeight: f64,
  denseFloor: f64,
  denseContrast: f64,
): u32 {
  const terms = io(0);
  const termsEnd = terms + (termCount << 2);
  const speakersEnd = termsEnd + (speakerCount << 2);
  beginMatching(now, scopes, masked ? speakersEnd : 0, termsEnd, speakersEnd);
  const hasDense = hasVector && isComparable;
  // NaN: the floor is as given.
  if (hasDense && denseContrast >= 0) denseFloor = max(denseFloor, min(MOST_FLOOR, leastThatStandsOut(denseContrast)));
  beginWeighing(now, decayFloor, !termCount && !hasVector, hasDense, denseWeight, denseFloor);
  if (termCount) matchTerms(terms, termsEnd);
  if (queryIsEmpty) {
    for (let slot: u32 = 0, end = slots(); slot < end; slot++) touch(slot);
  }
  weighMatches(minimumMatch);
  if (limit) selectBest(limit);
  const hits = writeBest();
  endMatching();
  return hits;
}

function selectBest(limit: u32): void {
  const looksTwice = queryHasDense && isByCodes;
  const wanted = looksTwice ? max(FEWEST_CANDIDATES, limit << CANDIDATES_PER_HIT_SHIFT) : limit;
  allowForCodes(looksTwice);
  for (let i: u32 = 0; i < candidateCount; i++) {
    const slot = candidateAt(i);
    // Most are out before anything but their match is read.
    if (selected() < wanted || mostScore(Match.at(slot)) >= worstScore()) consider(slot, wanted);
  }
  if (isFoundByMeaning()) considerRows(wanted);
  if (looksTwice) lookExactly(limit);
}

/** What shares nothing with the words; of most rows nothing but the score is read. */
function considerRows(wanted: u32): void {
  considerAbove(highBar(wanted), wanted);
  considerAbove(-Infinity, wanted);
}

function considerAbove(bar: f32, wanted: u32): void {
  const rows = rowCount();
  const scores = scoreArray();
  let least = max(bar, leastToEnter(wanted));
  // The newest first, which mostly are in the last rows: they have decayed least.
  for (let first = (rows - 1) & ~15; <i32>first >= 0; first -= 16) {
    const score = scores + (first << 2);
    const leasts = f32x4.splat(least);
    const one = v128.or(f32x4.gt(v128.load(score), leasts), f32x4.gt(v128.load(score, 16), leasts));
    const other = v128.or(f32x4.gt(v128.load(score, 32), leasts), f32x4.gt(v128.load(score, 48), leasts));
    if (!v128.any_true(v128.or(one, other))) continue;
    for (let row = first, end = min(first + 16, rows); row < end; row++) {
      if (scoreOf(row) <= least) continue;
      const slot = ownerOf(row);
      if (!Match.at(slot).frequency) consider(slot, wanted);
    }
    least = max(bar, leastToEnter(wanted));
  }
}

function leastToEnter(wanted: u32): f32 {
  return leastCosine(selected() < wanted ? 0 : worstScore());
}

/** Selects anew among what was selected by codes. */
function lookExactly(limit: u32): void {
  const bytes = selected() << 2;
  const found = allocate(bytes);
  const end = found + bytes;
  for (let slot = found; slot < end; slot += 4) store<u32>(slot, takeWorst());
  allowForCodes(false);
  for (let slot = found; slot < end; slot += 4) {
    const row = Item.at(load<u32>(slot)).vector;
    if (row) scoreExactly(row - 1);
    consider(load<u32>(slot), limit);
  }
  release(found, bytes);
}

function consider(slot: u32, wanted: u32): void {
  const item = Item.at(slot);
  const relevance = relevanceOf(item, Match.at(slot));
  if (!(relevance > 0)) return;
  // Decay is at most 1 and rounding keeps order, so most are out before the power is computed.
  if (selected() == wanted && relevance * importanceWeight(item) < worstScore()) return;
  if (touch(slot)) offer(slot, relevance * decayOf(item) * importanceWeight(item), wanted);
}

/** Empties the selection, worst first, into the I/O region from its end; the query in it is read before. */
function writeBest(): u32 {
  const hits = selected();
  const block = hits * HIT_BYTES;
  const output = allocate(block);
  while (selected()) {
    const slot = takeWorst();
    explain(slot, changetype<Hit>(output + selected() * HIT_BYTES));
  }
  memory.copy(io(block), output, block);
  release(output, block);
  return hits;
}

function explain(slot: u32, hit: Hit): void {
  const item = Item.at(slot);
  const match = Match.at(slot);
  const passage = Passage.at(slot);
  hit.slot = slot;
  hit.relevance = relevanceOf(item, match);
  hit.text = hit.window = hit.group = hit.prior = hit.matched = hit.cosine = hit.dense = NaN;
  if (queryTerms) {
    const gate = gateAt(passage.lane);
    hit.text = share(match.text, mostText);
    hit.window = gate * share(match.window, mostWindow);
    hit.group = gate * share(Group.at(passage.group).score, mostGroup);
    hit.prior = priorOf(passage);
    hit.matched = share(match.mass, queryMass);
  }
  if (queryHasDense && item.vector) {
    hit.cosine = cosineOf(item);
    hit.dense = denseOf(item);
  }
  hit.decay = decayOf(item);
  hit.score = hit.relevance * hit.decay * importanceWeight(item);
}

@inline
function share(part: f64, most: f64): f64 {
  return most > 0 ? part / most : 0;
}
