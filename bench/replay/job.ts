// Thread that replays the runs it is given, one after the other.
import { parentPort, workerData } from 'node:worker_threads';
import { findContextEngine } from '../context-engine.ts';
import type { Run } from '../../replay/chat.ts';
import { memoryStrategy } from '../../replay/memory/memory-strategy.ts';
import { MEMORY_VARIANTS } from '../../replay/memory/memory-variants.ts';
import { PEERS } from '../../replay/peers/peers.ts';
import type { SetPlan } from './plan.ts';
import { type Driven, replayRun, type RunResult } from '../../replay/replay-run.ts';
import { SETS } from './runs/run-sets.ts';
import { WRITERS } from './writers/writers.ts';
import type { Strategy } from '../../replay/strategy.ts';

export interface JobSettings {
  readonly sets: readonly SetPlan[];
  /** Runs by set that stand for other conversations of the same owner. */
  readonly others: Readonly<Record<string, readonly Run[]>>;
  readonly details: NonNullable<Driven['details']>;
}

export interface JobRequest {
  readonly set: string;
  readonly run: Run;
}

/** `error` is a stack trace. */
export type JobAnswer = { readonly results: readonly RunResult[] } | { readonly error: string };

const { sets, others, details } = workerData as JobSettings;
const engine = await findContextEngine();

async function strategyNamed(name: string, set: string): Promise<Strategy> {
  const peer = PEERS.find((one) => one.name === name);
  if (peer) return peer;
  const variant = MEMORY_VARIANTS.find((one) => one.name === name);
  if (!variant) throw new Error(`There is no strategy ${name}.`);
  if ('missing' in engine) throw new Error(engine.missing);
  return memoryStrategy(engine, variant, others[set]);
}

const driven = new Map<string, Driven>();
for (const { set, strategies, windows } of sets) {
  const { asking = 'by-argument', writer } = SETS[set] ?? {};
  driven.set(set, {
    asking,
    writer: writer && WRITERS[writer],
    strategies: await Promise.all(strategies.map((name) => strategyNamed(name, set))),
    windows,
    details,
  });
}

parentPort?.on('message', ({ set, run }: JobRequest) => {
  replayRun(run, driven.get(set) as Driven).then(
    (results) => parentPort?.postMessage({ results } satisfies JobAnswer),
    (error: unknown) => {
      const cause = error instanceof Error ? error.stack : String(error);
      parentPort?.postMessage({ error: `run ${run.id} of ${set}: ${cause}` } satisfies JobAnswer);
    },
  );
});
