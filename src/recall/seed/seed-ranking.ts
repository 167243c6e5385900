// The order of document 000, over what the engine gives out for it: every item that may be found. Pure; on the app's side.
import type { ScoreParts } from '../query.ts';
import { type SeedCorpus, seedCorpus, seedScore } from './seed-formula.ts';
import type { Item } from '../../items/item.ts';

interface Candidate {
  readonly text: string;
  readonly hit: { readonly score: number; readonly item?: Item; readonly parts?: ScoreParts };
}

/**
 * score = (0.7 · cosine + 0.3 · keyword) · decay · (0.8 + 0.4 · importance), newer first among equals.
 * `corpusOf`: what the formula is fitted to.
 */
export function bySeed<Found extends Candidate>(
  found: readonly Found[],
  prompt: string,
  corpusOf: (texts: readonly string[]) => SeedCorpus = seedCorpus,
): Found[] {
  if (prompt.trim() === '') return [...found];
  const inOrder = [...found].sort((one, other) => sequenceOf(one) - sequenceOf(other));
  const relevances = corpusOf(inOrder.map(({ text }) => text)).relevance(prompt);
  return inOrder
    .flatMap((each, place): Found[] => {
      const { parts } = each.hit;
      const known = relevances[place];
      if (!parts || !known) return [];
      const { decay, importanceWeight } = parts;
      const cosine = parts.cosine ?? known.cosine;
      const { keyword } = known;
      const relevance = seedScore(cosine, keyword);
      const score = relevance * decay * importanceWeight;
      const scored = { relevance, cosine, keyword, decay, importanceWeight };
      return relevance > 0 ? [{ ...each, hit: { ...each.hit, score, parts: scored } }] : [];
    })
    .sort((one, other) => other.hit.score - one.hit.score || sequenceOf(other) - sequenceOf(one));
}

const sequenceOf = ({ hit }: Candidate): number => hit.item?.sequence ?? 0;
