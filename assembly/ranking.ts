// Recall: gives what matches a query one score, and keeps the best. Parts relative to the best of each, priors, decay,
// importance; docs/recall.md has the formulas and their sources. Nothing of a query outlives it.
import { decay } from './decay';
import { Item, slots } from './items';
import { Group, Passage, SMALLEST_SAMPLE } from './lanes';
import {
  beginMatching,
  candidateAt,
  candidateCount,
  documents,
  endMatching,
  gateAt,
  holdsTwoWords,
  isNamed,
  Match,
  matchTerms,
  meanText,
  mostGroup,
  mostMass,
  mostText,
  mostWindow,
  queryMass,
  queryTerms,
  touch,
} from './matching';
import { allocate, io, release } from './memory';
import { offer, selected, takeWorst, worstScore } from './selection';
import { ownerOf, rowCount, scan, scoreOf } from './vectors';

const WINDOW_WEIGHT: f64 = 1.5;
const GROUP_WEIGHT: f64 = 0.2;
/** What is said by somebody whom the query names counts more, what only asks counts less, what is long a little more. */
const NAMED: f64 = 1.2;
const ASKS: f64 = 0.8;
const LENGTH: f64 = 0.1;
/** From so many texts on one is found by its neighbours alone; among fewer these only lift what has a word itself. */
const FEWEST_FOR_NEIGHBOURS: u32 = 64;
const MOST_IMPORTANCE_WEIGHT: f64 = 1.2;
/** Instead of 0 where it is divided by. */
const LEAST: f64 = 1e-300;

const KNOWN_LENGTHS: u32 = 256;
/** By length, below `priorsEnd`. */
const priors: usize = memory.data(2048);
let priorsEnd: u32 = 0;

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
  dense: f64;
  decay: f64;
}

const HIT_BYTES: u32 = 80;

let queryNow: f64 = 0;
let queryFloor: f64 = 0;
let queryHasDense: bool = false;
/** Neither terms nor a vector were given: every item is equally relevant. */
let queryIsEmpty: bool = false;
let denseWeight: f64 = 0;
/** False where no text of many holds two words of the query, or a telling one: sharing one common word is no match. */
let isMatch: bool = false;
let mostLexical: f64 = 0;

/**
 * The I/O region holds the vector, the sorted term ids, the named speakers, then the mask if `masked`.
 * Leaves the hits there, best first, and returns their number.
 */
export function rank(
  vectorLength: u32,
  termCount: u32,
  speakerCount: u32,
  masked: bool,
  scopes: u32,
  limit: u32,
  now: f64,
  decayFloor: f64,
  minimumMatch: f64,
  dense: f64,
): u32 {
  const terms = io(0) + (vectorLength << 2);
  const termsEnd = terms + (termCount << 2);
  const speakersEnd = termsEnd + (speakerCount << 2);
  queryNow = now;
  queryFloor = decayFloor;
  queryIsEmpty = !termCount && !vectorLength;
  denseWeight = dense;
  queryHasDense = vectorLength > 0 && scan(vectorLength);
  mostLexical = 0;
  priorsEnd = 0;

  beginMatching(now, scopes, masked ? speakersEnd : 0, termsEnd, speakersEnd);
  if (termCount) matchTerms(terms, termsEnd);
  // A vector without weight must not bring in what shares nothing with the words but its group.
  if (queryHasDense && (denseWeight > 0 || !queryTerms)) {
    for (let row: u32 = 0, end = rowCount(); row < end; row++) {
      if (scoreOf(row) > 0) touch(ownerOf(row));
    }
  }
  if (queryIsEmpty) {
    for (let slot: u32 = 0, end = slots(); slot < end; slot++) touch(slot);
  }
  weighMatches(minimumMatch);
  selectBest(limit);
  const hits = writeBest();
  endMatching();
  return hits;
}

/** Each part relative to the best of it, then everything relative to the best of all. */
function weighMatches(minimumMatch: f64): void {
  isMatch = false;
  if (!queryTerms) return;
  isMatch = mostText > 0 && (documents < SMALLEST_SAMPLE || holdsTwoWords || mostMass >= minimumMatch * queryMass);
  if (!isMatch) return;
  const perText = 1 / mostText;
  const perWindow = WINDOW_WEIGHT / max(mostWindow, LEAST);
  const perGroup = GROUP_WEIGHT / max(mostGroup, LEAST);
  const mayLackWords = documents >= FEWEST_FOR_NEIGHBOURS;
  for (let i: u32 = 0; i < candidateCount; i++) {
    const slot = candidateAt(i);
    const passage = Passage.at(slot);
    const match = Match.at(slot);
    if (!match.text && !mayLackWords) continue;
    const around = perWindow * match.window + perGroup * Group.at(passage.group).score;
    match.lexical = (perText * match.text + gateAt(passage.lane) * around) * priorOf(passage);
    mostLexical = max(mostLexical, match.lexical);
  }
}

@inline
function share(part: f64, most: f64): f64 {
  return most > 0 ? part / most : 0;
}

@inline
function priorOf(passage: Passage): f64 {
  let prior = lengthPrior(passage.length);
  if (passage.asks) prior *= ASKS;
  return isNamed(passage.speaker) ? prior * NAMED : prior;
}

/** A logarithm for each candidate would cost as much as everything else: it is taken once per length and query. */
function lengthPrior(length: u32): f64 {
  if (length >= KNOWN_LENGTHS) return 1 + LENGTH * NativeMath.log(1 + length / meanText);
  for (; priorsEnd <= length; priorsEnd++) {
    store<f64>(priors + (priorsEnd << 3), 1 + LENGTH * NativeMath.log(1 + priorsEnd / meanText));
  }
  return load<f64>(priors + (length << 3));
}

/** Adding the vector never replaces the words: a weight of 0 is the order of the words alone. */
@inline
function relevanceOf(item: Item, match: Match): f64 {
  if (queryIsEmpty) return 1;
  const lexical = isMatch ? match.lexical / mostLexical : 0;
  if (!queryHasDense || !item.vector) return lexical;
  const dense = denseOf(item);
  if (!queryTerms) return dense;
  return (lexical + denseWeight * dense) / (1 + denseWeight);
}

@inline
function denseOf(item: Item): f64 {
  return min<f64>(1, max<f64>(0, <f64>scoreOf(item.vector - 1)));
}

@inline
function importanceWeight(item: Item): f64 {
  return 0.8 + 0.4 * item.importance;
}

@inline
function decayOf(item: Item): f64 {
  return max(queryFloor, decay(item.createdAt, queryNow));
}

function selectBest(limit: u32): void {
  if (!limit) return;
  // Most are out before anything but their match is read: no weight of importance is above it, and no rounding.
  const bound = isMatch && !queryHasDense ? (MOST_IMPORTANCE_WEIGHT / mostLexical) * (1 + 1e-9) : Infinity;
  for (let i: u32 = 0; i < candidateCount; i++) {
    const slot = candidateAt(i);
    if (selected() == limit && Match.at(slot).lexical * bound < worstScore()) continue;
    const item = Item.at(slot);
    const relevance = relevanceOf(item, Match.at(slot));
    if (!(relevance > 0)) continue;
    // Decay is at most 1 and rounding keeps order, so most candidates are out before the power is computed.
    if (selected() == limit && relevance * importanceWeight(item) < worstScore()) continue;
    offer(slot, relevance * decayOf(item) * importanceWeight(item), limit);
  }
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
  hit.text = hit.window = hit.group = hit.prior = hit.matched = hit.dense = NaN;
  if (queryTerms) {
    const gate = gateAt(passage.lane);
    hit.text = share(match.text, mostText);
    hit.window = gate * share(match.window, mostWindow);
    hit.group = gate * share(Group.at(passage.group).score, mostGroup);
    hit.prior = priorOf(passage);
    hit.matched = share(match.mass, queryMass);
  }
  if (queryHasDense && item.vector) hit.dense = denseOf(item);
  hit.decay = decayOf(item);
  hit.score = hit.relevance * hit.decay * importanceWeight(item);
}
