// Other ways to keep a conversation within a window. docs/replay.md names the source of each.
import type { Strategy } from '../strategy.ts';
import { clearResults } from './clear-results.ts';
import { sliding } from './sliding-window.ts';
import { summaries } from './summary.ts';
import { unlimited } from './unlimited.ts';

export const PEERS: readonly Strategy[] = [unlimited, sliding, clearResults, ...summaries];

/** Names of the peers that need a model. */
export const SUMMARY_PEERS = summaries.map(({ name }) => name);
