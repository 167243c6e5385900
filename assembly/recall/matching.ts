// Lexical matching: BM25+ of the text, BM25 of its window and of its group, term at a time over the postings: each
// posting adds to an accumulator of its slot, the `Match` (Turtle and Flood, "Query evaluation: strategies and
// optimizations", 1995).
//
//   text[i]   += idf(N, df)  · (δ + sat(tf, length))                df = texts with the term
//   window[i] += idf(N, dfw) · sat(Σ tf of the window, its length)  dfw = windows with the term
//   group[g]  += idf(M, dfg) · sat(Σ tf of the group, its length)   dfg = groups with the term, of M
//
// Windows and groups have no postings of their own: each posting of a text adds to the five windows that hold the text,
// and dfw and dfg are known once the list has been read. So a query costs O(5 · postings of its terms), whatever the
// size of the collection. docs/recall.md explains the value of each part.
import { allocate, release } from '../memory/allocator';
import { inverseDocumentFrequency, normBase, normSlope, saturation } from '../text/bm25';
import { refreshGate } from '../text/coherence';
import { documentsIn, findTerm, NO_TERM, Term } from '../text/dictionary';
import { documentAt, Group, groupsEver, NONE, Scope, Stream, STREAMS } from '../text/documents';
import { frequencyAt, idAt, nextPair } from '../text/pairs';
import { runLength } from '../text/postings';
import { measureRepetition, TEXT_K1 } from '../text/repetition';
import { scopesOf } from '../text/streams';
import { CANDIDATE, matchAt, Query } from './query';

/** Windows and groups are longer, and repeat the words that they are about. */
const WINDOW_K1: f64 = 1.2;
const WINDOW_B: f64 = 0.6;
const GROUP_K1: f64 = 1.2;
const GROUP_B: f64 = 0.75;

/**
 * A term that more than an eighth of the texts hold, and more than 64, is no topic: it says nothing about neighbours.
 * So fillers lift none, and the longest lists cost one visit per posting instead of five.
 */
const COMMON_SHIFT: u32 = 3;
const FEWEST_COMMON: u32 = 64;

/**
 * The lowest bit of a term id marks a term that accompanies another one for the same word: neighbouring characters, a
 * longer beginning. It scores like any term but is no word: the share of the query that a text holds leaves it out.
 */
export const IS_PART: u32 = 1;
/**
 * The two lowest bits of a term id mark the spelling of a word that is also a term without its marks. The spelling
 * decides among words that differ by marks alone; with its full weight, words with marks would count twice.
 */
const IS_SPELLING: u32 = 3;
const SPELLING_WEIGHT: f64 = 0.2;

/** Matches the sorted term ids from `start` to `end`. A term that no text holds still counts as an unmatched one. */
export function matchTerms(query: Query, start: usize, end: usize): void {
  measureScopes(query);
  // Before the first posting: the gates decide what a posting adds to.
  measureGroups(query);
  const scopes = query.scopes;
  const documents = query.documents;
  const windowSlope = normSlope(WINDOW_K1, WINDOW_B, query.meanWindowLength);
  const groupSlope = normSlope(GROUP_K1, GROUP_B, query.meanGroupLength);
  // As many places as groups: a group enters each list at most once per term, so the loops need no check.
  const groupBytes = groupsEver() << 2;
  const touchedGroups = allocate(groupBytes);
  query.scoredGroups = allocate(groupBytes);
  // In locals: a field of the query would be loaded again for every posting.
  const matches = query.matches;
  let holdsTwoWords = false;
  let terms: u32 = 0;
  let totalMass: f32 = 0;
  for (let at = start; at < end;) {
    const id = load<u32>(at);
    at += runLength(at, end) << 2;
    // Terms count once, however often the query repeats them.
    terms++;
    const index = findTerm(id);
    // An unknown word is as telling as one that a single text holds.
    const holders = index == NO_TERM ? 0 : documentsIn(Term.at(index), scopes);
    const idf = inverseDocumentFrequency(documents, max<u32>(1, holders));
    const mass = <f32>(id & IS_PART ? 0 : idf);
    totalMass += mass;
    const weight: f64 = (id & IS_SPELLING) == IS_SPELLING ? SPELLING_WEIGHT : 1;
    // It still counts in the total: three unknown words and a common one are no match.
    if (index == NO_TERM) continue;
    const term = Term.at(index);
    const isCommon = <u32>holders > max<u32>(FEWEST_COMMON, documents >> COMMON_SHIFT);
    // Lists of the windows and groups that the term touches, so that scoring it visits no others.
    let windowsEnd = query.windows;
    let touchedEnd = touchedGroups;
    const lastPair = term.postings + term.postingBytes;
    for (let pair = term.postings; pair < lastPair; pair = nextPair(pair)) {
      const slot = idAt(pair);
      const match = matchAt(matches, slot);
      // Skips dead and hidden slots. Most others are candidates already, which one load tells.
      if (!match.frequency && !query.touch(slot)) continue;
      const frequency = frequencyAt(pair);
      const document = documentAt(slot);
      if (!holdsTwoWords && mass > 0) holdsTwoWords = match.mass > 0 || query.names(document.speaker);
      match.mass += mass;
      const stream = Stream.at(document.stream);
      const norm = stream.textBase + stream.textSlope * document.length;
      match.text += weight * idf * (stream.textDelta + saturation(frequency, TEXT_K1, norm));
      // A closed gate saves the five windows, which are most of the work.
      if (isCommon || stream.gate == 0) continue;
      windowsEnd = widen(query, matches, slot, frequency, windowsEnd);
      windowsEnd = widen(query, matches, document.window0, frequency, windowsEnd);
      windowsEnd = widen(query, matches, document.window1, frequency, windowsEnd);
      windowsEnd = widen(query, matches, document.window2, frequency, windowsEnd);
      windowsEnd = widen(query, matches, document.window3, frequency, windowsEnd);
      const group = Group.at(document.group);
      if (!group.frequency) {
        store<u32>(touchedEnd, document.group);
        touchedEnd += 4;
      }
      group.frequency += frequency;
    }
    scoreWindows(query, windowsEnd, windowSlope, weight);
    scoreGroups(query, touchedGroups, touchedEnd, groupSlope, weight);
  }
  release(touchedGroups, groupBytes);
  query.terms = terms;
  query.mass = totalMass;
  query.holdsTwoWords = holdsTwoWords;
  findBest(query);
}

/** Measures N and the mean lengths over the scopes of the query. */
export function measureScopes(query: Query): void {
  let documents: u32 = 0;
  let length: f64 = 0;
  let windowLength: f64 = 0;
  for (let index: u32 = 0; index < 4; index++) {
    if (!((query.scopes >> index) & 1)) continue;
    const scope = Scope.at(index);
    documents += scope.documents;
    length += scope.length;
    windowLength += scope.windowLength;
  }
  query.documents = documents;
  query.meanLength = max<f64>(1, length / max<u32>(1, documents));
  query.meanWindowLength = max<f64>(1, windowLength / max<u32>(1, documents));
}

/**
 * Refreshes the gates of the query's streams and their parameters of BM25; measures M and the mean length over the
 * groups of streams with an open gate. Behind a closed gate groups mean nothing, so they must not make the terms of
 * others look rarer.
 */
function measureGroups(query: Query): void {
  let groups: u32 = 0;
  let length: f64 = 0;
  for (let index: u32 = 0; index < STREAMS; index++) {
    if (!(query.scopes & scopesOf(index))) continue;
    const stream = Stream.at(index);
    measureRepetition(stream, query.meanLength);
    if (refreshGate(index) == 0) continue;
    groups += stream.groups;
    length += stream.length;
  }
  query.groups = groups;
  query.meanGroupLength = max<f64>(1, length / max<u32>(1, groups));
}

/**
 * Adds the frequency to the slot's window. Window membership is symmetric, so the windows that hold a text are those of
 * its own window. Returns the end of `query.windows`, which a window new to the term moves.
 */
@inline
function widen(query: Query, matches: usize, slot: u32, frequency: u32, end: usize): usize {
  if (slot == NONE) return end;
  const match = matchAt(matches, slot);
  if (!match.frequency && !query.touch(slot)) return end;
  const former = match.frequency;
  match.frequency = former + frequency;
  // The frequency was 0: the first posting of this term that reaches the window, so the window is listed once.
  if (former != CANDIDATE) return end;
  store<u32>(end, slot);
  return end + 4;
}

/**
 * Adds BM25 of the current term over windows, each counted as one text of all its texts' length; df = windows with the
 * term. Every text has a window, so N is the number of texts.
 */
function scoreWindows(query: Query, end: usize, slope: f64, weight: f64): void {
  const idf = weight * inverseDocumentFrequency(query.documents, (<u32>(end - query.windows)) >> 2);
  const base = normBase(WINDOW_K1, WINDOW_B);
  const matches = query.matches;
  for (let window = query.windows; window < end; window += 4) {
    const slot = load<u32>(window);
    const match = matchAt(matches, slot);
    const norm = base + slope * documentAt(slot).windowLength;
    match.window += idf * saturation(match.frequency & ~CANDIDATE, WINDOW_K1, norm);
    // Back to zero for the next term.
    match.frequency = CANDIDATE;
  }
}

/** Adds BM25 of the current term over groups; df = groups with the term. */
function scoreGroups(query: Query, touched: usize, end: usize, slope: f64, weight: f64): void {
  const idf = weight * inverseDocumentFrequency(query.groups, (<u32>(end - touched)) >> 2);
  const base = normBase(GROUP_K1, GROUP_B);
  for (; touched < end; touched += 4) {
    const number = load<u32>(touched);
    const group = Group.at(number);
    if (group.score == 0) store<u32>(query.scoredGroups + (query.scoredGroupCount++ << 2), number);
    group.score += idf * saturation(group.frequency, GROUP_K1, base + slope * group.length);
    group.frequency = 0;
    query.bestGroup = max(query.bestGroup, group.score);
  }
}

/** Finds the divisors of relevance: each part becomes relative to its best value. */
function findBest(query: Query): void {
  const matches = query.matches;
  const candidates = query.candidates;
  let text: f64 = 0;
  let window: f64 = 0;
  let mass: f32 = 0;
  for (let at = candidates, end = candidates + (query.candidateCount << 2); at < end; at += 4) {
    const slot = load<u32>(at);
    const match = matchAt(matches, slot);
    if (match.text > text) {
      text = match.text;
      query.bestByText = slot;
    }
    if (match.window > window) window = match.window;
    if (match.mass > mass) mass = match.mass;
  }
  query.bestText = text;
  query.bestWindow = window;
  query.bestMass = mass;
}
