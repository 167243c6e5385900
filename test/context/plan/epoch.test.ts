import { describe, expect, it } from 'vitest';
import type { Fold } from '../../../src/context/compaction/compaction.ts';
import { beginEpoch, epochReason, foldCovered, phaseOf } from '../../../src/context/plan/epoch.ts';
import { blockHashes } from '../../../src/context/view/pinned-overview.ts';
import type { LedgerState } from '../../../src/context/view/ledger.ts';
import type { EpochReason, Phase } from '../../../src/context/plan/prepared.ts';
import type { RequestInput } from '../../../src/context/plan/request.ts';
import { withBlocks } from '../../../src/tree/overview/system-blocks.ts';
import { inputOf, NONCE, overviewBy, stateOf, TEMPLATE, planningOf } from '../../support/messages/planning-context.ts';
import { assistant, historyOf, step, system, user } from '../../support/messages/seen-messages.ts';

const MAINTAINED: Phase = { phase: 2, reason: 'maintained' };
const fold = (from: number, to: number, why: Fold['why'] = 'overview-written') => ({ from, to, why, hash: '' });

describe('the reason for an epoch', () => {
  const history = historyOf(system(), user(), assistant(), user());
  const reason = (
    ledger: Partial<LedgerState['ledger']>,
    { history: list = history, isEdited = false, isFoldDue = false } = {},
  ) => {
    const state = stateOf(ledger);
    return epochReason(inputOf(list, state), state, { isEdited, isFoldDue });
  };

  it('is none while nothing happens', () => {
    expect(reason({})).toBeUndefined();
  });

  it('is the first that holds', () => {
    const isFoldDue = true;
    const changed = { headHash: 'other' };
    expect(reason({ ...changed, epoch: 0, due: 'compacted' }, { isEdited: true, isFoldDue })).toBe('session-started');
    expect(reason({ ...changed, due: 'forgotten' }, { isEdited: true, isFoldDue })).toBe('forgotten');
    expect(reason(changed, { isEdited: true, isFoldDue })).toBe('history-edited');
    expect(reason(changed, { isFoldDue })).toBe('system-changed');
    expect(reason({}, { isFoldDue })).toBe('overview-written');
  });

  it('is no write of the overview, and no fold in the middle of a turn', () => {
    expect(reason({ writtenRevision: 2 })).toBeUndefined();
    expect(reason({}, { history: historyOf(user(), step('a')), isFoldDue: true })).toBeUndefined();
    expect(reason({ due: 'compacted' }, { history: historyOf(user(), step('a')) })).toBe('compacted');
  });
});

describe('a new epoch', () => {
  const history = historyOf(system(), user('one'), assistant(), user('two'), ...step('a'));
  const before: LedgerState = {
    ...stateOf({
      epoch: 4,
      nonce: 'aaaaaaaaaaaa',
      headHash: 'old',
      due: 'forgotten',
      shown: { revision: 3, blocks: { state: 'x' } },
      pinned: { revision: 2, blocks: {} },
      folds: [fold(1, 3, 'compacted')],
    }),
    rides: [{ index: 1, text: 'ride', hash: '' }],
    stubTexts: [{ index: 5, callId: 'a', text: 'stub', hash: '' }],
  };
  const begin = (reason: EpochReason, others: Partial<RequestInput> = {}, state = before): LedgerState =>
    beginEpoch(state, reason, inputOf(history, state, others), MAINTAINED, planningOf());

  it('shows the overview anew, lets go of what rode along, and says nothing twice', () => {
    const overview = overviewBy('model', 'Parse the log.', 3);
    const { ledger, pin, rides, stubTexts } = begin('history-edited', { overview });
    expect(pin?.text).toContain(`<working_memory nonce="${NONCE}">\n| # Working Memory`);
    expect(pin?.text).toContain('| Parse the log.');
    expect([rides, stubTexts]).toEqual([[], before.stubTexts]);
    const shown = { revision: 3, blocks: {} };
    expect(ledger).toMatchObject({ epoch: 5, nonce: NONCE, headHash: 'head', shown, pinned: shown });
    expect(ledger.due).toBeUndefined();
  });

  it('ends the reasoning of ended turns, but for the session’s first', () => {
    expect(begin('history-edited').ledger.reasoningFrom).toBe(3);
    expect(begin('session-started').ledger.reasoningFrom).toBe(0);
  });

  it('by a compaction keeps the pin while it is current, and tells again what it does not show', () => {
    const current = overviewBy('model', 'Parse the log.', 2);
    for (const reason of ['compacted', 'fallback-compaction'] as const) {
      const { ledger, pin, rides } = begin(reason, { overview: current });
      expect(pin).toEqual(before.pin);
      expect(ledger).toMatchObject({ epoch: 5, nonce: 'aaaaaaaaaaaa', shown: before.ledger.pinned });
      expect(rides).toEqual([]);
    }
    expect(begin('compacted', { overview: overviewBy('app', 'New.', 3) }).pin?.text).toContain('| New.');
    const unpinned = { ...before, pin: undefined };
    expect(begin('compacted', { overview: current }, unpinned).pin?.text).toContain('| Parse the log.');
  });

  it('pins anew what is larger than this window has room for', () => {
    const large = { ...before, pin: { text: 'x'.repeat(5000) } };
    const current = overviewBy('model', 'Parse the log.', 2);
    const begun = (window: number) =>
      begin('compacted', { overview: current, request: { ...inputOf(history, large).request, window } }, large);
    expect(begun(100_000).pin).toEqual(large.pin);
    expect(begun(5000).pin?.text.length).toBeLessThan(600);
  });

  it('pins nothing that the model sees anyway: a template, or the text of its own call', () => {
    const text = '# Working Memory\n\nWork.\n';
    const call = { id: 'w', name: 'save', arguments: JSON.stringify({ path: 'overview.md', content: text }) };
    const written = historyOf(
      [
        user(),
        { role: 'assistant', text: '', calls: [call] },
        { role: 'tool', text: '', results: [{ id: 'w', text: 'Saved.' }] },
      ],
      user('two'),
    );
    const state = { ...before, ledger: { ...before.ledger, folds: [], writtenAt: 1 } };
    const overview = { ...TEMPLATE, text, revision: 3 };
    const beginWith = (others: Partial<RequestInput>, phase = MAINTAINED, ledger = {}) => {
      const from = { ...state, ledger: { ...state.ledger, ...ledger } };
      return beginEpoch(from, 'history-edited', inputOf(written, from, { overview, ...others }), phase, planningOf());
    };
    expect(beginWith({})).toMatchObject({ pin: undefined, ledger: { shown: { revision: 3, blocks: {} } } });
    // Somebody else has written since, or the call is hidden, or it was no whole text.
    expect(beginWith({ overview: { ...overview, text: 'Other.' } }).pin?.text).toContain('| Other.');
    expect(beginWith({}, MAINTAINED, { folds: [fold(0, 3)] }).pin?.text).toContain('| Work.');
    expect(beginWith({ overview: TEMPLATE }, { phase: 1, reason: 'template' }).pin).toBeUndefined();
  });

  it('by an undo changes nothing of what came back', () => {
    const { ledger, ...rest } = begin('compaction-undone');
    expect(rest).toEqual({ pin: before.pin, rides: before.rides, stubTexts: before.stubTexts });
    expect(ledger).toEqual({ ...before.ledger, epoch: 5, headHash: 'head', due: undefined });
  });
});

describe('history that the overview covers', () => {
  // Turns begin at 1, 3, 5, 9 and 11; each message has its tokens.
  const history = historyOf(
    system(),
    [user('1'), assistant(), user('2'), assistant(), user('3'), ...step('write'), assistant()],
    [user('4'), assistant(), user('5')],
  );
  const foldsOf = (
    ledger: Partial<LedgerState['ledger']>,
    { recentTurns = 1, window = 24, phase = MAINTAINED } = {},
  ): readonly Fold[] | undefined => {
    const { ledger: whole } = stateOf({ writtenAt: 6, ...ledger });
    return foldCovered(whole, inputOf(history, stateOf(), { window }), phase, planningOf({ recentTurns }))?.folds;
  };
  const hashAt = (index: number): string => history.messages[index]?.hash ?? '';

  it('goes as far as the turns that ended before the write, but for the newest of them', () => {
    expect(foldsOf({}, { recentTurns: 0 })).toEqual([{ ...fold(1, 5), hash: hashAt(4) }]);
    expect(foldsOf({}, { recentTurns: 1 })).toEqual([{ ...fold(1, 3), hash: hashAt(2) }]);
    expect(foldsOf({}, { recentTurns: 2, window: 48 })).toBeUndefined();
    expect(foldsOf({ writtenAt: 9 }, { recentTurns: 0 })).toEqual([{ ...fold(1, 9), hash: hashAt(8) }]);
    expect(foldsOf({ writtenAt: 2 }, { recentTurns: 0 })).toBeUndefined();
  });

  it('keeps the newest turns only within a quarter of the window', () => {
    // Turn 2 has 6 tokens, turn 1 as many.
    expect(foldsOf({}, { window: 24 })).toMatchObject([{ from: 1, to: 3 }]);
    expect(foldsOf({}, { window: 23 })).toMatchObject([{ from: 1, to: 5 }]);
  });

  it('does not count what is hidden already against that quarter', () => {
    expect(foldsOf({ folds: [fold(3, 5, 'compacted')] }, { window: 4 })).toEqual([
      fold(3, 5, 'compacted'),
      { ...fold(1, 3), hash: hashAt(2) },
    ]);
  });

  it('takes the place of what it covers, and leaves what a compaction folded', () => {
    const folds = [fold(1, 3), fold(1, 2, 'compacted')];
    expect(foldsOf({ folds }, { recentTurns: 0 })).toEqual([folds[1], { ...fold(1, 5), hash: hashAt(4) }]);
    // Also a fold that began later, after a system message.
    expect(foldsOf({ folds: [fold(3, 5)] }, { recentTurns: 0 })).toEqual([{ ...fold(1, 5), hash: hashAt(4) }]);
    expect(foldsOf({ folds: [fold(3, 6)] }, { recentTurns: 0 })).toHaveLength(2);
  });

  it('stays where folding it would save too little: less than a fifth of the window, or nothing', () => {
    expect(foldsOf({}, { window: 30 })).toMatchObject([{ from: 1, to: 3 }]);
    expect(foldsOf({}, { window: 31 })).toBeUndefined();
    expect(foldsOf({ folds: [fold(1, 5)] }, { recentTurns: 0 })).toBeUndefined();
  });

  it('stays for an overview that is stale or a template', () => {
    expect(foldsOf({}, { phase: { phase: 1, reason: 'stale' } })).toBeUndefined();
    expect(foldsOf({}, { phase: { phase: 1, reason: 'template' } })).toBeUndefined();
  });

  it('comes back when the overview is a template again, but for what a file holds', () => {
    const template = { phase: 1, reason: 'template' } as const;
    const folds = [fold(1, 3), { ...fold(3, 5, 'compacted'), path: 'detail/a.md' }];
    const begin = (reason: EpochReason): unknown =>
      beginEpoch(stateOf({ folds }), reason, inputOf(history, stateOf()), template, planningOf()).ledger.folds;
    expect(begin('history-edited')).toEqual([folds[1]]);
    expect(begin('system-changed')).toEqual([folds[1]]);
    expect(begin('fallback-compaction')).toEqual(folds);
  });
});

describe('the phase', () => {
  it('is the second only for an overview that is kept up and says something', () => {
    expect(phaseOf(overviewBy('model', 'Work.', 2), 'maintained')).toEqual(MAINTAINED);
    expect(phaseOf(overviewBy('model', 'Work.', 2), 'stale')).toEqual({ phase: 1, reason: 'stale' });
    expect(phaseOf(TEMPLATE, 'template')).toEqual({ phase: 1, reason: 'template' });
    expect(phaseOf({ ...TEMPLATE, text: ' \n' }, 'maintained').phase).toBe(1);
  });
});

describe('the blocks of an overview', () => {
  it('have a hash each, which the free text does not change', () => {
    const hashes = (text: string, salt?: string) => blockHashes({ text, salt });
    const one = hashes(withBlocks('# A\n', { index: 'a', state: 'b' }));
    expect(Object.keys(one).sort()).toEqual(['index', 'state']);
    expect(hashes(withBlocks('# B\n', { index: 'a', state: 'b' }))).toEqual(one);
    const other = hashes(withBlocks('# A\n', { index: 'a', state: 'c' }));
    expect(other.index).toBe(one.index);
    expect(other.state).not.toBe(one.state);
    expect(hashes('# A\n')).toEqual({});
    const salted = hashes(withBlocks('# A\n', { index: 'a', state: 'b' }), 'salt');
    expect([salted.index, salted.state]).not.toContain(one.index);
    expect([salted.index, salted.state]).not.toContain(one.state);
  });
});
