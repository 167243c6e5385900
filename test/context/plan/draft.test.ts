// Tokens of a request, by the library's count and by the provider's.
import { describe, expect, it } from 'vitest';
import { estimateOf, estimateUsing, fixedTokens, usedTokens } from '../../../src/context/plan/draft.ts';
import { inputOf, planningOf, stateOf } from '../../support/messages/planning-context.ts';
import { historyOf, system, user } from '../../support/messages/seen-messages.ts';

const state = { ...stateOf(), pin: undefined };
const input = inputOf(historyOf(user('x'.repeat(1000))), state);
const estimated = estimateOf({ input, planning: planningOf() }, state);

/** Facts of a request for which the app says how many tokens it used, and whose estimate was another before the plan. */
const factsOf = (tokensUsed: number | undefined, tokensAsReported = estimated) => ({
  input: { ...input, request: { ...input.request, tokensUsed } },
  planning: planningOf(),
  tokensAsReported,
});

describe('the tokens of a request', () => {
  it('are estimated, with the notes to come, where the app says nothing', () => {
    expect(usedTokens(factsOf(undefined), state)).toBe(estimated);
    expect(usedTokens(factsOf(undefined), state, 50)).toBe(estimated + 50);
  });

  it('are those of the app, less what was hidden since in proportion', () => {
    expect(usedTokens(factsOf(3000), state)).toBe(3000);
    expect(usedTokens(factsOf(3000), state, 50), 'the app counted the notes').toBe(3000);
    expect(usedTokens(factsOf(3000, estimated * 2), state)).toBe(1500);
    expect(usedTokens(factsOf(3000, estimated / 2), state), 'the request grew').toBe(3000);
  });

  it('come to an aim of the provider where the estimate comes to its share of it', () => {
    expect(estimateUsing(factsOf(undefined), state, 500)).toBe(500);
    expect(estimateUsing(factsOf(estimated * 2), state, 500)).toBe(250);
    expect(estimateUsing(factsOf(estimated), state, 500)).toBe(500);
    const calibration = { estimated: 1000, actual: 2000, base: { estimated: 500, actual: 1500 } };
    const measured = { ...state, ledger: { ...state.ledger, calibration } };
    expect(estimateUsing(factsOf(undefined), measured, 1750), 'by what the provider counted').toBe(750);
  });

  it('are fixed where they are system prompt, tools and pinned overview, and none of them with literal placement', () => {
    const history = historyOf(system('Be brief.'), user('Where is it?'));
    const head = { hash: 'head', tokens: 70, outside: '' };
    const fixed = (pin: { text: string } | undefined, placement: 'epochs' | 'literal' = 'epochs') =>
      fixedTokens({ input: inputOf(history, state, { head }), planning: planningOf({ placement }) }, { ...state, pin });
    expect(fixed(undefined)).toBe(70 + 'Be brief.'.length);
    expect(fixed({ text: 'pinned' })).toBe(70 + 'Be brief.'.length + 'pinned'.length);
    expect(fixed({ text: 'pinned' }, 'literal')).toBe(0);
  });
});
