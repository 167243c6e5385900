// Facts that changed, and others that only sound alike. The rule was developed with the development pairs; the held-out
// ones were written and tried afterwards.
import { describe, expect, it } from 'vitest';
import type { Hit } from '../../../src/api/recall.ts';
import * as controls from './control-pairs.ts';
import { CHINESE_DISTRACTORS, ENGLISH_DISTRACTORS } from './distractors.ts';
import * as heldOut from './held-out-pairs.ts';
import { EQUAL, hitsAmong, REPLACEMENTS, SETTINGS } from './pair-memory.ts';
import * as templated from './templated-pairs.ts';
import * as updates from './update-pairs.ts';
import type { Pair } from './update-pairs.ts';

const LEAST_SHARE = 0.9;

interface Answer {
  readonly pair: Pair;
  /** Ids of the pair's hits, best first. */
  readonly order: readonly string[];
  /** Whether the two facts exchanged their places. */
  readonly isExchanged: boolean;
}

/** Returns the ids of the pair's facts in the order of the hits. */
const idsOf = (hits: readonly Hit[]): string[] =>
  hits.flatMap(({ id = '' }) => (id === 'older' || id === 'newer' ? [id] : []));

describe.each([
  ['pairs of development', { ...updates, ...controls }, SETTINGS],
  ['held-out pairs', heldOut, SETTINGS],
  ['pairs of one template', templated, EQUAL],
] as const)('of the %s', (_, pairsOf, settings) => {
  describe.each(Object.entries(settings))('%s', (_setting, setting) => {
    it('there are as many as the share needs to mean something, in either language', () => {
      expect(pairsOf.ENGLISH_UPDATES.length).toBeGreaterThanOrEqual(12);
      expect(pairsOf.CHINESE_UPDATES.length).toBeGreaterThanOrEqual(12);
    });

    const answersOf = async (english: readonly Pair[], chinese: readonly Pair[]): Promise<Answer[]> => {
      const answers: Answer[] = [];
      for (const [pairs, others] of [
        [english, ENGLISH_DISTRACTORS],
        [chinese, CHINESE_DISTRACTORS],
      ] as const) {
        for (const pair of pairs) {
          const { hits } = await hitsAmong(others, pair, setting);
          const order = idsOf(hits);
          const isExchanged = hits.some(({ id, newerThan = [] }) => id === 'newer' && newerThan.includes('older'));
          answers.push({ pair, order, isExchanged });
        }
      }
      return answers;
    };

    it('the present fact leads the former one', async () => {
      const answers = await answersOf(pairsOf.ENGLISH_UPDATES, pairsOf.CHINESE_UPDATES);
      const failures = answers.filter(({ order }) => order[0] !== 'newer');
      expect(
        1 - failures.length / answers.length,
        failures.map(({ pair }) => pair.join(' ')).join('\n'),
      ).toBeGreaterThanOrEqual(LEAST_SHARE);
    });

    it.each(Object.entries(REPLACEMENTS))('the present fact leads whenever it was told %s', async (_how, told) => {
      for (const [pairs, others] of [
        [pairsOf.ENGLISH_UPDATES, ENGLISH_DISTRACTORS],
        [pairsOf.CHINESE_UPDATES, CHINESE_DISTRACTORS],
      ] as const) {
        for (const pair of pairs) {
          const { hits, withFormers } = await hitsAmong(others, pair, setting, told);
          expect(idsOf(hits), pair[2]).toEqual(['newer']);
          expect(idsOf(withFormers)[0], `${pair[2]} (formers, too)`).toBe('newer');
        }
      }
    });

    it('the fact that the question names leads, though another is newer', async () => {
      const answers = await answersOf(pairsOf.ENGLISH_NAMED, pairsOf.CHINESE_NAMED);
      expect(answers.filter(({ order, isExchanged }) => isExchanged || order[0] !== 'older')).toEqual([]);
    });

    it('facts about two things keep the order of their scores', async () => {
      const answers = await answersOf(pairsOf.ENGLISH_UNNAMED, pairsOf.CHINESE_UNNAMED);
      expect(answers.filter(({ isExchanged }) => isExchanged)).toEqual([]);
    });
  });
});
