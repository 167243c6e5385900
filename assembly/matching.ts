// What texts have in common with a query: BM25+ of the text, BM25 of its window and of its group, term at a time over
// the postings; docs/recall.md has the formulas and their sources. What a query touched is reset when it ends.
import { gateOf } from './coherence';
import { documentCount, PAIR_SHIFT, runLength } from './documents';
import { isHardExpired } from './expiry';
import { inverseFrequency } from './frequency';
import { FORGOTTEN, Item, LIVE, SCOPE, SCOPE_SHIFT } from './items';
import { Group, groupsEver, Lane, LANES, meanLength, NONE, Passage } from './lanes';
import { allocate, grow, release } from './memory';
import { documentsIn, findTerm, NO_TERM, Term } from './terms';

/** BM25 of the text itself; δ as in BM25+ (Lv and Zhai 2011), so that a long text with the term beats one without. */
const TEXT_K1: f64 = 0.9;
const TEXT_B: f64 = 0.4;
const TEXT_DELTA: f64 = 0.5;
const WINDOW_K1: f64 = 1.2;
const WINDOW_B: f64 = 0.6;
const GROUP_K1: f64 = 1.2;
const GROUP_B: f64 = 0.75;

/**
 * The lowest bit of a term id: a part of a longer word that its other terms cover too (a pair of characters). It scores
 * like any term, but does not count when it is asked how much of the query a text holds.
 */
const IS_PART: u32 = 1;

let matches: usize = 0;
/** Slots that the query may find and has touched, in no order. */
let candidates: usize = 0;
export let candidateCount: u32 = 0;
/** Groups that hold a term of the query. */
let scoredGroups: usize = 0;
let scoredGroupCount: u32 = 0;
/** Slots in whose window the term at hand occurs. */
let windows: usize = 0;
let windowCount: u32 = 0;

/** What one slot has in common with the query; all zero between queries. Half a cache line: there are many of them. */
@unmanaged
export class Match {
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

const MATCH_SHIFT: u32 = 5;
const CANDIDATE: u32 = 0x80000000;

let now: f64 = 0;
/** One bit per scope that the query may see. */
let scopes: u32 = 0;
/** Address of one byte per slot, 0 = excluded; address 0 = no slot is. */
let mask: usize = 0;
/** Numbers of the speakers that it names. */
let named: usize = 0;
let namedEnd: usize = 0;
/** Its distinct terms, and Σ of their idf; rounded as that of a text is, so that one which holds all of them holds 1. */
export let queryTerms: u32 = 0;
export let queryMass: f32 = 0;
/** By lane. */
const gates: usize = memory.data(24);
/** Texts in the scopes of the query, and groups in its lanes whose gate is open. */
export let documents: u32 = 0;
let groupCount: u32 = 0;
export let meanText: f64 = 0;
/** k1 · (1 − b) and k1 · b / mean length. */
let textBase: f64 = 0;
let textSlope: f64 = 0;
let windowBase: f64 = 0;
let windowSlope: f64 = 0;
let groupBase: f64 = 0;
let groupSlope: f64 = 0;
/** The greatest of each part, over all candidates. */
export let mostText: f64 = 0;
export let mostWindow: f64 = 0;
export let mostGroup: f64 = 0;
export let mostMass: f32 = 0;
/** Some text holds more than one word of the query; that it is by somebody whom the query names counts as one. */
export let holdsTwoWords: bool = false;

export function growMatching(from: u32, to: u32): void {
  matches = grow(matches, from << MATCH_SHIFT, to << MATCH_SHIFT);
  candidates = grow(candidates, from << 2, to << 2);
  windows = grow(windows, from << 2, to << 2);
}

/** A new query: what it may see, and whom it names (addresses of the first and behind the last number). */
export function beginMatching(moment: f64, inScopes: u32, masked: usize, firstNamed: usize, lastNamed: usize): void {
  now = moment;
  scopes = inScopes;
  mask = masked;
  named = firstNamed;
  namedEnd = lastNamed;
  candidateCount = 0;
  scoredGroupCount = 0;
  queryTerms = 0;
  holdsTwoWords = false;
  mostText = mostWindow = mostGroup = mostMass = 0;
}

export function endMatching(): void {
  for (let i: u32 = 0; i < candidateCount; i++) {
    const match = changetype<usize>(Match.at(candidateAt(i)));
    v128.store(match, v128.splat<u32>(0));
    v128.store(match, v128.splat<u32>(0), 16);
  }
  for (let i: u32 = 0; i < scoredGroupCount; i++) Group.at(load<u32>(scoredGroups + (i << 2))).score = 0;
  if (scoredGroups) release(scoredGroups, groupsEver() << 2);
  scoredGroups = 0;
}

/** Term at a time over the postings; terms that no text holds still count as not matched. */
export function matchTerms(start: usize, end: usize): void {
  measureScopes();
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
    const holders = index == NO_TERM ? 0 : documentsIn(Term.at(index), scopes);
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
export function touch(slot: u32): bool {
  const match = Match.at(slot);
  if (match.frequency) return true;
  const item = Item.at(slot);
  if ((item.flags & (LIVE | FORGOTTEN)) != LIVE) return false;
  if (!((scopes >> ((item.flags & SCOPE) >> SCOPE_SHIFT)) & 1)) return false;
  if (mask && !load<u8>(mask + slot)) return false;
  if (isHardExpired(item, now)) return false;
  match.frequency = CANDIDATE;
  store<u32>(candidates + (candidateCount++ << 2), slot);
  return true;
}

export function isNamed(speaker: u32): bool {
  if (!speaker) return false;
  for (let number = named; number < namedEnd; number += 4) if (load<u32>(number) == speaker) return true;
  return false;
}

@inline
export function gateAt(lane: u32): f64 {
  return load<f64>(gates + (lane << 3));
}

@inline
export function candidateAt(i: u32): u32 {
  return load<u32>(candidates + (i << 2));
}

function measureScopes(): void {
  documents = documentCount(scopes);
  meanText = meanLength(scopes, documents, false);
  textBase = TEXT_K1 * (1 - TEXT_B);
  textSlope = (TEXT_K1 * TEXT_B) / meanText;
  windowBase = WINDOW_K1 * (1 - WINDOW_B);
  windowSlope = (WINDOW_K1 * WINDOW_B) / meanLength(scopes, documents, true);
  groupCount = 0;
  let length: f64 = 0;
  for (let index: u32 = 0; index < LANES; index++) {
    const isAsked = index ? (scopes >> (index + 1)) & 1 : scopes & 3;
    const gate = isAsked ? gateOf(index) : 0;
    store<f64>(gates + (index << 3), gate);
    if (!gate) continue;
    groupCount += Lane.at(index).groups;
    length += Lane.at(index).length;
  }
  groupBase = GROUP_K1 * (1 - GROUP_B);
  groupSlope = (GROUP_K1 * GROUP_B) / max<f64>(1, length / max<u32>(1, groupCount));
}
