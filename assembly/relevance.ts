// How well a slot answers a query: parts relative to the best of each, priors, the vector, decay, importance;
// docs/recall.md has the formulas and their sources.
import { decay } from './decay';
import { Item } from './items';
import { Group, Passage, SMALLEST_SAMPLE } from './lanes';
import {
  candidateAt,
  candidateCount,
  documents,
  gateAt,
  holdsTwoWords,
  isNamed,
  Match,
  meanText,
  mostGroup,
  mostMass,
  mostText,
  mostWindow,
  queryMass,
  queryTerms,
} from './matching';
import { log } from './powers';
import { scoreOf } from './vectors';

const WINDOW_WEIGHT: f64 = 1.5;
const GROUP_WEIGHT: f64 = 0.2;
/** What is said by somebody whom the query names counts more, what only asks counts less, what is long a little more. */
const NAMED: f64 = 1.2;
const ASKS: f64 = 0.8;
const LENGTH: f64 = 0.1;
/** From so many texts on one is found by its neighbours alone; among fewer these only lift what has a word itself. */
const FEWEST_FOR_NEIGHBOURS: u32 = 64;
/** That of importance, and room for what rounding adds to a score. */
const MOST_WEIGHT: f64 = 1.2 * (1 + 1e-9);
/** Room for what rounding adds to a cosine in single precision. */
const COSINE_ROUNDING: f64 = 1e-6;
/** Instead of 0 where it is divided by. */
const LEAST: f64 = 1e-300;
/** What a cosine of codes may lack: who is so little below the floor is looked at too, after all who are above it. */
const CODE_ERROR: f64 = 0.015625;
const BELOW_FLOOR: f64 = 1e-9;

const KNOWN_LENGTHS: u32 = 256;
/** By length, below `priorsEnd`. */
const priors: usize = memory.data(2048);
let priorsEnd: u32 = 0;

let queryNow: f64 = 0;
let queryFloor: f64 = 0;
/** Neither terms nor a vector were given: every item is equally relevant. */
export let queryIsEmpty: bool = false;
/** A vector was given that can be compared. */
export let queryHasDense: bool = false;
let denseWeight: f64 = 0;
let denseFloor: f64 = 0;
let codeError: f64 = 0;
/** False where no text of many holds two words of the query, or a telling one: sharing one common word is no match. */
let isMatch: bool = false;
/** What words and vector add to a score at most: the one per unit of `Match.lexical`. */
let lexicalBound: f64 = 0;
let denseBound: f64 = 0;
let mostLexical: f64 = 0;

/** A new query, before its matches are weighed. */
export function beginWeighing(now: f64, decayFloor: f64, isEmpty: bool, hasDense: bool, weight: f64, floor: f64): void {
  queryNow = now;
  queryFloor = decayFloor;
  queryIsEmpty = isEmpty;
  queryHasDense = hasDense;
  denseWeight = weight;
  denseFloor = floor;
  priorsEnd = 0;
}

/** Each part relative to the best of it, then everything relative to the best of all. */
export function weighMatches(minimumMatch: f64): void {
  mostLexical = 0;
  isMatch =
    queryTerms > 0 &&
    mostText > 0 &&
    (documents < SMALLEST_SAMPLE || holdsTwoWords || mostMass >= minimumMatch * queryMass);
  if (isMatch) weighWords();
  const weight = queryHasDense ? denseWeight : 0;
  lexicalBound = isMatch ? MOST_WEIGHT / (mostLexical * (1 + weight)) : 0;
  denseBound = queryTerms ? (MOST_WEIGHT * weight) / (1 + weight) : MOST_WEIGHT;
}

function weighWords(): void {
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
export function priorOf(passage: Passage): f64 {
  let prior = lengthPrior(passage.length);
  if (passage.asks) prior *= ASKS;
  return isNamed(passage.speaker) ? prior * NAMED : prior;
}

/** A logarithm for each candidate would cost as much as everything else: it is taken once per length and query. */
function lengthPrior(length: u32): f64 {
  if (length >= KNOWN_LENGTHS) return 1 + LENGTH * log(1 + length / meanText);
  for (; priorsEnd <= length; priorsEnd++) {
    store<f64>(priors + (priorsEnd << 3), 1 + LENGTH * log(1 + priorsEnd / meanText));
  }
  return load<f64>(priors + (length << 3));
}

/** Adding the vector never replaces the words: a weight of 0 is the order of the words alone. */
export function relevanceOf(item: Item, match: Match): f64 {
  if (queryIsEmpty) return 1;
  const lexical = isMatch ? match.lexical / mostLexical : 0;
  if (!queryHasDense) return lexical;
  // A text that still waits for its vector counts as one of another meaning: its vector can only lift it.
  const dense = item.vector ? denseOf(item) : 0;
  if (!queryTerms) return dense;
  return (lexical + denseWeight * dense) / (1 + denseWeight);
}

@inline
export function cosineOf(item: Item): f64 {
  return scoreOf(item.vector - 1);
}

/** Whether cosines are those of codes, until it is said that they are not. */
export function allowForCodes(areCodes: bool): void {
  codeError = areCodes ? CODE_ERROR : 0;
}

/** What texts that have nothing to do with each other reach is no signal. */
export function denseOf(item: Item): f64 {
  const above = cosineOf(item) - denseFloor;
  return above > 0 ? min(1, above / (1 - denseFloor)) : max(0, above + codeError) * BELOW_FLOOR;
}

@inline
export function importanceWeight(item: Item): f64 {
  return 0.8 + 0.4 * item.importance;
}

@inline
export function decayOf(item: Item): f64 {
  return max(queryFloor, decay(item.createdAt, queryNow));
}

/** No score of this match is above it. */
@inline
export function mostScore(match: Match): f64 {
  return match.lexical * lexicalBound + denseBound;
}

/** A vector without weight must not bring in what shares nothing with the words. */
export function isFoundByMeaning(): bool {
  return queryHasDense && denseBound > 0;
}

/** What shares nothing with the words has no score above this one, unless its cosine is above that. */
export function leastCosine(score: f64): f32 {
  const dense = score / denseBound;
  const missing = dense < BELOW_FLOOR ? codeError : 0;
  return <f32>(denseFloor + (1 - denseFloor) * dense - missing - COSINE_ROUNDING);
}
