import { describe, expect, it } from 'vitest';
import type { Fold } from '../../../src/context/compaction/compaction.ts';
import { beginEpoch, epochReason, foldsAt, phaseOf } from '../../../src/context/plan/epoch.ts';
import { blockHashes } from '../../../src/context/view/pinned-overview.ts';
import type { History } from '../../../src/context/view/history.ts';
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
  const reason = (ledger: Partial<LedgerState['ledger']>, others: { history?: History; isEdited?: boolean } = {}) => {
    const state = stateOf(ledger);
    return epochReason(inputOf(others.history ?? history, state), state, { isEdited: others.isEdited ?? false });
  };

  it('is none while nothing happens', () => {
    expect(reason({})).toBeUndefined();
  });

  it('is the first that holds', () => {
    const everything = { headHash: 'other', writtenRevision: 2 };
    expect(reason({ ...everything, epoch: 0, due: 'compacted' }, { isEdited: true })).toBe('session-started');
    expect(reason({ ...everything, due: 'forgotten' }, { isEdited: true })).toBe('forgotten');
    expect(reason(everything, { isEdited: true })).toBe('history-edited');
    expect(reason(everything)).toBe('system-changed');
    expect(reason({ writtenRevision: 2 })).toBe('overview-written');
  });

  it('is no write that the pin shows, and none in the middle of a turn', () => {
    expect(reason({ writtenRevision: 2, pinned: { revision: 2, blocks: {} } })).toBeUndefined();
    expect(reason({ writtenRevision: 2 }, { history: historyOf(user(), step('a')) })).toBeUndefined();
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
      meta: { ratio: 0.5, pressure: 'medium' },
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
    expect([ledger.due, ledger.meta]).toEqual([undefined, undefined]);
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
    expect(begin('compacted', {}, { ...before, pin: undefined }).pin?.text).toContain('# Working Memory');
  });

  it('by an undo changes nothing of what came back', () => {
    const { ledger, ...rest } = begin('compaction-undone');
    expect(rest).toEqual({ pin: before.pin, rides: before.rides, stubTexts: before.stubTexts });
    expect(ledger).toEqual({ ...before.ledger, epoch: 5, headHash: 'head', due: undefined });
  });
});

describe('history after a write of the overview', () => {
  // Turns begin at 1, 3, 5, 9 and 11.
  const history = historyOf(
    system(),
    [user('1'), assistant(), user('2'), assistant(), user('3'), ...step('write'), assistant()],
    [user('4'), assistant(), user('5')],
  );
  const foldsOf = (
    ledger: Partial<LedgerState['ledger']>,
    { recentTurns = 1, window = 100_000, reason = 'overview-written' as EpochReason, phase = MAINTAINED } = {},
  ) => {
    const { ledger: whole } = stateOf({ writtenAt: 6, ...ledger });
    return foldsAt(whole, reason, inputOf(history, stateOf(), { window }), phase, planningOf({ recentTurns }));
  };
  const hashAt = (index: number): string => history.messages[index]?.hash ?? '';

  it('goes as far as the turns that ended before it, but for the newest of them', () => {
    expect(foldsOf({}, { recentTurns: 0 })).toEqual([{ ...fold(1, 5), hash: hashAt(4) }]);
    expect(foldsOf({}, { recentTurns: 1 })).toEqual([{ ...fold(1, 3), hash: hashAt(2) }]);
    expect(foldsOf({}, { recentTurns: 2 })).toEqual([]);
    expect(foldsOf({ writtenAt: 9 }, { recentTurns: 0 })).toEqual([{ ...fold(1, 9), hash: hashAt(8) }]);
    expect(foldsOf({ writtenAt: 2 }, { recentTurns: 0 })).toEqual([]);
  });

  it('keeps the newest turns only within a quarter of the window', () => {
    // Turn 2 has 6 tokens, turn 1 as many.
    expect(foldsOf({}, { window: 24 })).toMatchObject([{ from: 1, to: 3 }]);
    expect(foldsOf({}, { window: 23 })).toMatchObject([{ from: 1, to: 5 }]);
    expect(foldsOf({}, { window: 48, recentTurns: 5 })).toEqual([]);
    expect(foldsOf({}, { window: 47, recentTurns: 5 })).toMatchObject([{ from: 1, to: 3 }]);
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
  });

  it('stays as it is for any other reason', () => {
    for (const reason of ['compacted', 'history-edited', 'system-changed', 'forgotten'] as const) {
      expect(foldsOf({ folds: [fold(1, 3)] }, { reason })).toEqual([fold(1, 3)]);
    }
  });

  it('comes back when the overview is a template again, but for what a file holds', () => {
    const phase = { phase: 1, reason: 'template' } as const;
    const folds = [fold(1, 3), { ...fold(3, 5, 'compacted'), path: 'detail/a.md' }];
    expect(foldsOf({ folds }, { phase, reason: 'history-edited' })).toEqual([folds[1]]);
    expect(foldsOf({ folds }, { phase, reason: 'overview-written' })).toEqual([folds[1]]);
    expect(foldsOf({ folds }, { phase, reason: 'fallback-compaction' })).toEqual(folds);
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
    const one = blockHashes(withBlocks('# A\n', { index: 'a', state: 'b' }));
    expect(Object.keys(one).sort()).toEqual(['index', 'state']);
    expect(blockHashes(withBlocks('# B\n', { index: 'a', state: 'b' }))).toEqual(one);
    const other = blockHashes(withBlocks('# A\n', { index: 'a', state: 'c' }));
    expect(other.index).toBe(one.index);
    expect(other.state).not.toBe(one.state);
    expect(blockHashes('# A\n')).toEqual({});
  });
});
