// Recall: matches a query by words and by meaning, selects the best hits and explains them. Only the room of its arrays
// outlives a query.
//
// Selection is exact but looks at little. Every slot has upper bounds of its score that are cheaper than the score: by
// its match, by its cosine, by its relevance without decay. A slot whose bound is below the worst hit selected so far
// is out (the idea of MaxScore, Turtle and Flood 1995). The early selections therefore decide how much is skipped.
import { Item, slots } from '../items';
import { allocate, io, release } from '../memory/allocator';
import { gateOf } from '../text/coherence';
import { Document, Group } from '../text/documents';
import { scoreBar } from '../vectors/score-bar';
import { isByCodes, ownerOf, rowCount, scoreArray, scoreExactly, scoreOf } from '../vectors/vectors';
import { cosineFloor } from './cosine-floor';
import { matchTerms } from './matching';
import { Query, query } from './query';
import {
  CODE_ERROR,
  cosineOf,
  decayOf,
  denseOf,
  importanceWeight,
  isFoundByMeaning,
  leastCosine,
  priorOf,
  relevanceOf,
  scoreBound,
  weighMatches,
} from './relevance';
import { Selection, SELECTION_BYTES } from './selection';

/**
 * If scores come from codes, four times the limit and at least 32 candidates get an exact look. Codes may swap texts
 * whose cosines differ by less than their error; docs/recall.md has the measurement.
 */
const CANDIDATES_PER_HIT_SHIFT: u32 = 2;
const FEWEST_CANDIDATES: u32 = 32;
/** Largest floor: the dense part divides by 1 − floor. */
const MOST_FLOOR: f64 = 0.99;

/**
 * A hit as JavaScript reads it (src/kernel/kernel.ts); all numbers have one type so that the hits are one array; NaN =
 * the signal is absent.
 */
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
  time: f64;
  decay: f64;
}

const HIT_BYTES: u32 = 96;

/** One suffices: queries never nest. Functions below take it, like the query, as an argument. */
const selection = changetype<Selection>(memory.data(SELECTION_BYTES));

/**
 * Ranks a query. The I/O region holds the sorted term ids, the speakers that the query names, one f32 per slot if
 * `timeWeight` is above 0, then the mask if `masked`; `prepareVector` took the vector. Leaves the hits in the region,
 * best first, and returns their number.
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
  timeWeight: f64,
): u32 {
  const terms = io(0);
  const termsEnd = terms + (termCount << 2);
  const speakersEnd = termsEnd + (speakerCount << 2);
  query.begin();
  query.now = now;
  query.decayFloor = decayFloor;
  query.denseWeight = denseWeight;
  query.denseFloor = denseFloor;
  query.scopes = scopes;
  query.timely = timeWeight > 0 ? speakersEnd : 0;
  query.timeWeight = timeWeight;
  query.mask = masked ? (timeWeight > 0 ? speakersEnd + (slots() << 2) : speakersEnd) : 0;
  query.speakers = termsEnd;
  query.speakersEnd = speakersEnd;
  query.isEmpty = !termCount && !hasVector;
  query.hasVector = hasVector;
  // Before any cosine is weighed, and after scopes and mask are set: texts that the query may not see must not move it.
  // NaN: the floor is as given.
  if (query.hasDense && denseContrast >= 0) {
    query.denseFloor = max(denseFloor, min(MOST_FLOOR, cosineFloor(query, denseContrast)));
  }
  if (termCount) matchTerms(query, terms, termsEnd);
  // Nothing to match: every visible text is a candidate, and importance and decay alone order them. If the query names
  // a time, texts that suit it are candidates even without a word.
  if (query.isEmpty || query.timely) {
    for (let slot: u32 = 0, end = slots(); slot < end; slot++) {
      if (query.isEmpty || query.timelinessOf(slot) > 0) query.touch(slot);
    }
  }
  weighMatches(query, minimumMatch);
  if (limit) selectBest(query, selection, limit);
  const hits = writeBest(query, selection);
  // Last: `writeBest` explains hits from the matches that this sets back to zero.
  query.end();
  return hits;
}

/** Selects the candidates of the words, then rows that only the vector can find; then looks exactly if codes chose. */
function selectBest(query: Query, selection: Selection, limit: u32): void {
  const looksTwice = query.hasDense && isByCodes();
  const wanted = looksTwice ? max(FEWEST_CANDIDATES, limit << CANDIDATES_PER_HIT_SHIFT) : limit;
  query.codeError = looksTwice ? CODE_ERROR : 0;
  for (let i: u32 = 0; i < query.candidateCount; i++) {
    const slot = query.candidate(i);
    // The bound rules out most candidates before anything but their match is read.
    if (selection.size == wanted && scoreBound(query, query.match(slot)) < selection.worstScore()) continue;
    consider(query, selection, slot, wanted);
  }
  if (isFoundByMeaning(query)) {
    // Texts that share no word. The rows above the bar come first: they raise the worst score so much that for nearly
    // all others only the score is read.
    considerRows(query, selection, wanted, scoreBar(wanted));
    considerRows(query, selection, wanted, -Infinity);
  }
  if (looksTwice) lookExactly(query, selection, limit);
}

/** Considers the rows whose score is above the bar. Slots with a match were considered as candidates. */
function considerRows(query: Query, selection: Selection, wanted: u32, bar: f32): void {
  const rows = rowCount();
  const scores = scoreArray();
  let least = max(bar, leastToEnter(query, selection, wanted));
  // 16 scores at a time, in four SIMD comparisons and one branch; only a block with a score above `least` is examined.
  // The last block may reach beyond the last row: the array consists of full chunks. From the end: the last rows mostly
  // belong to the newest items, which have decayed least.
  for (let first = (rows - 1) & ~15; <i32>first >= 0; first -= 16) {
    const score = scores + (first << 2);
    const leasts = f32x4.splat(least);
    const one = v128.or(f32x4.gt(v128.load(score), leasts), f32x4.gt(v128.load(score, 16), leasts));
    const other = v128.or(f32x4.gt(v128.load(score, 32), leasts), f32x4.gt(v128.load(score, 48), leasts));
    if (!v128.any_true(v128.or(one, other))) continue;
    for (let row = first, end = min(first + 16, rows); row < end; row++) {
      if (scoreOf(row) <= least) continue;
      const slot = ownerOf(row);
      if (!query.match(slot).frequency) consider(query, selection, slot, wanted);
    }
    least = max(bar, leastToEnter(query, selection, wanted));
  }
}

/**
 * Returns the cosine that a row must exceed to be selected now. It only rises. Until the selection is full, any
 * positive score enters.
 */
function leastToEnter(query: Query, selection: Selection, wanted: u32): f32 {
  return leastCosine(query, selection.size < wanted ? 0 : selection.worstScore());
}

/**
 * Selects again, by exact cosines, among the candidates that codes selected. Empties the selection first, as exact
 * scores reorder the candidates.
 */
function lookExactly(query: Query, selection: Selection, limit: u32): void {
  const bytes = selection.size << 2;
  const found = allocate(bytes);
  const end = found + bytes;
  for (let slot = found; slot < end; slot += 4) store<u32>(slot, selection.takeWorst());
  // From here on cosines are exact, so a text below the floor no longer has a dense part.
  query.codeError = 0;
  for (let slot = found; slot < end; slot += 4) {
    const row = Item.at(load<u32>(slot)).vector;
    if (row) scoreExactly(row - 1);
    consider(query, selection, load<u32>(slot), limit);
  }
  release(found, bytes);
}

/**
 * Selects the slot if it is relevant and among the best `wanted` so far. Checks last whether the query may see it: that
 * reads the most memory.
 */
function consider(query: Query, selection: Selection, slot: u32, wanted: u32): void {
  const item = Item.at(slot);
  const relevance = relevanceOf(query, item, slot);
  if (!(relevance > 0)) return;
  // Decay is at most 1 and rounding keeps order, so this rules out most slots before their power is computed.
  if (selection.size == wanted && relevance * importanceWeight(item) < selection.worstScore()) return;
  if (query.touch(slot)) {
    selection.offer(slot, relevance * decayOf(query, item) * importanceWeight(item), wanted);
  }
}

/**
 * Empties the selection, worst first, into a block from its end, and copies it to the I/O region, which until then
 * holds the speakers that the priors read.
 */
function writeBest(query: Query, selection: Selection): u32 {
  const hits = selection.size;
  const block = hits * HIT_BYTES;
  const output = allocate(block);
  while (selection.size) {
    const slot = selection.takeWorst();
    explain(query, slot, changetype<Hit>(output + selection.size * HIT_BYTES));
  }
  memory.copy(io(block), output, block);
  release(output, block);
  return hits;
}

/** Writes the parts of the score: computed again for the few hits, instead of kept for all candidates. */
function explain(query: Query, slot: u32, hit: Hit): void {
  const item = Item.at(slot);
  const match = query.match(slot);
  const document = Document.at(slot);
  // All bits set make a NaN: a signal is absent until it is written.
  memory.fill(changetype<usize>(hit), 0xff, HIT_BYTES);
  hit.slot = slot;
  hit.relevance = relevanceOf(query, item, slot);
  if (query.terms) {
    const gate = gateOf(document);
    hit.text = share(match.text, query.bestText);
    hit.window = gate * share(match.window, query.bestWindow);
    hit.group = gate * share(Group.at(document.group).score, query.bestGroup);
    hit.prior = priorOf(query, document);
    hit.matched = share(match.mass, query.mass);
  }
  if (query.hasDense && item.vector) {
    hit.cosine = cosineOf(item);
    hit.dense = denseOf(query, item);
  }
  if (query.timely) hit.time = query.timelinessOf(slot);
  hit.decay = decayOf(query, item);
  hit.score = hit.relevance * hit.decay * importanceWeight(item);
}

/** Returns a part relative to its best value. */
function share(part: f64, most: f64): f64 {
  return most > 0 ? part / most : 0;
}
