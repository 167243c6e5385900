// Pathological texts: their number of terms is bounded by their length, and the terms are deterministic.
import { describe, expect, it } from 'vitest';
import { termIds } from '../../../src/recall/terms/terms.ts';
import { snippet } from '../../../src/recall/snippets.ts';
import { testEngine } from '../../support/engine.ts';
import { badTexts, READ_SUM, sumOfReadings } from '../../support/bad-texts.ts';
import { recalled } from '../../support/recall.ts';

/** A cluster yields itself, and itself with one and with two before it. */
const MOST_TERMS_PER_UNIT = 3;
/** A cut through a word may leave other terms on both sides. */
const TERMS_AT_A_CUT = 12;

describe.each(Object.entries(badTexts()))('%s', (name, text) => {
  it('yields terms linear in its length, however long it is', () => {
    const half = text.slice(0, text.length / 2);
    for (const latin of ['english', 'any'] as const) {
      const count = termIds(text, latin).length;
      expect(count).toBeLessThanOrEqual(MOST_TERMS_PER_UNIT * text.length);
      expect(count).toBeLessThanOrEqual(2 * termIds(half, latin).length + TERMS_AT_A_CUT);
    }
  });

  it('is found by itself as text and prompt, and cut to a short line', async () => {
    const short = badTexts(2000)[name] ?? '';
    const { engine } = await testEngine();
    await engine.memorize([{ text: short.toWellFormed() }]);
    const { hits } = await recalled(engine, short);
    expect(hits).toHaveLength(1);
    expect(snippet(short, short).text.length).toBeLessThanOrEqual(240);
  });
});

it('gives the same numbers in every engine', () => {
  expect(sumOfReadings()).toBe(READ_SUM);
});
