// A thread that replays the runs it is given, one after the other.
import { parentPort, workerData } from 'node:worker_threads';
import { findContextEngine } from '../context-engine.ts';
import type { Run } from './chat.ts';
import { epochs, literal } from './memory-strategies.ts';
import type { StrategyName } from './plan.ts';
import { replayRun, type RunResult } from './replay-run.ts';
import { SETS } from './run-sets.ts';
import { appendOnly, sliding, type Strategy } from './strategies.ts';
import type { WindowRule } from './windows.ts';

export interface JobSettings {
  readonly strategies: readonly StrategyName[];
  readonly windows: Readonly<Record<string, readonly WindowRule[]>>;
}

export interface JobRequest {
  readonly set: string;
  readonly run: Run;
}

/** `error` is a stack trace. */
export type JobAnswer = { readonly results: readonly RunResult[] } | { readonly error: string };

const settings = workerData as JobSettings;
const engine = await findContextEngine();
const strategies = settings.strategies.map((name): Strategy => {
  if (name === 'append-only') return appendOnly;
  if (name === 'sliding') return sliding;
  if ('missing' in engine) throw new Error(engine.missing);
  return name === 'literal' ? literal(engine) : epochs(engine);
});

parentPort?.on('message', ({ set, run }: JobRequest) => {
  replayRun(run, SETS[set]?.asking ?? 'by-argument', strategies, settings.windows[set] ?? []).then(
    (results) => parentPort?.postMessage({ results } satisfies JobAnswer),
    (error: unknown) => {
      const cause = error instanceof Error ? error.stack : String(error);
      parentPort?.postMessage({ error: `run ${run.id} of ${set}: ${cause}` } satisfies JobAnswer);
    },
  );
});
