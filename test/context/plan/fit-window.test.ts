// The last resort of a plan: the pinned overview is cut, in as few steps as it takes.
import { describe, expect, it } from 'vitest';
import * as hiding from '../../../src/context/hiding.ts';
import { type Draft, estimateOf, type RequestFacts, withEpoch } from '../../../src/context/plan/draft.ts';
import { ERROR, fitWindow } from '../../../src/context/plan/fit-window.ts';
import { overviewBudget } from '../../../src/context/view/pinned-overview.ts';
import { inputOf, overviewBy, planningOf, stateOf } from '../../support/messages/planning-context.ts';
import { historyOf, user } from '../../support/messages/seen-messages.ts';

const LINES = Array.from({ length: 1000 }, (_, at) => `- line ${at} ${'x'.repeat(50)}`).join('\n');

/** A request of one message and of an overview that is pinned, with a token for each character. */
function requestOf(message: number, overview: string, window: number): { facts: RequestFacts; draft: Draft } {
  const history = historyOf(user('x'.repeat(message)));
  const written = overviewBy('model', overview, 2);
  const state = { ...stateOf(), pin: { text: written.text } };
  const facts: RequestFacts = {
    input: inputOf(history, state, { window, overview: written }),
    planning: planningOf(),
    hiding: () => hiding,
    isNew: true,
    isEdited: false,
    newFrom: 0,
    phase: { phase: 2, reason: 'maintained' },
    tokensAsReported: 0,
  };
  return { facts, draft: { state, overview: written, reason: undefined, archives: [], compaction: undefined } };
}

/** The same in a window that this draft fills. */
const filledBy = ({ state }: Draft, facts: RequestFacts): RequestFacts => {
  const { input } = facts;
  return { ...facts, input: { ...input, request: { ...input.request, window: estimateOf(facts, state) } } };
};

describe('a pinned overview', () => {
  const WINDOW = 40_000;
  const budget = overviewBudget(WINDOW, planningOf().settings);
  /** Tokens of the words around it. */
  const AROUND = 600;

  it('is cut to half of its budget, else to a fifth, else to nothing but its path', () => {
    for (const share of [0.5, 0.2, 0]) {
      const left = budget * share + AROUND;
      const { facts, draft } = requestOf(Math.floor(WINDOW / ERROR - left), LINES, WINDOW);
      const { state, reason } = fitWindow(facts, draft);
      const pin = state.pin?.text ?? '';
      expect(pin).toContain(`it has more than ${budget * share} tokens.`);
      expect(pin.includes('- line 0 '), 'its beginning').toBe(share > 0);
      expect(estimateOf(facts, state) * ERROR).toBeLessThanOrEqual(WINDOW);
      expect(reason).toBe('fallback-compaction');
    }
  });

  it('may be cut no further: then the error says what the request needs', () => {
    const { facts, draft } = requestOf(WINDOW, LINES, WINDOW);
    expect(() => fitWindow(facts, draft)).toThrow(/needs about 4[56]\d{3} tokens and the window has 40000/);
  });

  it('stays, and no epoch begins, where all of it gains nothing', () => {
    const { facts, draft } = requestOf(3000, 'Work.', WINDOW);
    const pinned = { ...draft, state: { ...draft.state, pin: withEpoch(facts, draft, 'history-edited').state.pin } };
    expect(fitWindow(filledBy(pinned, facts), pinned)).toBe(pinned);
  });
});

describe('a request', () => {
  it('stays as it is where it surely fits, and one without a pin also where it fills the window', () => {
    const { facts, draft } = requestOf(3000, 'Work.', 40_000);
    expect(fitWindow(facts, draft)).toBe(draft);
    const rides = [{ index: 0, text: 'x'.repeat(5000), hash: '' }];
    const unpinned = { ...draft, state: { ...draft.state, pin: undefined, rides } };
    expect(fitWindow(filledBy(unpinned, facts), unpinned)).toBe(unpinned);
  });

  it('is refused where nothing is pinned that could be cut', () => {
    const { facts, draft } = requestOf(41_000, 'Work.', 40_000);
    expect(() => fitWindow(facts, { ...draft, state: { ...draft.state, pin: undefined } })).toThrow(/window has 40000/);
  });
});
