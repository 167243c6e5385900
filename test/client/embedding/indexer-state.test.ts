// States of the background indexer: every event in every state.
import { describe, expect, it } from 'vitest';
import {
  failureOf,
  type IndexerEvent,
  type IndexerState,
  nextState,
} from '../../../src/client/embedding/indexer-state.ts';
import { WorkingMemoryError } from '../../../src/errors.ts';

const error = new WorkingMemoryError('storage-unavailable', 'The disk is gone.', { reason: 'test' });
const failure = { error, failures: 1, retryAt: 1000 };

const states: Record<IndexerState['name'], IndexerState> = {
  idle: { name: 'idle' },
  looking: { name: 'looking', failure },
  queued: { name: 'queued', failure },
  embedding: { name: 'embedding', failure },
  'backing-off': { name: 'backing-off', failure },
  halted: { name: 'halted' },
};

const TYPES: readonly IndexerEvent['type'][] = [
  'started',
  'lock-busy',
  'embedding',
  'stored',
  'finished',
  'failed',
  'resumed',
  'halted',
];
const SAME = undefined;
/** The next state for each event, in the order of TYPES. */
const TABLE: Record<IndexerState['name'], readonly (IndexerState['name'] | undefined)[]> = {
  idle: ['looking', SAME, SAME, SAME, SAME, SAME, 'idle', 'halted'],
  looking: [SAME, 'queued', 'embedding', 'looking', 'idle', 'backing-off', 'looking', 'halted'],
  queued: [SAME, SAME, 'embedding', 'queued', 'idle', 'backing-off', 'queued', 'halted'],
  embedding: [SAME, SAME, 'embedding', 'embedding', 'idle', 'backing-off', 'embedding', 'halted'],
  'backing-off': ['looking', SAME, SAME, SAME, SAME, SAME, 'idle', 'halted'],
  halted: [SAME, SAME, SAME, SAME, SAME, SAME, 'idle', 'halted'],
};

const event = (type: IndexerEvent['type']): IndexerEvent =>
  type === 'failed' ? { type, error, now: 10_000 } : { type };

describe('the background indexer', () => {
  for (const name of Object.keys(TABLE) as IndexerState['name'][]) {
    it(`goes from ${name} where the table says`, () => {
      const reached = TYPES.map((type) => nextState(states[name], event(type)).name);
      expect(reached).toEqual(TABLE[name].map((next) => next ?? name));
    });
  }

  it('remembers the failure that a run repeats until something is stored', () => {
    const repeated = nextState(states['backing-off'], event('started'));
    expect(failureOf(repeated)).toBe(failure);
    expect(failureOf(nextState(repeated, event('embedding')))).toBe(failure);
    expect(failureOf(nextState(repeated, event('stored')))).toBeUndefined();
  });

  it('waits twice as long after each failure in a row, from 1 s to 5 min', () => {
    let state = states.idle;
    const waits = Array.from({ length: 11 }, () => {
      state = nextState(nextState(state, event('started')), event('failed'));
      return ((failureOf(state)?.retryAt ?? 0) - 10_000) / 1000;
    });
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });
});
