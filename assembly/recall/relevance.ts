// Relevance: the lexical parts relative to the best of each, the priors, the dense part; and the score, which is
// relevance × decay × importance. docs/recall.md has the formulas and their sources.
import { Item, QUESTION } from '../items';
import { decay } from '../order/decay';
import { log } from '../powers';
import { gateOf } from '../text/coherence';
import { Document, documentAt, Group, longestText, Stream } from '../text/documents';
import { SMALLEST_SAMPLE } from '../text/streams';
import { scoreOf } from '../vectors/vectors';
import { Match, matchAt, Query } from './query';

const WINDOW_WEIGHT: f64 = 1.5;
/** Reduction of the window's weight for texts that repeat themselves. */
const REPEATED: f64 = 0.5;
const GROUP_WEIGHT: f64 = 0.2;
/** Priors: a text by a speaker that the query names counts more, a mere question less, a long turn a little more. */
const NAMED: f64 = 1.2;
const ASKS: f64 = 0.8;
const LENGTH: f64 = 0.1;
/** Number of texts from which neighbours alone can find a text; among fewer they only lift a text that holds a word. */
const FEWEST_FOR_NEIGHBOURS: u32 = 64;
/** Greatest importance weight, with room for the rounding of a score. */
const MOST_WEIGHT: f64 = 1.2 * (1 + 1e-9);
/** Room for the rounding of a cosine in single precision. */
const COSINE_ROUNDING: f64 = 1e-6;
/** Least share of the query held by its best text, when the time is weighed. */
const LEAST_SHARE: f64 = 0.2;
/** Divisor instead of 0. */
const LEAST: f64 = 1e-300;
/** Greatest error of a cosine of codes, 1/64: a text so little below the floor gets an exact look as well. */
export const CODE_ERROR: f64 = 0.015625;
/** Dense part of such a text, per unit of cosine: positive, but below the dense part of every text above the floor. */
const BELOW_FLOOR: f64 = 1e-9;

/**
 * Makes each part relative to its best value, and relevance relative to the best of all.
 * @param minimumMatch share of the query's idf mass that a text must hold if no text holds two words
 */
export function weighMatches(query: Query, minimumMatch: f64): void {
  // One common word among unknown ones is no match. Among a handful of texts it is unknown which words are common.
  query.isMatch =
    query.terms > 0 &&
    query.bestText > 0 &&
    (query.documents < SMALLEST_SAMPLE || query.holdsTwoWords || query.bestMass >= minimumMatch * query.mass);
  if (query.isMatch) weighWords(query);
  const weight = query.hasDense ? query.denseWeight : 0;
  // Words are relative to the best text. The less of the query it holds, the less words tell next to its time.
  if (query.mass > 0) query.timeWeight /= max<f64>(LEAST_SHARE, query.bestMass / query.mass);
  const mostFit = MOST_WEIGHT / (1 + query.timeWeight);
  query.lexicalBound = query.isMatch ? mostFit / (query.bestLexical * (1 + weight)) : 0;
  query.denseBound = query.terms ? (mostFit * weight) / (1 + weight) : mostFit;
  query.timeBound = mostFit * query.timeWeight;
}

/**
 * Computes lexical = (text + gate · ((1.5 − 0.5 · repetition) · window + 0.2 · group)) × prior, for candidates that may
 * be the best; for all others the upper bound, which reads only their match.
 */
function weighWords(query: Query): void {
  query.perText = 1 / query.bestText;
  query.perWindow = 1 / max(query.bestWindow, LEAST);
  query.perGroup = GROUP_WEIGHT / max(query.bestGroup, LEAST);
  const most = mostPrior(query);
  const mostText = query.perText * most;
  const mostWindow = WINDOW_WEIGHT * query.perWindow * most;
  const mostGroup = GROUP_WEIGHT * most;
  const mayLackWords = query.documents >= FEWEST_FOR_NEIGHBOURS;
  const matches = query.matches;
  // The first one is likely to be near the best, which spares most others.
  let best = lexicalOf(query, query.bestByText);
  for (let at = query.candidates, end = at + (query.candidateCount << 2); at < end; at += 4) {
    const slot = load<u32>(at);
    const match = matchAt(matches, slot);
    // A group alone finds nothing: skip slots without text and window, such as those found only by their time.
    if (match.text == 0 && (!mayLackWords || match.window == 0)) continue;
    const bound = mostText * match.text + mostWindow * match.window + mostGroup;
    match.lexical = -bound;
    if (bound > best) best = max(best, lexicalOf(query, slot));
  }
  query.bestLexical = best;
}

/** Returns the greatest prior, with room for rounding. */
function mostPrior(query: Query): f64 {
  const length = 1 + LENGTH * log(1 + longestText() / query.meanLength);
  return (query.speakers < query.speakersEnd ? NAMED : 1) * length * (1 + 1e-9);
}

/** Weighs the words of a candidate that has only its bound so far. */
function lexicalOf(query: Query, slot: u32): f64 {
  const match = query.match(slot);
  const document = documentAt(slot);
  const windowWeight = WINDOW_WEIGHT - REPEATED * Stream.at(document.stream).repetition;
  const around = windowWeight * query.perWindow * match.window + query.perGroup * Group.at(document.group).score;
  match.lexical = (query.perText * match.text + gateOf(document) * around) * priorOf(query, document);
  return match.lexical;
}

/** Returns length × question × speaker. */
export function priorOf(query: Query, document: Document): f64 {
  const stream = Stream.at(document.stream);
  // Length is meaningful only in a conversation: not in a heap of notes, nor if texts repeat themselves.
  const weight = LENGTH * stream.gate * (1 - stream.repetition);
  let prior = weight > 0 ? 1 + weight * log(1 + document.length / query.meanLength) : 1;
  if (document.flags & QUESTION) prior *= ASKS;
  return query.names(document.speaker) ? prior * NAMED : prior;
}

/** Returns (fit + weight · timely) / (1 + weight): the time that a query names orders matches and excludes nothing. */
export function relevanceOf(query: Query, item: Item, slot: u32): f64 {
  const fit = fitOf(query, item, slot);
  if (!query.timely) return fit;
  return (fit + query.timeWeight * query.timelinessOf(slot)) / (1 + query.timeWeight);
}

/** Returns (lexical + weight · dense) / (1 + weight): the vector adds to the words and never replaces them. */
function fitOf(query: Query, item: Item, slot: u32): f64 {
  if (query.isEmpty) return 1;
  let lexical: f64 = 0;
  if (query.isMatch) {
    const known = query.match(slot).lexical;
    lexical = (known < 0 ? lexicalOf(query, slot) : known) / query.bestLexical;
  }
  if (!query.hasDense) return lexical;
  // A text still without a vector counts as unrelated in meaning, so that its vector can only lift it.
  const dense = item.vector ? denseOf(query, item) : 0;
  if (!query.terms) return dense;
  return (lexical + query.denseWeight * dense) / (1 + query.denseWeight);
}

/** Returns the cosine of an item that has a vector. */
@inline
export function cosineOf(item: Item): f64 {
  return scoreOf(item.vector - 1);
}

/** Returns (cosine − floor) / (1 − floor), 0–1: the cosine that unrelated texts reach is no signal. */
export function denseOf(query: Query, item: Item): f64 {
  const floor = query.denseFloor;
  const above = cosineOf(item) - floor;
  return above > 0 ? min(1, above / (1 - floor)) : max(0, above + query.codeError) * BELOW_FLOOR;
}

/** Returns 0.8–1.2: importance moves a hit, but never past one that is half as relevant again. */
@inline
export function importanceWeight(item: Item): f64 {
  return 0.8 + 0.4 * item.importance;
}

@inline
export function decayOf(query: Query, item: Item): f64 {
  return max(query.decayFloor, decay(item.createdAt, query.now));
}

/** Returns an upper bound of the match's score. */
@inline
export function scoreBound(query: Query, match: Match): f64 {
  return abs(match.lexical) * query.lexicalBound + query.denseBound + query.timeBound;
}

/** Whether the vector may find texts: with weight 0 it must not bring in texts that share no word. */
export function isFoundByMeaning(query: Query): bool {
  return query.hasDense && query.denseBound > 0;
}

/** Returns the cosine that a text without a word of the query must exceed to reach the score. */
export function leastCosine(query: Query, score: f64): f32 {
  const dense = score / query.denseBound;
  const missing = dense < BELOW_FLOOR ? query.codeError : 0;
  return <f32>(query.denseFloor + (1 - query.denseFloor) * dense - missing - COSINE_ROUNDING);
}
