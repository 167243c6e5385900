// A plan as a whole: it goes in steps, so that a page can draw between two of them.
import { expect, it } from 'vitest';
import * as hiding from '../../../src/context/hiding.ts';
import { planRequest } from '../../../src/context/plan/plan-request.ts';
import type { RequestPlan } from '../../../src/context/plan/request.ts';
import { type LedgerState, NEW_LEDGER } from '../../../src/context/view/ledger.ts';
import { inputOf, planningOf, stateOf } from '../../support/messages/planning-context.ts';
import { assistant, historyOf, user } from '../../support/messages/seen-messages.ts';

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

it('a request that is prepared again has the meter of before, and without one that of what is sent', () => {
  const history = historyOf(user(), assistant(), user('And now?'));
  const planned = (state: LedgerState): RequestPlan => {
    const plan = planRequest(inputOf(history, state), planningOf(), () => hiding);
    for (;;) {
      const { done, value } = plan.next();
      if (done) return value;
    }
  };
  const { state, meta } = planned(stateOf(NEW_LEDGER));
  expect(planned(state)).toMatchObject({ repeated: true, meta });
  const again = planned({ ...state, ledger: { ...state.ledger, latest: undefined } });
  expect(again).toMatchObject({ repeated: true, meta: { tokensUsed: again.estimated } });
});
