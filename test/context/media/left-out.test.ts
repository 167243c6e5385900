import { describe, expect, it } from 'vitest';
import { mediaShown, tokensInView, withLearntCharges } from '../../../src/context/media/left-out.ts';
import type { SeenMedium } from '../../../src/context/media/medium.ts';
import { historyOf, user } from '../../support/messages/seen-messages.ts';

const PICTURE: SeenMedium = { kind: 'picture', tokens: 1500, nameTokens: 4 };
const FIXED: SeenMedium = { ...PICTURE, isFixed: true };

/** A history of one message for each list of media. */
function historyWith(...media: readonly (readonly SeenMedium[])[]) {
  const history = historyOf(media.map(() => user()));
  for (const [index, of] of media.entries()) Object.assign(history.messages[index] as object, { media: of });
  return history;
}

describe('media that are left out', () => {
  const history = historyWith([PICTURE, PICTURE], [FIXED], [PICTURE], [PICTURE], [PICTURE]);
  const nothingHidden = new Uint8Array(5);

  it('are those before a place, but for a spared message and what no text can stand for', () => {
    expect(mediaShown(history, nothingHidden, { mediaFrom: undefined })).toBe(6);
    expect(mediaShown(history, nothingHidden, { mediaFrom: { index: 4, hash: '' } })).toBe(2);
    expect(mediaShown(history, nothingHidden, { mediaFrom: { index: 4, hash: '', spared: 2 } })).toBe(3);
  });

  it('do not count where their message is hidden', () => {
    expect(mediaShown(history, Uint8Array.of(1, 1, 0, 0, 0), { mediaFrom: undefined })).toBe(3);
  });

  it('save their tokens and those of their names, and cost a text each', () => {
    const [both, fixed] = history.messages;
    const ledger = { mediaFrom: { index: 4, hash: '' } };
    expect(tokensInView(both, 0, ledger)).toBe((both?.tokens ?? 0) - 2 * (1500 + 4 - 24));
    expect(tokensInView(fixed, 1, ledger)).toBe(fixed?.tokens);
    expect(tokensInView(both, 0, { mediaFrom: undefined })).toBe(both?.tokens);
    expect(tokensInView(undefined, 9, ledger)).toBe(0);
  });
});

describe('media of which a provider charges more or less than its guide says', () => {
  const history = historyWith([PICTURE, { ...PICTURE, tokens: 200 }], []);

  it('cost so many tokens more each, rounded up, and never less than none', () => {
    const charges = (perMedium: number) =>
      withLearntCharges(history, perMedium).messages[0]?.media?.map(({ tokens }) => tokens);
    expect(charges(0.5)).toEqual([1501, 201]);
    expect(charges(-500)).toEqual([1000, 0]);
    expect(withLearntCharges(history, -500).messages[0]?.tokens).toBe((history.messages[0]?.tokens ?? 0) - 500 - 200);
  });

  it('are left as they are where nothing was learnt', () => {
    expect(withLearntCharges(history, 0)).toBe(history);
    const none = historyOf(user());
    expect(withLearntCharges(none, 9)).toBe(none);
  });
});
