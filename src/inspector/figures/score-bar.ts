// Divides a score into a stacked bar: the shares of words, meaning and the rest. Pure.
import type { Hit } from '../../api/recall.ts';

export type ScorePart = 'words' | 'neighbours' | 'group' | 'meaning' | 'time' | 'keyword';

export interface ScoreShare {
  readonly part: ScorePart;
  /** Share of the whole bar, 0–1; all shares together are the score. */
  readonly width: number;
}

/**
 * Returns the parts that add up, each by its share of their sum; together they are as long as the score beside the best
 * one. Factors (decay, importance, exchange) make the whole bar longer or shorter.
 */
export function scoreShares(parts: NonNullable<Hit['parts']>, score: number, best: number): ScoreShare[] {
  const given: readonly (readonly [ScorePart, number | undefined])[] = [
    ['words', parts.text],
    ['neighbours', parts.window],
    ['group', parts.group],
    ['meaning', parts.dense ?? (parts.keyword === undefined ? undefined : parts.cosine)],
    ['time', parts.time],
    ['keyword', parts.keyword],
  ];
  const positive = given.filter((each): each is readonly [ScorePart, number] => (each[1] ?? 0) > 0);
  const sum = positive.reduce((total, [, value]) => total + value, 0);
  const length = best > 0 ? Math.max(0, Math.min(1, score / best)) : 0;
  return sum > 0
    ? positive.map(([part, value]) => ({ part, width: (length * value) / sum }))
    : [{ part: 'words', width: length }];
}
