// How much the neighbours of a text tell about it: much in a conversation, nothing in a heap of unrelated notes.
// Measured as the lift of likeness between texts in a row over texts far apart; docs/recall.md has formula and figures.
import { inverseFrequency } from './frequency';
import { Item } from './items';
import { Lane, Passage, SMALLEST_SAMPLE } from './lanes';
import { allocate, release } from './memory';
import { frequencyAt, idAt, nextPair } from './pairs';
import { log } from './powers';
import { dictionarySize } from './terms';

/** Lift at which the gate begins to open, and at which it is open. */
const CLOSED: f64 = 1.2;
const OPEN: f64 = 1.9;
/** So that the lift of two likenesses near zero stays moderate. */
const SMOOTH: f64 = 0.002;
/** Blocks that are compared; with more the mean hardly moves, and a query may have to wait for it. */
const MOST_BLOCKS: u32 = 128;
const SCRATCH_SHIFT: u32 = 4;

/** One per term of the dictionary while the gate is worked out. */
@unmanaged
class Scratch {
  idf: f64;
  /** Frequency in the block that is compared; before that, the number of sampled texts that hold the term. */
  here: u32;
  there: u32;

  @inline static at(term: u32): Scratch {
    return changetype<Scratch>(scratch + (term << SCRATCH_SHIFT));
  }
}

let scratch: usize = 0;
/** The slots looked at, in order; two in a row are a block. */
let sample: usize = 0;
/** Length of the vector of the block that was compared last. */
let norm: f64 = 0;

/** Parts of one document always belong together; and a document that is written again moves to the end of its lane. */
const DOCUMENTS: u32 = 1;

/** 0–1; a function of the first 16 · 2ⁿ texts of the lane alone, so that a reload finds the same. */
export function gateOf(index: u32): f64 {
  const lane = Lane.at(index);
  if (index == DOCUMENTS || lane.count < SMALLEST_SAMPLE) return 1;
  if (lane.isStale) {
    lane.isStale = 0;
    lane.gate = max<f64>(0, min<f64>(1, (liftOf(lane) - CLOSED) / (OPEN - CLOSED)));
  }
  return lane.gate;
}

function liftOf(lane: Lane): f64 {
  const size = (<u32>1) << (31 - clz<u32>(lane.count));
  const scratchBytes = dictionarySize() << SCRATCH_SHIFT;
  sample = allocate(size << 2);
  scratch = allocate(scratchBytes);
  memory.fill(scratch, 0, scratchBytes);
  for (let i: u32 = 0, slot = lane.first; i < size; i++, slot = Passage.at(slot).after) {
    store<u32>(sample + (i << 2), slot);
  }

  const blocks = size >> 1;
  const stride = (blocks + MOST_BLOCKS - 1) / MOST_BLOCKS;
  const count = blocks / stride;
  weighTerms(count, stride);

  let near: f64 = 0;
  let nears: u32 = 0;
  let far: f64 = 0;
  let fars: u32 = 0;
  for (let k: u32 = 0; k < count; k++) {
    const block = k * stride;
    hold(block);
    product(block);
    const own = norm;
    if (block + 1 < blocks) {
      near += cosine(block + 1, own);
      nears++;
    }
    // A third, a half and two thirds of the way round: never the next, for there are at least eight.
    for (let sixths: u32 = 2; sixths <= 4; sixths++) {
      const other = (k + (count * sixths) / 6) % count;
      far += cosine(other * stride, own);
      fars++;
    }
    letGo(block);
  }
  release(scratch, scratchBytes);
  release(sample, size << 2);
  return (near / nears + SMOOTH) / (far / fars + SMOOTH);
}

/** Blocks are compared with their next ones: of every stride, four texts count. */
function weighTerms(count: u32, stride: u32): void {
  const texts = stride == 1 ? count << 1 : count << 2;
  for (let pass: u32 = 0; pass < 2; pass++) {
    for (let i: u32 = 0; i < texts; i++) {
      const place = stride == 1 ? i : (i >> 2) * (stride << 1) + (i & 3);
      const item = Item.at(load<u32>(sample + (place << 2)));
      const end = item.terms + item.termBytes;
      for (let pair = item.terms; pair < end; pair = nextPair(pair)) {
        const term = Scratch.at(idAt(pair));
        if (!pass) {
          term.here++;
        } else if (term.here) {
          term.idf = inverseFrequency(texts, term.here);
          term.here = 0;
        }
      }
    }
  }
}

function hold(block: u32): void {
  for (let part: u32 = 0; part < 2; part++) {
    const item = partOf(block, part);
    const end = item.terms + item.termBytes;
    for (let pair = item.terms; pair < end; pair = nextPair(pair)) {
      Scratch.at(idAt(pair)).here += frequencyAt(pair);
    }
  }
}

function letGo(block: u32): void {
  for (let part: u32 = 0; part < 2; part++) {
    const item = partOf(block, part);
    const end = item.terms + item.termBytes;
    for (let pair = item.terms; pair < end; pair = nextPair(pair)) Scratch.at(idAt(pair)).here = 0;
  }
}

/** Of the held block and this one; leaves the length of this one's vector in `norm`. */
function product(block: u32): f64 {
  for (let part: u32 = 0; part < 2; part++) {
    const item = partOf(block, part);
    const end = item.terms + item.termBytes;
    for (let pair = item.terms; pair < end; pair = nextPair(pair)) {
      Scratch.at(idAt(pair)).there += frequencyAt(pair);
    }
  }
  let sum: f64 = 0;
  let squares: f64 = 0;
  for (let part: u32 = 0; part < 2; part++) {
    const item = partOf(block, part);
    const end = item.terms + item.termBytes;
    for (let pair = item.terms; pair < end; pair = nextPair(pair)) {
      const term = Scratch.at(idAt(pair));
      // Both texts hold it: it was counted with the first.
      if (!term.there) continue;
      const weight = weightOf(term.there, term.idf);
      term.there = 0;
      squares += weight * weight;
      if (term.here) sum += weight * weightOf(term.here, term.idf);
    }
  }
  norm = sqrt(squares);
  return sum;
}

function cosine(block: u32, own: f64): f64 {
  const sum = product(block);
  return sum > 0 ? sum / (own * norm) : 0;
}

@inline
function weightOf(frequency: u32, idf: f64): f64 {
  return (1 + log(frequency)) * idf;
}

@inline
function partOf(block: u32, part: u32): Item {
  return Item.at(load<u32>(sample + (((block << 1) + part) << 2)));
}
