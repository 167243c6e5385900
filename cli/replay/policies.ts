// Replays transcripts under several policies that keep a conversation within a window.
import { openWorkingMemory } from 'working-memory';
import { openaiChat } from 'working-memory/lenses';
import { modelCalls, type Run } from '../../replay/chat.ts';
import type { LostFact } from '../../replay/facts/lost.ts';
import {
  addUp,
  cachedShare,
  cost,
  costRatioWithLookUps,
  costWithLookUps,
  type Measures,
  reachOf,
  refusals,
} from '../../replay/measures.ts';
import type { ContextEngine } from '../../replay/memory/context-engine.ts';
import { memoryStrategy } from '../../replay/memory/memory-strategy.ts';
import { clearResults } from '../../replay/peers/clear-results.ts';
import { sliding } from '../../replay/peers/sliding-window.ts';
import { summaries } from '../../replay/peers/summary.ts';
import { unlimited } from '../../replay/peers/unlimited.ts';
import { replayRun } from '../../replay/replay-run.ts';
import type { WindowRule } from '../../replay/runs/windows.ts';
import type { Strategy } from '../../replay/strategy.ts';
import { bar } from '../wording.ts';

export interface PolicyCost {
  readonly window: string;
  readonly policy: string;
  /** Requests that were sent, and those that could not be made. */
  readonly requests: number;
  readonly refused: number;
  /** Share of the input tokens that the provider's cache serves. */
  readonly cached: number;
  /** Cost in plain input tokens, including lookups of facts out of view. */
  readonly cost: number;
  /** Part of `cost` that lookups take, in plain input tokens. */
  readonly lookingUp: number;
  /** Cost ÷ cost with an unlimited window. */
  readonly ratio: number;
  /** Facts that answers needed; those in view of the request; those found by one search or by opening its best hit. */
  readonly facts: { readonly needed: number; readonly inView: number; readonly found: number };
  readonly lost: readonly LostInRun[];
}

export interface LostInRun extends LostFact {
  readonly conversation: string;
}

/** The library as an app sets it up with the standard tools. */
const OURS = 'epochs+standard';

export async function policies(): Promise<Strategy[]> {
  const lens = openaiChat as unknown as ContextEngine['lens'];
  const open: ContextEngine['open'] = (options) => openWorkingMemory(options);
  const summary = summaries.filter(({ name }) => name === 'summary');
  const memory = await memoryStrategy({ lens, open }, { name: OURS, set: 'standard' });
  return [unlimited, sliding, clearResults, ...summary, { ...memory, name: 'memory' }];
}

/** Counts the model answers, each of which had a request. */
export const answersIn = (runs: readonly Run[]): number =>
  runs.reduce((sum, { messages }) => sum + modelCalls(messages).length, 0);

/** @param tell takes a line of progress */
export async function replayed(
  runs: readonly Run[],
  windows: readonly WindowRule[],
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<PolicyCost[]> {
  const rows: PolicyCost[] = [];
  const strategies = await policies();
  const all = windows.length * strategies.length * runs.length;
  let done = 0;
  for (const rule of windows) {
    for (const strategy of strategies) {
      const measures: Measures[] = [];
      const lost: LostInRun[] = [];
      const names = new Set<string>();
      for (const run of runs) {
        signal.throwIfAborted();
        tell(`${bar(done++, all)}  ${strategy.name}, ${rule.label}`);
        const details = { requests: false, lost: true };
        for (const one of await replayRun(run, {
          asking: 'by-argument',
          strategies: [strategy],
          windows: [rule],
          details,
        })) {
          measures.push(one.measures);
          lost.push(...(one.lost ?? []).map((fact) => ({ ...fact, conversation: run.id })));
          names.add(rule.tokens === undefined && runs.length === 1 ? `${one.windowTokens}` : one.window);
        }
      }
      if (measures.length > 0) rows.push(rowOf([...names].join(', '), strategy.name, addUp(measures), lost));
    }
  }
  return rows;
}

function rowOf(window: string, policy: string, sum: Measures, lost: readonly LostInRun[]): PolicyCost {
  const reach = reachOf(sum);
  return {
    window,
    policy,
    requests: sum.requests,
    refused: refusals(sum),
    cached: sum.paid.input === 0 ? 0 : cachedShare(sum),
    cost: Math.round(costWithLookUps(sum)),
    lookingUp: Math.round(costWithLookUps(sum) - cost(sum)),
    ratio: costRatioWithLookUps(sum),
    facts: { needed: reach.facts, inView: reach.inView, found: reach.read - reach.inView },
    lost,
  };
}
