// Replays runs as the command line asks, and prints the tables.
import { writeFileSync } from 'node:fs';
import { findContextEngine } from '../context-engine.ts';
import type { ContextEngine } from '../../replay/memory/context-engine.ts';
import { loadAverage, machineLine } from '../report.ts';
import { spread } from '../spread.ts';
import type { JobSettings } from './job.ts';
import { replayAll } from './jobs.ts';
import { MEMORY_VARIANTS } from '../../replay/memory/memory-variants.ts';
import { needsData, type Plan, planOf } from './plan.ts';
import { readRuns } from './runs/run-sets.ts';
import { lostTable } from './tables/lost-table.ts';
import { peersTable } from './tables/peers-table.ts';
import { relationsTable } from './tables/relations-table.ts';
import { runsTable } from './tables/runs-table.ts';
import { toolSetsTable } from './tables/tool-sets-table.ts';
import { verdictTable } from './tables/verdict-table.ts';
import { type SetResult, totals } from './totals.ts';
import { peerComparisons, verdicts } from './verdicts.ts';

const PROGRESS_MS = 2000;

/** @returns the exit code: 1 only with `--check`, when a target is missed */
export async function main(args: readonly string[]): Promise<number> {
  const plan = planOf(args);
  const homeless = needsData(plan);
  if (homeless !== undefined) throw new Error(`The set ${homeless} needs --data. See docs/replay.md.`);
  const engine = await findContextEngine();
  const sets = runnable(plan.sets, engine);
  const requests = sets.flatMap(({ set }) => spread(readRuns(set, plan.data), plan.limit).map((run) => ({ set, run })));
  const loadBefore = loadAverage();
  const start = performance.now();
  const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(0)} s`;
  let told = 0;
  const details = { requests: plan.json !== undefined, lost: plan.lost };
  const results = await replayAll(requests, { sets, others: othersOf(plan), details }, plan.jobs, (done) => {
    if (performance.now() - told < PROGRESS_MS && done < requests.length) return;
    told = performance.now();
    console.error(`${done} of ${requests.length} runs, ${seconds()}`);
  });
  const judged = verdicts(results);
  console.log(await report(results, engine));
  if (plan.lost) console.log(`\n${lostTable(results)}`);
  console.log(`\n${verdictTable(judged)}`);
  console.log(`\n${requests.length} runs in ${seconds()} · ${machineLine('', loadBefore)}`);
  if (plan.json !== undefined) {
    // Contains nothing that differs between two replays of the same runs: no time, no machine.
    const { limit } = plan;
    writeFileSync(
      plan.json,
      `${JSON.stringify({ plan: { sets, limit }, targets: judged, totals: totals(results), runs: results })}\n`,
    );
  }
  return plan.check && judged.some(({ met }) => met === false) ? 1 : 0;
}

/** Reads one more than a workspace holds beside a run, since the run itself may be among them. */
function othersOf({ sets, data }: Plan): JobSettings['others'] {
  const most = Math.max(...MEMORY_VARIANTS.map(({ conversations = 0 }) => conversations)) + 1;
  const inWorkspaces = new Set(MEMORY_VARIANTS.flatMap((one) => (one.conversations === undefined ? [] : [one.name])));
  const asked = sets.filter(({ strategies }) => strategies.some((name) => inWorkspaces.has(name)));
  return Object.fromEntries(asked.map(({ set }) => [set, spread(readRuns(set, data), most)]));
}

async function report(
  results: readonly SetResult[],
  engine: ContextEngine | { readonly missing: string },
): Promise<string> {
  const sums = totals(results);
  return [...new Set(sums.map(({ set }) => set))]
    .map((set) => runsTable(set, sums))
    .concat(relationsTable(sums), peersTable(peerComparisons(results)))
    .concat('missing' in engine ? [] : await toolSetsTable(engine, sums))
    .join('\n\n');
}

/** Drops the strategies that this build cannot run. */
function runnable(sets: Plan['sets'], engine: ContextEngine | { readonly missing: string }): Plan['sets'] {
  if (!('missing' in engine)) return sets;
  const own = new Set(MEMORY_VARIANTS.map(({ name }) => name));
  const left = sets.map((one) => ({ ...one, strategies: one.strategies.filter((name) => !own.has(name)) }));
  console.error(`Without the strategies ${[...own].join(', ')}: ${engine.missing}.`);
  return left.filter(({ strategies }) => strategies.length > 0);
}
