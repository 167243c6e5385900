// A whole plan, made in steps, so that a page can draw between them.
import { expect, it } from 'vitest';
import * as hiding from '../../../src/context/hiding.ts';
import { planRequest } from '../../../src/context/plan/plan-request.ts';
import { atOnce } from '../../../src/context/steps.ts';
import type { RequestPlan } from '../../../src/context/plan/request.ts';
import { type LedgerState, NEW_LEDGER } from '../../../src/context/view/ledger.ts';
import { inputOf, overviewBy, planningOf, stateOf } from '../../support/messages/planning-context.ts';
import { assistant, historyOf, system, user } from '../../support/messages/seen-messages.ts';

it('a plan pauses between its parts, also where none of them has anything to do', () => {
  const history = historyOf(user(), assistant(), user('And now?'));
  const plan = planRequest(inputOf(history, stateOf(NEW_LEDGER)), planningOf(), () => hiding);
  let steps = 0;
  for (;;) {
    const { done, value } = plan.next();
    if (!done) steps++;
    else {
      expect(value.repeated).toBe(false);
      break;
    }
  }
  // Around folds that are told again, room that is sought and made, the window that is fitted, and the notes.
  expect(steps).toBe(6);
});

const planned = (
  input: Parameters<typeof planRequest>[0],
  context: Parameters<typeof planningOf>[0] = {},
): RequestPlan => atOnce(planRequest(input, planningOf(context), () => hiding));

it('a request that is prepared again has the meter of before, and without one that of what is sent', () => {
  const history = historyOf(user(), assistant(), user('And now?'));
  const { state, meta } = planned(inputOf(history, stateOf(NEW_LEDGER)));
  expect(planned(inputOf(history, state))).toMatchObject({ repeated: true, meta });
  const again = planned(inputOf(history, { ...state, ledger: { ...state.ledger, latest: undefined } }));
  expect(again).toMatchObject({ repeated: true, meta: { tokensUsed: again.estimated } });
});

it('a request that is prepared again for a smaller window is planned anew where it may exceed that, and its meter names the window', () => {
  const turns = Array.from({ length: 10 }, (_, at) => [user(`${at} ${'x'.repeat(500)}`), assistant()]).flat();
  const history = historyOf(...turns, user());
  const { state, meta } = planned(inputOf(history, stateOf(NEW_LEDGER), { window: 40_000 }));
  const again = (window: number): RequestPlan => planned(inputOf(history, state, { window }));
  expect(again(20_000)).toMatchObject({ repeated: true, meta: { tokensUsed: meta.tokensUsed, tokensMax: 20_000 } });
  expect(again(80_000)).toMatchObject({ repeated: true, meta: { tokensMax: 80_000 } });
  const smaller = again(4000);
  expect(smaller).toMatchObject({ repeated: false, isNew: false, reason: 'fallback-compaction' });
  expect(smaller.meta.tokensMax).toBe(4000);
  expect(smaller.meta.tokensUsed).toBeLessThan(4000);
  expect(planned(inputOf(history, smaller.state, { window: 4000 }))).toMatchObject({ repeated: true });
});

it('what a request has in common with the one before is all of it, and what stands before the list where an epoch begins', () => {
  const said = [system('Be brief.'), user('x'.repeat(100)), assistant(), user()];
  const head = { hash: 'head', tokens: 70, outside: '' };
  const first = planned(inputOf(historyOf(...said), stateOf(NEW_LEDGER), { head }));
  expect(first).toMatchObject({ reason: 'session-started', trace: { cached: 0, list: 70 + 9 + 100 + 5 + 6 } });
  const next = planned(inputOf(historyOf(...said, assistant(), user()), first.state, { head }));
  expect(next).toMatchObject({ reason: undefined, trace: { cached: first.meta.tokensUsed } });
  const edited = planned(inputOf(historyOf(system('Be brief.'), user('Other.')), first.state, { head }));
  expect(edited).toMatchObject({ reason: 'history-edited', trace: { cached: 70 + 'Be brief.'.length } });
  const changed = { ...head, hash: 'other' };
  expect(planned(inputOf(historyOf(...said, assistant(), user()), first.state, { head: changed }))).toMatchObject({
    reason: 'system-changed',
    trace: { cached: 0 },
  });
});

it('a compaction begins the epoch of a fold that the overview allows as well, and an undo does not', () => {
  const turns = Array.from({ length: 10 }, (_, at) => [user(`${at} ${'x'.repeat(500)}`), assistant()]).flat();
  const history = historyOf(...turns, user());
  const { messages } = history;
  const state = (due: LedgerState['ledger']['due']) =>
    stateOf({ due, count: 20, hash: messages[19]?.hash ?? '', writtenAt: 19, writtenRevision: 2 });
  const input = (due: LedgerState['ledger']['due']) =>
    inputOf(history, state(due), { window: 8000, overview: overviewBy('model', 'Ten questions.', 2) });
  const context = { foldAbove: 0.3 };
  for (const due of [undefined, 'compacted', 'forgotten'] as const)
    expect(planned(input(due), context), due).toMatchObject({
      reason: 'overview-written',
      hidden: [{ why: 'overview-written', from: 0 }],
    });
  expect(planned(input('compaction-undone'), context)).toMatchObject({ reason: 'compaction-undone', hidden: [] });
});

it('literal placement makes room for the history that it shows again, once the overview is stale', () => {
  const turns = Array.from({ length: 20 }, () => [user('x'.repeat(2000)), assistant()]).flat();
  const history = historyOf(...turns, user());
  const overview = overviewBy('model', 'Twenty questions.', 2);
  const context = { placement: 'literal' } as const;
  const { state, hidden } = planned(inputOf(history, stateOf(NEW_LEDGER), { overview }), context);
  expect(hidden).toMatchObject([{ why: 'overview-written', from: 0, to: 40 }]);
  const next = historyOf(...turns, user(), assistant(), user());
  const stale = planned(inputOf(next, state, { overview: { ...overview, stepsSince: 100 } }), context);
  expect(stale).toMatchObject({ phase: { reason: 'stale' }, reason: 'fallback-compaction' });
  expect(stale.hidden.map(({ why }) => why)).not.toContain('overview-written');
  expect(stale.meta.tokensUsed).toBeLessThan(10_000);
});
