import { describe, expect, it } from 'vitest';
import type { LedgerState } from '../../../src/context/view/ledger.ts';
import { INITIAL_REMINDER } from '../../../src/context/reminder/reminder.ts';
import type { RequestInput } from '../../../src/context/plan/request.ts';
import { ingestMessages, type Ingested } from '../../../src/context/plan/ingest-messages.ts';
import { withBlocks } from '../../../src/tree/overview/system-blocks.ts';
import type { NewMessage } from '../../../src/tree/transcript/transcript.ts';
import { inputOf, overviewBy, stateOf, TEMPLATE, planningOf } from '../../support/messages/planning-context.ts';
import { assistant, historyOf, step, user } from '../../support/messages/seen-messages.ts';

type Messages = readonly (NewMessage | readonly NewMessage[])[];

interface Arrived extends Partial<RequestInput> {
  readonly messages: Messages;
  readonly ledger?: Partial<LedgerState['ledger']>;
  /** Messages from here on are new; default: the last one. */
  readonly newFrom?: number;
  readonly isNew?: boolean;
  readonly window?: number;
}

function taken({ messages, ledger, newFrom, isNew = true, ...others }: Arrived): Ingested {
  const history = historyOf(...messages);
  const state = stateOf({ shown: { revision: 1, blocks: {} }, ...ledger });
  const from = newFrom ?? history.messages.length - 1;
  return ingestMessages(inputOf(history, state, others), state, { isNew, newFrom: from }, planningOf());
}

/** A call of a tool of the app's own that writes the overview, with its result. */
const write = (content: string): NewMessage[] => [
  {
    role: 'assistant',
    text: '',
    calls: [{ id: 'w', name: 'save', arguments: JSON.stringify({ path: 'overview.md', content }) }],
  },
  { role: 'tool', text: '', results: [{ id: 'w', text: 'Saved.' }] },
];

describe('a grown list', () => {
  it('is remembered by its length, its hash and the name of its request', () => {
    const messages: Messages = [user(), assistant(), user()];
    const { ledger } = taken({ messages }).state;
    expect(ledger).toMatchObject({ count: 3, requestId: 'request', hash: historyOf(...messages).messages[2]?.hash });
  });

  it('is a round, unless it is the same request again', () => {
    expect(taken({ messages: [user()] }).state.ledger.reminder).toMatchObject({ rounds: 1, roundsSinceUpdate: 1 });
    const again = taken({ messages: [user(), assistant(), user()], isNew: false });
    expect(again.state.ledger.reminder).toMatchObject({ rounds: 0 });
  });

  it('takes the system prompt as it is before the first epoch, and leaves it to the epoch after that', () => {
    const head = { hash: 'new', tokens: 0, outside: '' };
    expect(taken({ messages: [user()], head, ledger: { epoch: 0, headHash: '' } }).state.ledger.headHash).toBe('new');
    expect(taken({ messages: [user()], head }).state.ledger.headHash).toBe('head');
  });

  it('gives a new turn new tries to make room', () => {
    const ledger = { fruitless: 2 };
    expect(taken({ messages: [user(), assistant(), user()], ledger }).state.ledger.fruitless).toBe(0);
    expect(taken({ messages: [user(), step('a')], ledger }).state.ledger.fruitless).toBe(2);
  });
});

describe('a write of the overview', () => {
  const ledgerOf = (arrived: Arrived) => taken(arrived).state.ledger;
  const byModel = overviewBy('model', 'Work.', 2);

  it('with a call in the list is placed where it was called, and not told again', () => {
    const ledger = ledgerOf({
      messages: [user(), step('a'), write('Work.')],
      newFrom: 3,
      overview: byModel,
      ledger: { reminder: { ...INITIAL_REMINDER, rounds: 4, roundsSinceUpdate: 4 } },
    });
    expect(ledger).toMatchObject({ writtenAt: 3, writtenRevision: 2, shown: { revision: 2 } });
    expect(ledger.reminder).toMatchObject({ roundsSinceUpdate: 0, unpromptedUpdates: 1 });
  });

  it('without one is placed at the first new message, and told', () => {
    const ledger = ledgerOf({ messages: [user(), step('a')], newFrom: 1, overview: byModel });
    expect(ledger).toMatchObject({ writtenAt: 1, writtenRevision: 2, shown: { revision: 1 } });
    const first = ledgerOf({ messages: [user(), step('a')], newFrom: 0, overview: byModel });
    expect(first.writtenAt).toBe(1);
  });

  it('is told when somebody else wrote in between', () => {
    const messages: Messages = [user(), write('Work.')];
    const others = ledgerOf({ messages, newFrom: 1, overview: overviewBy('app', 'Other.', 3) });
    expect(others.shown.revision).toBe(1);
    const both = ledgerOf({ messages, newFrom: 1, overview: overviewBy('model', 'Work.', 3) });
    expect(both).toMatchObject({ writtenRevision: 3, shown: { revision: 1 } });
  });

  it('counts for the model where the list has its call, whoever stored it', () => {
    const byApp = overviewBy('app', 'Work.', 2);
    const ledger = ledgerOf({ messages: [user(), write('Work.')], newFrom: 1, overview: byApp });
    expect(ledger).toMatchObject({ writtenAt: 1, writtenRevision: 2, shown: { revision: 1 } });
  });

  it('is none when it is known, or by the app, or older than the session’s first request', () => {
    const messages: Messages = [user(), step('a')];
    const known = { shown: { revision: 2, blocks: {} } };
    expect(ledgerOf({ messages, overview: byModel, ledger: known }).writtenRevision).toBe(0);
    expect(ledgerOf({ messages, overview: overviewBy('app', 'Work.', 2) }).writtenRevision).toBe(0);
    expect(ledgerOf({ messages, overview: byModel, ledger: { epoch: 0 } }).writtenRevision).toBe(0);
  });

  it('with a tool of the app’s own is seen as the tree will have it', () => {
    const current = { ...TEMPLATE, text: withBlocks(TEMPLATE.text, { state: 'status: fine' }), stepsSince: 40 };
    const { overview, phase, state } = taken({
      messages: [user(), write('Work.')],
      newFrom: 1,
      overview: current,
      ownWrite: { outcome: 'taken', text: '# Mine\n\nWork.\n' },
    });
    expect(overview).toMatchObject({ revision: 2, byModel: true, stepsSince: 0 });
    expect(overview.text).toBe(withBlocks('# Mine\n\nWork.\n', { state: 'status: fine' }));
    expect(phase).toEqual({ phase: 2, reason: 'maintained' });
    expect(state.ledger).toMatchObject({ writtenRevision: 2, shown: { revision: 2 } });
  });

  it('makes the overview stand for history until it is stale', () => {
    const phaseOf = (stepsSince: number) => taken({ messages: [user()], overview: { ...byModel, stepsSince } }).phase;
    expect(phaseOf(10)).toEqual({ phase: 2, reason: 'maintained' });
    expect(phaseOf(11)).toEqual({ phase: 1, reason: 'stale' });
    expect(taken({ messages: [user()] }).phase).toEqual({ phase: 1, reason: 'template' });
  });
});
