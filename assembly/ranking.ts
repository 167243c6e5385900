// Recall: finds the slots that a query concerns and gives each one score. BM25+ over the text, BM25 over the text with
// its neighbours, BM25 over its group, priors, decay, importance; docs/recall.md has the formulas and their sources.
// Only what a query touched is reset afterwards; nothing of a query outlives it.
import { gateOf } from './coherence';
import { decay } from './decay';
import { documentCount, PAIR_SHIFT, runLength } from './documents';
import { isHardExpired } from './expiry';
import { inverseFrequency } from './frequency';
import { FORGOTTEN, Item, LIVE, SCOPE, SCOPE_SHIFT, slots } from './items';
import { Group, groupsEver, Lane, LANES, meanLength, NONE, Passage, SMALLEST_SAMPLE } from './lanes';
import { allocate, grow, io, release } from './memory';
import { offer, selected, takeWorst, worstScore } from './selection';
import { documentsIn, findTerm, NO_TERM, Term } from './terms';
import { ownerOf, rowCount, scan, scoreOf } from './vectors';

/** BM25 of the text itself; δ as in BM25+ (Lv and Zhai 2011), so that a long text with the term beats one without. */
const TEXT_K1: f64 = 0.9;
const TEXT_B: f64 = 0.4;
const TEXT_DELTA: f64 = 0.5;
const WINDOW_K1: f64 = 1.2;
const WINDOW_B: f64 = 0.6;
const WINDOW_WEIGHT: f64 = 1.5;
const GROUP_K1: f64 = 1.2;
const GROUP_B: f64 = 0.75;
const GROUP_WEIGHT: f64 = 0.2;
/** What is said by somebody whom the query names counts more, what only asks counts less, what is long a little more. */
const NAMED: f64 = 1.2;
const ASKS: f64 = 0.8;
const LENGTH: f64 = 0.1;

/** From so many texts on one is found by its neighbours alone; among fewer these only lift what has a word itself. */
const FEWEST_FOR_NEIGHBOURS: u32 = 64;

/**
 * The lowest bit of a term id: a part of a longer word that its other terms cover too (a pair of characters). It scores
 * like any term, but does not count when it is asked how much of the query a text holds.
 */
const IS_PART: u32 = 1;

let matches: usize = 0;
/** Slots that the query may find and has touched, in no order. */
let candidates: usize = 0;
let candidateCount: u32 = 0;
/** Groups that hold a term of the query. */
let scoredGroups: usize = 0;
let scoredGroupCount: u32 = 0;
/** Slots in whose window the term at hand occurs. */
let windows: usize = 0;
let windowCount: u32 = 0;

/** What one slot has in common with the query; all zero between queries. Half a cache line: there are many of them. */
@unmanaged
class Match {
  /** Of the text, of its window, and both with group and priors: not yet relative to the best. */
  text: f64;
  window: f64;
  lexical: f64;
  /** Σ of the idf of the terms that the text holds. */
  mass: f32;
  /** Of the term at hand, in the window; the highest bit says that the slot is a candidate. */
  frequency: u32;

  @inline static at(slot: u32): Match {
    return changetype<Match>(matches + (slot << MATCH_SHIFT));
  }
}

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

const MOST_IMPORTANCE_WEIGHT: f64 = 1.2;
/** Instead of 0 where it is divided by. */
const LEAST: f64 = 1e-300;
const KNOWN_LENGTHS: u32 = 256;
/** By length, below `priorsEnd`. */
const priors: usize = memory.data(2048);
let priorsEnd: u32 = 0;

const MATCH_SHIFT: u32 = 5;
const CANDIDATE: u32 = 0x80000000;
const HIT_BYTES: u32 = 80;

let queryNow: f64 = 0;
let queryFloor: f64 = 0;
/** Address of one byte per slot, 0 = excluded; address 0 = no slot is. */
let queryMask: usize = 0;
/** One bit per scope that this query may see. */
let queryScopes: u32 = 0;
/** Numbers of the speakers that it names. */
let named: usize = 0;
let namedEnd: usize = 0;
let queryTerms: u32 = 0;
/** Σ of the idf of its distinct terms; rounded as that of a text is, so that one which holds all of them holds 1. */
let queryMass: f32 = 0;
let queryHasDense: bool = false;
/** Neither terms nor a vector were given: every item is equally relevant. */
let queryIsEmpty: bool = false;
let denseWeight: f64 = 0;
/** By lane. */
const gates: usize = memory.data(24);
/** Texts in the scopes of the query, and groups in its lanes whose gate is open. */
let documents: u32 = 0;
let groupCount: u32 = 0;
let meanText: f64 = 0;
/** k1 · (1 − b) and k1 · b / mean length. */
let textBase: f64 = 0;
let textSlope: f64 = 0;
let windowBase: f64 = 0;
let windowSlope: f64 = 0;
let groupBase: f64 = 0;
let groupSlope: f64 = 0;
/** The greatest of each part, over all candidates: 1 in the score. */
let mostText: f64 = 0;
let mostWindow: f64 = 0;
let mostGroup: f64 = 0;
let mostLexical: f64 = 0;
let mostMass: f32 = 0;
/** Some text holds more than one word of the query; that it is by somebody whom the query names counts as one. */
let holdsTwoWords: bool = false;
/** False where no text of many holds two words of the query, or a telling one: sharing one common word is no match. */
let isMatch: bool = false;

export function growRanking(from: u32, to: u32): void {
  matches = grow(matches, from << MATCH_SHIFT, to << MATCH_SHIFT);
  candidates = grow(candidates, from << 2, to << 2);
  windows = grow(windows, from << 2, to << 2);
}

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
  named = termsEnd;
  namedEnd = named + (speakerCount << 2);
  queryNow = now;
  queryFloor = decayFloor;
  queryMask = masked ? namedEnd : 0;
  queryScopes = scopes;
  queryIsEmpty = !termCount && !vectorLength;
  denseWeight = dense;
  queryHasDense = vectorLength > 0 && scan(vectorLength);
  candidateCount = 0;
  scoredGroupCount = 0;
  holdsTwoWords = false;
  mostText = mostWindow = mostGroup = mostLexical = mostMass = 0;

  if (termCount) matchTerms(terms, termsEnd);
  else queryTerms = 0;
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
  for (let i: u32 = 0; i < candidateCount; i++) {
    const match = changetype<usize>(Match.at(candidateAt(i)));
    v128.store(match, v128.splat<u32>(0));
    v128.store(match, v128.splat<u32>(0), 16);
  }
  for (let i: u32 = 0; i < scoredGroupCount; i++) Group.at(load<u32>(scoredGroups + (i << 2))).score = 0;
  if (scoredGroups) release(scoredGroups, groupsEver() << 2);
  scoredGroups = 0;
  return hits;
}

function measureScopes(): void {
  documents = documentCount(queryScopes);
  meanText = meanLength(queryScopes, documents, false);
  textBase = TEXT_K1 * (1 - TEXT_B);
  textSlope = (TEXT_K1 * TEXT_B) / meanText;
  windowBase = WINDOW_K1 * (1 - WINDOW_B);
  windowSlope = (WINDOW_K1 * WINDOW_B) / meanLength(queryScopes, documents, true);
  groupCount = 0;
  let length: f64 = 0;
  for (let index: u32 = 0; index < LANES; index++) {
    const isAsked = index ? (queryScopes >> (index + 1)) & 1 : queryScopes & 3;
    const gate = isAsked ? gateOf(index) : 0;
    store<f64>(gates + (index << 3), gate);
    if (!gate) continue;
    groupCount += Lane.at(index).groups;
    length += Lane.at(index).length;
  }
  groupBase = GROUP_K1 * (1 - GROUP_B);
  groupSlope = (GROUP_K1 * GROUP_B) / max<f64>(1, length / max<u32>(1, groupCount));
  priorsEnd = 0;
}

/** Term at a time over the postings; terms that no text holds still count as not matched. */
function matchTerms(start: usize, end: usize): void {
  measureScopes();
  queryTerms = 0;
  queryMass = 0;
  const groupBytes = groupsEver() << 2;
  const touchedGroups = allocate(groupBytes);
  scoredGroups = allocate(groupBytes);
  for (let id = start; id < end; ) {
    const own = load<u32>(id);
    id += runLength(id, end) << 2;
    queryTerms++;
    const index = findTerm(own);
    // A word that nobody ever said tells as much as one that was said once.
    const holders = index == NO_TERM ? 0 : documentsIn(Term.at(index), queryScopes);
    const idf = inverseFrequency(documents, max<u32>(1, holders));
    const mass = own & IS_PART ? 0 : idf;
    queryMass += <f32>mass;
    if (index == NO_TERM) continue;
    const term = Term.at(index);
    windowCount = 0;
    let groups: u32 = 0;
    const lastPair = term.postings + (term.postingCount << PAIR_SHIFT);
    for (let pair = term.postings; pair < lastPair; pair += 1 << PAIR_SHIFT) {
      const slot = load<u32>(pair);
      const match = Match.at(slot);
      if (!match.frequency && !touch(slot)) continue;
      const frequency = load<u32>(pair, 4);
      const passage = Passage.at(slot);
      if (mass > 0 && (match.mass > 0 || isNamed(passage.speaker))) holdsTwoWords = true;
      match.mass += <f32>mass;
      mostMass = max(mostMass, match.mass);
      match.text += idf * (TEXT_DELTA + saturation(frequency, TEXT_K1, textBase + textSlope * passage.length));
      mostText = max(mostText, match.text);
      if (!gateAt(passage.lane)) continue;
      widen(slot, frequency);
      widen(passage.window0, frequency);
      widen(passage.window1, frequency);
      widen(passage.window2, frequency);
      widen(passage.window3, frequency);
      const group = Group.at(passage.group);
      if (!group.frequency) store<u32>(touchedGroups + (groups++ << 2), passage.group);
      group.frequency += frequency;
    }
    addWindows();
    addGroups(touchedGroups, groups);
  }
  release(touchedGroups, groupBytes);
}

@inline
function widen(slot: u32, frequency: u32): void {
  if (slot == NONE) return;
  const match = Match.at(slot);
  if (!match.frequency && !touch(slot)) return;
  if (match.frequency == CANDIDATE) store<u32>(windows + (windowCount++ << 2), slot);
  match.frequency += frequency;
}

/** A window holds what its texts hold, and has an idf of its own: the share of windows with the term. */
function addWindows(): void {
  const idf = inverseFrequency(documents, windowCount);
  for (let i: u32 = 0; i < windowCount; i++) {
    const slot = load<u32>(windows + (i << 2));
    const match = Match.at(slot);
    const length = windowBase + windowSlope * Passage.at(slot).windowLength;
    match.window += idf * saturation(match.frequency & ~CANDIDATE, WINDOW_K1, length);
    match.frequency = CANDIDATE;
    mostWindow = max(mostWindow, match.window);
  }
}

function addGroups(touched: usize, count: u32): void {
  const idf = inverseFrequency(groupCount, count);
  for (let i: u32 = 0; i < count; i++) {
    const number = load<u32>(touched + (i << 2));
    const group = Group.at(number);
    if (!group.score) store<u32>(scoredGroups + (scoredGroupCount++ << 2), number);
    group.score += idf * saturation(group.frequency, GROUP_K1, groupBase + groupSlope * group.length);
    group.frequency = 0;
    mostGroup = max(mostGroup, group.score);
  }
}

/** BM25's share of a term; `length` = k1 · (1 − b + b · length / mean length). */
@inline
function saturation(frequency: u32, k1: f64, length: f64): f64 {
  return (frequency * (k1 + 1)) / (frequency + length);
}

/** Makes the slot a candidate, once, if the query may see it; what it may not see counts for no neighbour either. */
function touch(slot: u32): bool {
  const match = Match.at(slot);
  if (match.frequency) return true;
  const item = Item.at(slot);
  if ((item.flags & (LIVE | FORGOTTEN)) != LIVE) return false;
  if (!((queryScopes >> ((item.flags & SCOPE) >> SCOPE_SHIFT)) & 1)) return false;
  if (queryMask && !load<u8>(queryMask + slot)) return false;
  if (isHardExpired(item, queryNow)) return false;
  match.frequency = CANDIDATE;
  store<u32>(candidates + (candidateCount++ << 2), slot);
  return true;
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

function isNamed(speaker: u32): bool {
  if (!speaker) return false;
  for (let number = named; number < namedEnd; number += 4) if (load<u32>(number) == speaker) return true;
  return false;
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

@inline
function gateAt(lane: u32): f64 {
  return load<f64>(gates + (lane << 3));
}

@inline
function candidateAt(i: u32): u32 {
  return load<u32>(candidates + (i << 2));
}
