// The coherence gate of a stream: how much neighbours tell about each other. Much in a conversation, nothing in a heap
// of unrelated notes, where windows and groups would only add noise.
//
// Two consecutive texts form a block. The lift is the mean likeness of adjacent blocks over that of distant blocks;
// likeness is the cosine of tf·idf vectors with weights (1 + ln tf) · idf (Salton and Buckley, "Term-weighting
// approaches in automatic text retrieval", 1988). Conversations have a lift of 2–3, unrelated notes one of 1.
// docs/recall.md has the formula and measurements.
import { Item } from '../items';
import { allocate, release } from '../memory/allocator';
import { log } from '../powers';
import { inverseDocumentFrequency } from './bm25';
import { dictionarySize } from './dictionary';
import { Document, FILES, Stream } from './documents';
import { frequencyAt, idAt, nextPair } from './pairs';
import { SMALLEST_SAMPLE } from './streams';

/** Lift at which the gate begins to open, and lift at which it is fully open. */
const CLOSED: f64 = 1.2;
const OPEN: f64 = 1.9;
/** Added to both likenesses, so that the lift of two values near zero stays moderate. */
const SMOOTH: f64 = 0.002;
/** Most blocks compared: with more the mean hardly changes, and a query may have to wait for it. */
const MOST_BLOCKS: u32 = 128;

/** Working set of one measurement; its arrays exist only during it. */
@unmanaged
class Sample {
  /** u32 slots in order; two consecutive ones are a block. */
  slots: usize;
  /** A `Tally` for every term of the dictionary. */
  tallies: usize;
  /** Number of blocks compared, and their distance: 1 = all blocks are compared. */
  count: u32;
  stride: u32;
  /** Length of the vector of the latest block that `product` processed. */
  norm: f64;

  @inline tally(term: u32): Tally {
    return changetype<Tally>(this.tallies + (term << TALLY_SHIFT));
  }

  /** Returns one of the two texts of a block. */
  @inline part(block: u32, part: u32): Item {
    return Item.at(load<u32>(this.slots + (((block << 1) + part) << 2)));
  }
}

/** Counts of one term. */
@unmanaged
class Tally {
  idf: f64;
  /** Frequency in the held block; before the comparison, the number of sampled texts that hold the term. */
  here: u32;
  /** Frequency in the other block. */
  there: u32;
}

const TALLY_SHIFT: u32 = 4;

const sample = changetype<Sample>(memory.data(24));

/** Returns the gate of the document's stream, 0–1, as `refreshGate` left it. */
@inline
export function gateOf(document: Document): f64 {
  return Stream.at(document.stream).gate;
}

/**
 * Measures the gate again if it is stale; a query first does so for each of its streams. Parts of one file always
 * belong together, and a rewritten file moves to the end of its stream: the gate of files is open.
 */
export function refreshGate(index: u32): f64 {
  const stream = Stream.at(index);
  if (index == FILES || stream.count < SMALLEST_SAMPLE) {
    stream.gate = 1;
  } else if (stream.isStale) {
    stream.isStale = 0;
    stream.gate = max<f64>(0, min<f64>(1, (liftOf(stream, sample) - CLOSED) / (OPEN - CLOSED)));
  }
  return stream.gate;
}

/**
 * Returns the lift of the first 16 · 2ⁿ texts of the stream: it depends on no later arrival, so a reload between two
 * doublings finds the same. With more than 128 blocks, only every `stride`th one is compared.
 */
function liftOf(stream: Stream, sample: Sample): f64 {
  const size = (<u32>1) << (31 - clz<u32>(stream.count));
  const tallyBytes = dictionarySize() << TALLY_SHIFT;
  sample.slots = allocate(size << 2);
  sample.tallies = allocate(tallyBytes);
  memory.fill(sample.tallies, 0, tallyBytes);
  for (let i: u32 = 0, slot = stream.first; i < size; i++, slot = Document.at(slot).after) {
    store<u32>(sample.slots + (i << 2), slot);
  }
  const blocks = size >> 1;
  sample.stride = (blocks + MOST_BLOCKS - 1) / MOST_BLOCKS;
  sample.count = blocks / sample.stride;
  weighTerms(sample);
  const lift = compareBlocks(sample, blocks);
  release(sample.tallies, tallyBytes);
  release(sample.slots, size << 2);
  return lift;
}

/**
 * Sets the idf of every term in the compared texts: both blocks of each stride, the held one and its neighbour. Counts
 * holders in a first pass and computes in a second, once per term.
 */
function weighTerms(sample: Sample): void {
  const stride = sample.stride;
  const texts = stride == 1 ? sample.count << 1 : sample.count << 2;
  for (let pass: u32 = 0; pass < 2; pass++) {
    for (let i: u32 = 0; i < texts; i++) {
      const place = stride == 1 ? i : (i >> 2) * (stride << 1) + (i & 3);
      const item = Item.at(load<u32>(sample.slots + (place << 2)));
      const end = item.terms + item.termBytes;
      for (let pair = item.terms; pair < end; pair = nextPair(pair)) {
        const tally = sample.tally(idAt(pair));
        if (!pass) {
          tally.here++;
        } else if (tally.here) {
          tally.idf = inverseDocumentFrequency(texts, tally.here);
          tally.here = 0;
        }
      }
    }
  }
}

/** Returns the lift: each block against the next one, and against three distant ones. */
function compareBlocks(sample: Sample, blocks: u32): f64 {
  const count = sample.count;
  const stride = sample.stride;
  let near: f64 = 0;
  let nears: u32 = 0;
  let far: f64 = 0;
  for (let k: u32 = 0; k < count; k++) {
    const block = k * stride;
    // With the block held in `here`, each comparison costs one lookup per term of the other block.
    addFrequencies(sample, block, offsetof<Tally>('here'), 1);
    product(sample, block);
    const norm = sample.norm;
    if (block + 1 < blocks) {
      near += cosine(sample, block + 1, norm);
      nears++;
    }
    // A third, a half and two thirds of the way round. With eight blocks or more, none of them is a neighbour.
    for (let sixths: u32 = 2; sixths <= 4; sixths++) {
      const other = (k + (count * sixths) / 6) % count;
      far += cosine(sample, other * stride, norm);
    }
    addFrequencies(sample, block, offsetof<Tally>('here'), -1);
  }
  return (near / nears + SMOOTH) / (far / (3 * count) + SMOOTH);
}

/** Adds the frequencies of the block's terms, times `sign`, to one counter of their tallies: `here` or `there`. */
function addFrequencies(sample: Sample, block: u32, counter: usize, sign: i32): void {
  for (let part: u32 = 0; part < 2; part++) {
    const item = sample.part(block, part);
    const end = item.terms + item.termBytes;
    for (let pair = item.terms; pair < end; pair = nextPair(pair)) {
      const at = changetype<usize>(sample.tally(idAt(pair))) + counter;
      store<u32>(at, load<u32>(at) + sign * frequencyAt(pair));
    }
  }
}

/**
 * Returns the dot product with the held block; leaves the length of this block's vector in `norm`. One pass counts, the
 * next weighs each term once and resets `there` to 0.
 */
function product(sample: Sample, block: u32): f64 {
  addFrequencies(sample, block, offsetof<Tally>('there'), 1);
  let sum: f64 = 0;
  let squares: f64 = 0;
  for (let part: u32 = 0; part < 2; part++) {
    const item = sample.part(block, part);
    const end = item.terms + item.termBytes;
    for (let pair = item.terms; pair < end; pair = nextPair(pair)) {
      const tally = sample.tally(idAt(pair));
      // A term of both texts was counted with the first one.
      if (!tally.there) continue;
      const weight = weightOf(tally.there, tally.idf);
      tally.there = 0;
      squares += weight * weight;
      if (tally.here) sum += weight * weightOf(tally.here, tally.idf);
    }
  }
  sample.norm = sqrt(squares);
  return sum;
}

/** Returns the likeness of the block to the held one, whose vector has the length `heldNorm`; 0 for an empty one. */
function cosine(sample: Sample, block: u32, heldNorm: f64): f64 {
  const sum = product(sample, block);
  return sum > 0 ? sum / (heldNorm * sample.norm) : 0;
}

/** Returns the log-scaled tf·idf: a word repeated ten times does not outweigh ten words. */
@inline
function weightOf(frequency: u32, idf: f64): f64 {
  return (1 + log(frequency)) * idf;
}
