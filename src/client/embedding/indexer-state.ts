// The states of the background indexer, and the event that leads from each to the next. Pure: times come in as values.
//
// | state       | started | lock-busy | embedding | stored | finished | failed      | resumed |
// | idle        | looking |           |           |        |          |             | idle    |
// | looking     |         | queued    | embedding | same   | idle     | backing-off | same    |
// | queued      |         |           | embedding | same   | idle     | backing-off | same    |
// | embedding   |         |           | embedding | same   | idle     | backing-off | same    |
// | backing-off | looking |           |           |        |          |             | idle    |
// | halted      |         |           |           |        |          |             | idle    |
//
// `halted` leads from every state to `halted`. An event without an entry changes nothing. "same" forgets the failure.
import type { WorkingMemoryError } from '../../errors.ts';
import { waitMs } from './failures.ts';

/** Failure of the engine or its storage; the run is repeated after a pause that doubles with every failure in a row. */
export interface EngineFailure {
  readonly error: WorkingMemoryError;
  /** Number of failures in a row. */
  readonly failures: number;
  /** Time of the next run, ms since 1970. */
  readonly retryAt: number;
}

/** `looking`: asks the engine for texts · `queued`: another tab does this work · `embedding`: makes vectors. */
type Running = 'looking' | 'queued' | 'embedding';

export type IndexerState =
  /** No run is in progress, and none has to be repeated. */
  | { readonly name: 'idle' }
  /** A run is in progress; with `failure` it repeats one that failed and has stored nothing yet. */
  | { readonly name: Running; readonly failure?: EngineFailure }
  /** The last run failed; no run starts before `retryAt`. */
  | { readonly name: 'backing-off'; readonly failure: EngineFailure }
  /** Ended by the app, by an error that only the app can resolve, or by closing. */
  | { readonly name: 'halted' };

export type IndexerEvent =
  | { readonly type: 'started' | 'lock-busy' | 'embedding' | 'stored' | 'finished' | 'halted' | 'resumed' }
  | { readonly type: 'failed'; readonly error: WorkingMemoryError; readonly now: number };

export const failureOf = (state: IndexerState): EngineFailure | undefined =>
  'failure' in state ? state.failure : undefined;

export function nextState(state: IndexerState, event: IndexerEvent): IndexerState {
  if (event.type === 'halted') return { name: 'halted' };
  switch (state.name) {
    case 'idle':
    case 'backing-off':
    case 'halted':
      if (event.type === 'resumed') return { name: 'idle' };
      return event.type === 'started' && state.name !== 'halted' ? running('looking', failureOf(state)) : state;
    default:
      return whileRunning(state, event);
  }
}

function whileRunning(state: Extract<IndexerState, { readonly name: Running }>, event: IndexerEvent): IndexerState {
  switch (event.type) {
    case 'lock-busy':
      return state.name === 'looking' ? running('queued', state.failure) : state;
    case 'embedding':
      return running('embedding', state.failure);
    case 'stored':
    case 'resumed':
      return running(state.name, undefined);
    case 'finished':
      return { name: 'idle' };
    case 'failed': {
      const failures = (state.failure?.failures ?? 0) + 1;
      const retryAt = event.now + waitMs(failures);
      return { name: 'backing-off', failure: { error: event.error, failures, retryAt } };
    }
    default:
      return state;
  }
}

const running = (name: Running, failure: EngineFailure | undefined): IndexerState => ({
  name,
  ...(failure && { failure }),
});
