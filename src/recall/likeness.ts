// How far two texts say the same, by their words. Pure.
import { isPair, termIds } from './terms/terms.ts';

/**
 * The smaller of two shares, 0–1: what `text` holds of the new text, weighted by how rare each word is (`matched`, from
 * the kernel), and how many words of `text` the new one holds. So neither a part of a long text nor a frame that many
 * items share counts as the same.
 */
export function likeness(matched: number, newTerms: ReadonlySet<number>, text: string): number {
  const words = new Set(termIds(text).filter((term) => !isPair(term)));
  let shared = 0;
  for (const word of words) if (newTerms.has(word)) shared++;
  return words.size === 0 ? 0 : Math.min(matched, shared / words.size);
}
