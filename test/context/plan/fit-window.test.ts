// Last resort of a plan: it cuts the pinned overview, in as few steps as necessary.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as hiding from '../../../src/context/hiding.ts';
import { type Draft, estimateOf, type RequestFacts, withEpoch } from '../../../src/context/plan/draft.ts';
import { ERROR, fitWindow } from '../../../src/context/plan/fit-window.ts';
import { corrected, NOT_CALIBRATED } from '../../../src/context/reminder/calibration.ts';
import { overviewBudget, overviewWithin, pinnedOverview } from '../../../src/context/view/pinned-overview.ts';
import { requestTokens } from '../../../src/context/view/request-view.ts';
import { freeText } from '../../../src/tree/overview/system-blocks.ts';
import { inputOf, overviewBy, planningOf, stateOf } from '../../support/messages/planning-context.ts';
import { assistant, historyOf, user } from '../../support/messages/seen-messages.ts';
import '../../support/property-seed.ts';

const LINES = Array.from({ length: 1000 }, (_, at) => `- line ${at} ${'x'.repeat(50)}`).join('\n');

const factsOf = (
  input: RequestFacts['input'],
  status: RequestFacts['phase']['reason'] = 'maintained',
): RequestFacts => ({
  input,
  planning: planningOf(),
  hiding: () => hiding,
  isNew: true,
  isEdited: false,
  newFrom: 0,
  phase: { phase: status === 'maintained' ? 2 : 1, reason: status },
  tokensAsReported: 0,
});

/** A request of one message and of an overview that is pinned, with a token for each character. */
function requestOf(message: number, overview: string, window: number): { facts: RequestFacts; draft: Draft } {
  const history = historyOf(user('x'.repeat(message)));
  const written = overviewBy('model', overview, 2);
  const state = { ...stateOf(), pin: { text: written.text } };
  const facts = factsOf(inputOf(history, state, { window, overview: written }));
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
      expect(pin).toContain(
        share > 0
          ? `it has more than ${budget * share} tokens.`
          : '(Not shown: there is no room for it. To see it, read working-memory/overview.md.)',
      );
      expect(pin.includes('- line 0 '), 'its beginning').toBe(share > 0);
      expect(estimateOf(facts, state) * ERROR).toBeLessThanOrEqual(WINDOW);
      expect(reason).toBe('fallback-compaction');
    }
  });

  it('may be cut no further: then the error says what the request needs after every cut', () => {
    const { facts, draft } = requestOf(WINDOW, LINES, WINDOW);
    expect(() => fitWindow(facts, draft)).toThrow(/needs about 40[3-4]\d{2} tokens, but the window has 40000/);
  });

  it('stays to the last token of the margin', () => {
    const { facts, draft } = requestOf(3000, LINES.slice(0, 9000), 40_000);
    const outside = 20_000 - estimateOf(facts, draft.state);
    const filling = (window: number): RequestFacts => {
      const { input } = facts;
      return {
        ...facts,
        input: { ...input, head: { ...input.head, tokens: outside }, request: { ...input.request, window } },
      };
    };
    expect(fitWindow(filling(21_000), draft)).toBe(draft);
    expect(fitWindow(filling(20_999), draft)).not.toBe(draft);
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

describe('of all requests', () => {
  const why = fc.constantFrom(undefined, 'overview-written', 'compacted', 'fallback-compaction');
  /** Sizes are tokens. Of the window, what is as large as something else, or a share of what the request takes. */
  const requests = fc.record({
    message: fc.integer({ min: 1, max: 3000 }),
    lines: fc.nat(400),
    pin: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
    notes: fc.oneof(fc.constant(0), fc.nat(6000)),
    outside: fc.nat(3000),
    hidden: fc.tuple(why, why),
    counted: fc.oneof(fc.constant(0), fc.double({ min: 0.6, max: 1.9, noNaN: true })),
    status: fc.constantFrom('maintained', 'template'),
    reason: fc.constantFrom(undefined, undefined, 'compacted', 'history-edited', 'session-started'),
    window: fc.oneof(fc.constantFrom('filled', 'counted'), fc.double({ min: 0.2, max: 1.4, noNaN: true })),
  });

  function requestFrom(one: typeof requests extends fc.Arbitrary<infer One> ? One : never): {
    facts: RequestFacts;
    draft: Draft;
  } {
    const { message, lines, pin, notes, outside, hidden, counted, status, reason, window } = one;
    const says = (at: number) => (at % 2 === 0 ? user : assistant)(`${at} ${'x'.repeat(message)}`);
    const history = historyOf([0, 1, 2, 3, 4, 5, 6].map(says));
    const hash = (at: number): string => history.messages[at]?.hash ?? '';
    const overview = overviewBy('model', LINES.split('\n').slice(0, lines).join('\n'), 2);
    // They do not touch each other, so each is told on a line of its own.
    const folds = [0, 4].flatMap((from, at) => {
      const cause = hidden[at];
      return cause ? [{ from, to: from + 2, why: cause, hash: hash(from + 1) }] : [];
    });
    const view = {
      pin: pin === undefined ? undefined : { text: 'p'.repeat(pin) },
      rides: notes === 0 ? [] : [{ index: 6, text: 'n'.repeat(notes), hash: hash(6) }],
      stubTexts: [],
    };
    const head = { hash: 'head', tokens: outside, outside: '' };
    const estimated = requestTokens(history, { ...stateOf({ folds }), ...view }, outside, planningOf());
    const calibration = counted === 0 ? NOT_CALIBRATED : { estimated, actual: Math.round(estimated * counted) };
    const tokens = window === 'filled' ? estimated : window === 'counted' ? calibration.actual : estimated * window;
    const state = { ...stateOf({ folds, calibration }), ...view };
    return {
      facts: factsOf(inputOf(history, state, { head, overview, window: Math.max(500, Math.floor(tokens)) }), status),
      draft: { state, overview, reason, archives: [], compaction: undefined },
    };
  }

  /** The rule, said once more: of everything that could be sent, in this order, what is. */
  function chosenOf(facts: RequestFacts, draft: Draft): Draft | object {
    const { history, request, head, nonce } = facts.input;
    const { planning } = facts;
    const { calibration } = draft.state.ledger;
    const estimated = ({ state }: Draft): number => requestTokens(history, state, head.tokens, planning);
    const provided = (one: Draft): number => corrected(calibration, estimated(one));
    const tokens = calibration.actual > request.window ? estimated : provided;
    const surelyFits = (one: Draft): boolean => provided(one) * 1.05 <= request.window;

    const begun = draft.reason === undefined ? withEpoch(facts, draft, 'fallback-compaction') : draft;
    const free = freeText(draft.overview.text);
    const { folds, stubs } = begun.state.ledger;
    const places = folds.flatMap(({ why: cause, from, to }) =>
      cause === 'overview-written' ? [] : [planning.wording.folded(from, to - 1, undefined)],
    );
    const cuts = [0.5, 0.2, 0].map((share): Draft => {
      const budget = Math.floor(overviewBudget(request.window, planning.settings) * share);
      const overview = { text: [overviewWithin(free, budget, planning), ...places].join('\n') };
      const text = pinnedOverview({ history, planning, nonce, free, folds, stubs, overview, window: request.window });
      return { ...begun, state: { ...begun.state, pin: { text } } };
    });
    const sendable = begun.state.pin ? [begun, ...cuts] : [begun];
    if (surelyFits(draft) || (!draft.state.pin && tokens(draft) <= request.window)) return draft;
    const surely = sendable.slice(1).find(surelyFits);
    if (surely) return surely;
    const least = [draft, ...sendable].reduce((best, one) => (tokens(one) < tokens(best) ? one : best));
    if (tokens(least) <= request.window) return least;
    const fixed = head.tokens + (least.state.pin?.text.length ?? 0);
    return { details: { tokens: tokens(least), window: request.window, fixed } };
  }

  it('the first is sent that surely fits, else the least, and refused is what cannot fit', () => {
    const ends = new Set<string>();
    fc.assert(
      fc.property(requests, (one) => {
        const { facts, draft } = requestFrom(one);
        const chosen = chosenOf(facts, draft);
        if ('state' in chosen) expect(fitWindow(facts, draft)).toEqual(chosen);
        else expect(() => fitWindow(facts, draft)).toThrow(expect.objectContaining(chosen));
        ends.add(chosen === draft ? 'as it is' : 'state' in chosen ? 'cut' : 'refused');
      }),
      { numRuns: 400 },
    );
    expect(ends.size).toBe(3);
  });
});
