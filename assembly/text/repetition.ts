// Repetition of words within the texts of a stream: terms of a text ÷ distinct ones. It explains why some texts are
// longer than others (the verbosity and the scope hypothesis of Robertson and Walker, "Some simple effective
// approximations to the 2-Poisson model", 1994). Turns of a conversation hardly repeat a word: a longer one says more.
// Code, tables and articles repeat themselves: their length must be divided out, and each tells by itself what it is
// about.
//
// Agent runs repeat as much, in the output of their tools, and yet the longer text is the likelier evidence. So the
// repetition of a stream counts only as far as its texts are not turns of a conversation. docs/recall.md has
// measurements.
import { normBase, normSlope } from './bm25';
import { Stream } from './documents';

/** Terms per distinct term at which repetition begins to count, and at which it counts fully. */
const NONE: f64 = 1.1;
const FULL: f64 = 1.2;
/** Share of turns from which on a stream is a conversation. */
const TALK: f64 = 0.2;
/** Number of texts below which the mean length says little. */
const FEWEST: u32 = 64;

/**
 * k1 and b of the text itself, as in Anserini for short passages, and b for texts that repeat themselves. δ is that of
 * BM25+ (Lv and Zhai, "Lower-Bounding Term Frequency Normalization", 2011): a long text with the term beats one
 * without.
 */
export const TEXT_K1: f64 = 0.9;
const TEXT_B: f64 = 0.4;
const REPEATED_B: f64 = 0.75;
const TEXT_DELTA: f64 = 0.5;

/**
 * Measures repetition by sums of whole numbers: no sample, and the same after a reload.
 * @param meanLength mean terms per text over the query's scopes
 */
export function measureRepetition(stream: Stream, meanLength: f64): void {
  let repetition: f64 = 0;
  if (stream.count >= FEWEST) {
    const ratio = stream.length / max<f64>(1, stream.distinct);
    const talk = min<f64>(1, <f64>stream.turns / (<f64>stream.count * TALK));
    repetition = max<f64>(0, min<f64>(1, (ratio - NONE) / (FULL - NONE))) * (1 - talk);
  }
  const b = TEXT_B + (REPEATED_B - TEXT_B) * repetition;
  stream.repetition = repetition;
  stream.textDelta = TEXT_DELTA * (1 - repetition);
  stream.textBase = normBase(TEXT_K1, b);
  stream.textSlope = normSlope(TEXT_K1, b, meanLength);
}
