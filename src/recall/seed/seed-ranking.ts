// The ranking `seed`: orders every candidate item by the seed formula. Pure.
import type { ScoreParts } from '../query.ts';
import { type SeedCorpus, seedCorpus } from './seed-formula.ts';
import type { Item } from '../../items/item.ts';

interface Candidate {
  readonly text: string;
  readonly hit: { readonly score: number; readonly item?: Item; readonly parts?: ScoreParts };
}

/**
 * Ranks by score = (0.7 · cosine + 0.3 · keyword) · decay · (0.8 + 0.4 · importance), newer first among equals. Items
 * with no relevance are dropped; a blank prompt keeps the given order. Reads every text: the formula knows no
 * candidates.
 * @param corpusOf fits the formula to the texts; a caller can reuse a corpus for several prompts
 */
export function rankBySeed<Found extends Candidate>(
  found: readonly Found[],
  prompt: string,
  corpusOf: (texts: readonly string[]) => SeedCorpus = seedCorpus,
): Found[] {
  if (prompt.trim() === '') return [...found];
  // Sums of floats depend on their order; the order by sequence is the same before and after a reload.
  const inOrder = [...found].sort((one, other) => sequenceOf(one) - sequenceOf(other));
  const relevances = corpusOf(inOrder.map(({ text }) => text)).relevance(prompt);
  return inOrder
    .flatMap((each, place): Found[] => {
      const { parts } = each.hit;
      const known = relevances[place];
      if (!parts || !known) return [];
      const { decay, importanceWeight } = parts;
      const score = known.relevance * decay * importanceWeight;
      const scored = { ...known, decay, importanceWeight };
      return score > 0 ? [{ ...each, hit: { ...each.hit, score, parts: scored } }] : [];
    })
    .sort((one, other) => other.hit.score - one.hit.score || sequenceOf(other) - sequenceOf(one));
}

const sequenceOf = ({ hit }: Candidate): number => hit.item?.sequence ?? 0;
