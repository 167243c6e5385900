// Number of old pictures that a plan leaves out at once.
import { describe, expect, it } from 'vitest';
import * as hiding from '../../../src/context/hiding.ts';
import { withoutOldMedia } from '../../../src/context/media/leave-out.ts';
import type { SeenMedium } from '../../../src/context/media/medium.ts';
import type { Draft } from '../../../src/context/plan/draft.ts';
import type { SeenMessage } from '../../../src/context/view/history.ts';
import { inputOf, planningOf, stateOf, TEMPLATE } from '../../support/messages/planning-context.ts';
import { assistant, historyOf, user } from '../../support/messages/seen-messages.ts';

/** Its notice takes 24 tokens, so that leaving it out saves a thousand. */
const PICTURE: SeenMedium = { kind: 'picture', tokens: 1020, nameTokens: 4 };
const WINDOW = 10_000;
/** Down to half of what a fallback at three quarters leaves. */
const AIM = WINDOW * 0.75 * 0.5;

/** Up to which message the pictures are left out, of six that stand in turn in messages of the user. */
function leftOut(tokens: number, { isTight = false, fixed = [] as readonly number[] } = {}) {
  const history = historyOf(Array.from({ length: 6 }, () => [user(), assistant()]).flat(), user('And now?'));
  for (let index = 0; index < 12; index += 2)
    Object.assign(history.messages[index] as SeenMessage, {
      media: [{ ...PICTURE, ...(fixed.includes(index) && { isFixed: true }) }],
      tokens: 1024,
    });
  const whole = history.messages.reduce((sum, message) => sum + message.tokens, 0);
  Object.assign(history.messages[1] as SeenMessage, { tokens: (history.messages[1]?.tokens ?? 0) + tokens - whole });
  const state = { ...stateOf(), pin: undefined };
  const facts = {
    input: inputOf(history, state, { window: WINDOW }),
    planning: planningOf(),
    hiding: () => hiding,
    isNew: true,
    isEdited: false,
    newFrom: 0,
    phase: { phase: 1, reason: 'template' } as const,
    tokensAsReported: tokens,
  };
  const draft: Draft = { state, overview: TEMPLATE, reason: undefined, archives: [], compaction: undefined };
  return withoutOldMedia(facts, draft, isTight).state.ledger.mediaFrom;
}

describe('old pictures leave', () => {
  it('the oldest first, as many as it takes to come down to the aim', () => {
    expect(leftOut(AIM)).toBeUndefined();
    expect(leftOut(AIM + 1)).toMatchObject({ index: 1 });
    expect(leftOut(AIM + 1000)).toMatchObject({ index: 1 });
    expect(leftOut(AIM + 1001)).toMatchObject({ index: 3 });
    expect(leftOut(AIM + 9000)).toMatchObject({ index: 11 });
  });

  it('but for those that no text can stand for', () => {
    expect(leftOut(AIM + 1001, { fixed: [0, 2] })).toMatchObject({ index: 7 });
    expect(leftOut(AIM + 1, { fixed: [0, 2, 4, 6, 8, 10] })).toBeUndefined();
  });
});
