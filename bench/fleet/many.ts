// Measures the memory of a process with many open sessions, most of which rest.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { megabytes, type Row } from '../report.ts';

const PROCESS = fileURLToPath(new URL('fleet-many.js', import.meta.url));
/** Limit for 10,000 sessions. */
const MOST_BYTES = 2e9;

interface Told {
  readonly bytes: number;
  readonly mostBytes: number;
  readonly awake: number;
  readonly right: number;
  readonly asked: number;
}

export function manyOpen(count: number, items: number): Row {
  const { stdout, status } = spawnSync(process.execPath, ['--expose-gc', PROCESS, String(count), String(items)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`the process with ${count} sessions ended with ${status}`);
  const { bytes, mostBytes, awake, right, asked } = JSON.parse(String(stdout)) as Told;
  return {
    bench: 'fleet',
    runtime: 'memory',
    what: `a process with ${count} open sessions of ${items} short items, storage included`,
    figure: megabytes(bytes),
    target: `≤ ${megabytes(MOST_BYTES)}`,
    met: mostBytes <= MOST_BYTES && right === asked,
    measured: `at most ${megabytes(mostBytes)}, ${awake} awake; ${right} of ${asked} that rested answered`,
  };
}
