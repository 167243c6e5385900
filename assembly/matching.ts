// What texts have in common with a query: BM25+ of the text, BM25 of its window and of its group, term at a time over
// the postings; docs/recall.md has the formulas and their sources. What a query touched is reset when it ends.
import { gateOf } from './coherence';
import { documentCount, runLength } from './documents';
import { isHardExpired } from './expiry';
import { inverseFrequency } from './frequency';
import { FORGOTTEN, Item, LIVE, SCOPE, SCOPE_SHIFT, slots } from './items';
import { Group, groupsEver, Lane, LANES, meanLength, NONE, Passage } from './lanes';
import { allocate, blockBytes, release } from './memory';
import { frequencyAt, idAt, nextPair } from './pairs';
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

/** Slots for which `matches`, `candidates` and `windows` have room. */
let room: u32 = 0;
let matches: usize = 0;
/** Slots that the query may find and has touched, in no order. */
let candidates: usize = 0;
export let candidateCount: u32 = 0;
/** Groups that hold a term of the query. */
let scoredGroups: usize = 0;
let scoredGroupCount: u32 = 0;
/** Slots in whose window the term at hand occurs. */
let windows: usize = 0;

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

/** A new query: what it may see, and whom it names (addresses of the first and behind the last number). */
export function beginMatching(moment: f64, inScopes: u32, masked: usize, firstNamed: usize, lastNamed: usize): void {
  now = moment;
  scopes = inScopes;
  mask = masked;
  named = firstNamed;
  namedEnd = lastNamed;
  makeRoom();
  candidateCount = 0;
  scoredGroupCount = 0;
  queryTerms = 0;
  holdsTwoWords = false;
  mostText = mostWindow = mostGroup = mostMass = 0;
}

/** For all slots. What there was is not copied: it is of a query that has ended. */
function makeRoom(): void {
  if (slots() <= room) return;
  if (room) {
    release(matches, room << MATCH_SHIFT);
    release(candidates, room << 2);
    release(windows, room << 2);
  }
  room = (<u32>blockBytes(slots() << MATCH_SHIFT)) >> MATCH_SHIFT;
  matches = allocate(room << MATCH_SHIFT);
  memory.fill(matches, 0, room << MATCH_SHIFT);
  candidates = allocate(room << 2);
  windows = allocate(room << 2);
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
  // In registers: globals are read anew for every posting.
  const base = textBase;
  const slope = textSlope;
  const groupBytes = groupsEver() << 2;
  const touchedGroups = allocate(groupBytes);
  scoredGroups = allocate(groupBytes);
  for (let id = start; id < end;) {
    const own = load<u32>(id);
    id += runLength(id, end) << 2;
    queryTerms++;
    const index = findTerm(own);
    // A word that nobody ever said tells as much as one that was said once.
    const holders = index == NO_TERM ? 0 : documentsIn(Term.at(index), scopes);
    const idf = inverseFrequency(documents, max<u32>(1, holders));
    const mass = <f32>(own & IS_PART ? 0 : idf);
    queryMass += mass;
    if (index == NO_TERM) continue;
    const term = Term.at(index);
    let windowsEnd = windows;
    let groups: u32 = 0;
    const lastPair = term.postings + term.postingBytes;
    for (let pair = term.postings; pair < lastPair; pair = nextPair(pair)) {
      const slot = idAt(pair);
      const match = Match.at(slot);
      if (!match.frequency && !touch(slot)) continue;
      const frequency = frequencyAt(pair);
      const passage = Passage.at(slot);
      if (!holdsTwoWords && mass > 0) holdsTwoWords = match.mass > 0 || isNamed(passage.speaker);
      match.mass += mass;
      match.text += idf * (TEXT_DELTA + saturation(frequency, TEXT_K1, base + slope * passage.length));
      if (!gateAt(passage.lane)) continue;
      windowsEnd = widen(slot, frequency, windowsEnd);
      windowsEnd = widen(passage.window0, frequency, windowsEnd);
      windowsEnd = widen(passage.window1, frequency, windowsEnd);
      windowsEnd = widen(passage.window2, frequency, windowsEnd);
      windowsEnd = widen(passage.window3, frequency, windowsEnd);
      const group = Group.at(passage.group);
      if (!group.frequency) store<u32>(touchedGroups + (groups++ << 2), passage.group);
      group.frequency += frequency;
    }
    addWindows(windowsEnd);
    addGroups(touchedGroups, groups);
  }
  release(touchedGroups, groupBytes);
  findGreatest();
}

/** Adds the frequency to the slot's window; returns the end of `windows`, where the slot stands when it is new there. */
@inline
function widen(slot: u32, frequency: u32, end: usize): usize {
  if (slot == NONE) return end;
  const match = Match.at(slot);
  if (!match.frequency && !touch(slot)) return end;
  const former = match.frequency;
  match.frequency = former + frequency;
  if (former != CANDIDATE) return end;
  store<u32>(end, slot);
  return end + 4;
}

/** A window holds what its texts hold, and has an idf of its own: the share of windows with the term. */
function addWindows(end: usize): void {
  const idf = inverseFrequency(documents, (<u32>(end - windows)) >> 2);
  const base = windowBase;
  const slope = windowSlope;
  for (let window = windows; window < end; window += 4) {
    const slot = load<u32>(window);
    const match = Match.at(slot);
    const length = base + slope * Passage.at(slot).windowLength;
    match.window += idf * saturation(match.frequency & ~CANDIDATE, WINDOW_K1, length);
    match.frequency = CANDIDATE;
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

function findGreatest(): void {
  for (let i: u32 = 0; i < candidateCount; i++) {
    const match = Match.at(candidateAt(i));
    if (match.text > mostText) mostText = match.text;
    if (match.window > mostWindow) mostWindow = match.window;
    if (match.mass > mostMass) mostMass = match.mass;
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
  if (!isVisible(slot)) return false;
  match.frequency = CANDIDATE;
  store<u32>(candidates + (candidateCount++ << 2), slot);
  return true;
}

/** Whether the query may see it. */
export function isVisible(slot: u32): bool {
  const item = Item.at(slot);
  if ((item.flags & (LIVE | FORGOTTEN)) != LIVE) return false;
  if (!((scopes >> ((item.flags & SCOPE) >> SCOPE_SHIFT)) & 1)) return false;
  if (mask && !load<u8>(mask + slot)) return false;
  return !isHardExpired(item, now);
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
