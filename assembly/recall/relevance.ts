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
/** Off the weight of the window where texts repeat themselves. */
const REPEATED: f64 = 0.5;
const GROUP_WEIGHT: f64 = 0.2;
/** Priors: a text by a speaker whom the query names counts more, a mere question less, a long turn a little more. */
const NAMED: f64 = 1.2;
const ASKS: f64 = 0.8;
const LENGTH: f64 = 0.1;
/** From this many texts on neighbours alone can find a text. Among fewer they only lift a text that holds a word. */
const FEWEST_FOR_NEIGHBOURS: u32 = 64;
/** The greatest importance weight, with room for the rounding of a score. */
const MOST_WEIGHT: f64 = 1.2 * (1 + 1e-9);
/** Room for the rounding of a cosine in single precision. */
const COSINE_ROUNDING: f64 = 1e-6;
/** Of a query that its best text holds, beside the time that it names. */
const LEAST_SHARE: f64 = 0.2;
/** Instead of 0 as a divisor. */
const LEAST: f64 = 1e-300;
/** What a cosine of codes may lack, 1/64: a text that is so little below the floor gets an exact look as well. */
export const CODE_ERROR: f64 = 0.015625;
/** The dense part of such a text, per unit of cosine: positive, but below that of every text above the floor. */
const BELOW_FLOOR: f64 = 1e-9;

/**
 * Makes each part relative to the best of it, and relevance relative to the best of all.
 * @param minimumMatch where no text holds two words, the share of the query's idf mass that one must hold
 */
export function weighMatches(query: Query, minimumMatch: f64): void {
  // One common word among unknown ones is no match. Among a handful of texts nobody knows which words are common.
  query.isMatch =
    query.terms > 0 &&
    query.bestText > 0 &&
    (query.documents < SMALLEST_SAMPLE || query.holdsTwoWords || query.bestMass >= minimumMatch * query.mass);
  if (query.isMatch) weighWords(query);
  const weight = query.hasDense ? query.denseWeight : 0;
  // Words are relative to the best text. The less of the query that holds, the less they tell beside its time.
  if (query.mass > 0) query.timeWeight /= max<f64>(LEAST_SHARE, query.bestMass / query.mass);
  const mostFit = MOST_WEIGHT / (1 + query.timeWeight);
  query.lexicalBound = query.isMatch ? mostFit / (query.bestLexical * (1 + weight)) : 0;
  query.denseBound = query.terms ? (mostFit * weight) / (1 + weight) : mostFit;
  query.timeBound = mostFit * query.timeWeight;
}

/**
 * lexical = (text + gate · ((1.5 − 0.5 · repetition) · window + 0.2 · group)) × prior, of the candidates that may be
 * the best; of all others the upper bound, which takes nothing but their match.
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
  // The first one is likely to be near the best, and spares most others.
  let best = lexicalOf(query, query.bestByText);
  for (let at = query.candidates, end = at + (query.candidateCount << 2); at < end; at += 4) {
    const slot = load<u32>(at);
    const match = matchAt(matches, slot);
    // A group alone finds nothing: what only its time has found has neither.
    if (match.text == 0 && (!mayLackWords || match.window == 0)) continue;
    const bound = mostText * match.text + mostWindow * match.window + mostGroup;
    match.lexical = -bound;
    if (bound > best) best = max(best, lexicalOf(query, slot));
  }
  query.bestLexical = best;
}

/** With room for the rounding of what it bounds. */
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

/** Length × question × speaker. */
export function priorOf(query: Query, document: Document): f64 {
  const stream = Stream.at(document.stream);
  // Length tells something in a talk only: nothing in a heap of notes, nor where texts repeat themselves.
  const weight = LENGTH * stream.gate * (1 - stream.repetition);
  let prior = weight > 0 ? 1 + weight * log(1 + document.length / query.meanLength) : 1;
  if (document.flags & QUESTION) prior *= ASKS;
  return query.names(document.speaker) ? prior * NAMED : prior;
}

/** (fit + weight · timely) / (1 + weight): the time that a query names orders what fits, and excludes nothing. */
export function relevanceOf(query: Query, item: Item, slot: u32): f64 {
  const fit = fitOf(query, item, slot);
  if (!query.timely) return fit;
  return (fit + query.timeWeight * query.timelinessOf(slot)) / (1 + query.timeWeight);
}

/** (lexical + weight · dense) / (1 + weight): the vector adds to the words and never replaces them. */
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

/** Only for an item with a vector. */
@inline
export function cosineOf(item: Item): f64 {
  return scoreOf(item.vector - 1);
}

/** (cosine − floor) / (1 − floor), 0–1: the cosine that unrelated texts reach is no signal. */
export function denseOf(query: Query, item: Item): f64 {
  const floor = query.denseFloor;
  const above = cosineOf(item) - floor;
  return above > 0 ? min(1, above / (1 - floor)) : max(0, above + query.codeError) * BELOW_FLOOR;
}

/** 0.8–1.2: importance moves a hit, but never past one that is half as relevant again. */
@inline
export function importanceWeight(item: Item): f64 {
  return 0.8 + 0.4 * item.importance;
}

@inline
export function decayOf(query: Query, item: Item): f64 {
  return max(query.decayFloor, decay(item.createdAt, query.now));
}

/** Upper bound of the match's score. */
@inline
export function scoreBound(query: Query, match: Match): f64 {
  return abs(match.lexical) * query.lexicalBound + query.denseBound + query.timeBound;
}

/** A vector of weight 0 must not bring in texts that share nothing with the words. */
export function isFoundByMeaning(query: Query): bool {
  return query.hasDense && query.denseBound > 0;
}

/** The cosine that a text without a word of the query must exceed to reach the score. */
export function leastCosine(query: Query, score: f64): f32 {
  const dense = score / query.denseBound;
  const missing = dense < BELOW_FLOOR ? query.codeError : 0;
  return <f32>(query.denseFloor + (1 - query.denseFloor) * dense - missing - COSINE_ROUNDING);
}
