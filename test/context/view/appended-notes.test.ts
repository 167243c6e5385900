// Notes on changes of the overview since the previous request.
import { describe, expect, it } from 'vitest';
import { overviewNews } from '../../../src/context/view/appended-notes.ts';
import { withBlocks } from '../../../src/tree/overview/system-blocks.ts';
import { overviewBy, planningOf, stateOf } from '../../support/messages/planning-context.ts';
import { historyOf, user } from '../../support/messages/seen-messages.ts';

const WRITTEN = overviewBy('model', 'Find the cause.', 3);

/** Returns the note where these blocks are new, after this user message. */
const toldOf = (blocks: Readonly<Record<string, string>>, said = 'Go on.'): string | undefined =>
  overviewNews(
    {
      history: historyOf(user(said)),
      state: stateOf({ shown: { revision: WRITTEN.revision, blocks: {} } }),
      overview: { ...WRITTEN, text: withBlocks(WRITTEN.text, blocks) },
      isTemplate: false,
      isRefused: false,
      window: 8000,
    },
    planningOf(),
  )?.text;

const PLAN = '- detail/plan.md: Plan';
const COSTS = '- detail/costs.md: Costs';

describe('a changed index', () => {
  it('is told line by line', () => {
    expect(toldOf({ index: `${PLAN}\n${COSTS}` })).toBe(`${PLAN}\n${COSTS}`);
  });

  it('is told without paths that stand in the list anyway', () => {
    expect(toldOf({ index: `${PLAN}\n${COSTS}` }, 'I changed detail/plan.md myself.')).toBe(COSTS);
    expect(toldOf({ index: PLAN }, 'I changed detail/plan.md myself.')).toBeUndefined();
  });

  it('is told without paths that another changed block names', () => {
    const state = 'meta:\n  step: 4\nnext: see detail/costs.md';
    expect(toldOf({ index: `${PLAN}\n${COSTS}`, state })).toBe(`${PLAN}\n${state}`);
  });
});

describe('a changed state', () => {
  it('is told where a field has a value besides what every state has', () => {
    const state = 'meta:\n  step: 4\ngoal: a quiet house';
    expect(toldOf({ state })).toBe(state);
    expect(toldOf({ state: 'meta:\n  step: 4\ngoal: ""\nopen: []\nfacts: {}' })).toBeUndefined();
  });
});
