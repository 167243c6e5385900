// BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009): the weight of a term,
// and the value of its frequency in a text of some length. The same two formulas serve texts, windows and groups, each
// with its own k1 and b.
import { log } from '../powers';

/**
 * Returns the inverse document frequency, ln(1 + (N − n + 0.5) / (n + 0.5)), of a term that n = `holders` of N =
 * `documents` hold. The 1 keeps it above 0 for a term that nearly every document holds.
 */
export function inverseDocumentFrequency(documents: u32, holders: u32): f64 {
  return log(1 + (<f64>documents - <f64>holders + 0.5) / (<f64>holders + 0.5));
}

/** Returns f·(k1 + 1) / (f + norm), with norm = k1 · (1 − b + b · length / mean length): each repeat adds less. */
@inline
export function saturation(frequency: u32, k1: f64, norm: f64): f64 {
  return (frequency * (k1 + 1)) / (frequency + norm);
}

/** Returns the part of the norm that is the same for all lengths. */
@inline
export function normBase(k1: f64, b: f64): f64 {
  return k1 * (1 - b);
}

/** Returns the part of the norm that each term of the length adds. */
@inline
export function normSlope(k1: f64, b: f64, meanLength: f64): f64 {
  return (k1 * b) / meanLength;
}
