// Replays what was asked for and prints it.
import { writeFileSync } from 'node:fs';
import { findContextEngine } from '../context-engine.ts';
import { loadAverage, machineLine } from '../report.ts';
import { spread } from '../spread.ts';
import { replayAll } from './jobs.ts';
import { needsData, type Plan, planOf } from './plan.ts';
import { readRuns } from './run-sets.ts';
import { costTable, factTable, verdictTable } from './tables.ts';
import { verdicts } from './targets.ts';
import { totals } from './totals.ts';

const PROGRESS_MS = 2000;

/** @returns the exit code: 1 only with `--check`, when a target was missed */
export async function main(args: readonly string[]): Promise<number> {
  const plan = planOf(args);
  const homeless = needsData(plan);
  if (homeless !== undefined) throw new Error(`The set ${homeless} needs --data. See docs/replay.md.`);
  const strategies = await runnable(plan.strategies);
  const requests = plan.sets.flatMap((set) =>
    spread(readRuns(set, plan.data), plan.limit).map((run) => ({ set, run })),
  );
  const loadBefore = loadAverage();
  const start = performance.now();
  const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(0)} s`;
  let told = 0;
  const results = await replayAll(requests, { strategies, windows: plan.windows }, plan.jobs, (done) => {
    if (performance.now() - told < PROGRESS_MS && done < requests.length) return;
    told = performance.now();
    console.error(`${done} of ${requests.length} runs, ${seconds()}`);
  });
  const sums = totals(results);
  const judged = verdicts(results, plan.fixedWindows);
  console.log([costTable(sums, results), factTable(sums), verdictTable(judged)].join('\n\n'));
  console.log(`\n${requests.length} runs in ${seconds()} · ${machineLine('', loadBefore)}`);
  if (plan.json !== undefined) {
    const { sets, windows, limit } = plan;
    const report = { plan: { sets, windows, strategies, limit }, totals: sums, targets: judged, runs: results };
    writeFileSync(plan.json, `${JSON.stringify(report, undefined, 1)}\n`);
  }
  return plan.check && judged.some(({ met }) => met === false) ? 1 : 0;
}

/** Without the strategies that this build cannot run. */
async function runnable(strategies: Plan['strategies']): Promise<Plan['strategies']> {
  const withMemory = strategies.filter((name) => name === 'literal' || name === 'epochs');
  if (withMemory.length === 0) return strategies;
  const engine = await findContextEngine();
  if (!('missing' in engine)) return strategies;
  console.error(`Without the strategies ${withMemory.join(' and ')}: ${engine.missing}.`);
  return strategies.filter((name) => name !== 'literal' && name !== 'epochs');
}
