// Rows of search by vectors.
import { readFileSync } from 'node:fs';
import type { Kind } from '../test/support/kernel/embeddings.ts';
import type { Chromium } from './chromium.ts';
import { faster, informativeTimes, millis, NODE, percent, type Row, times } from './report.ts';
import { benchVectors, HITS, type Searcher, type VectorBench } from './vectors.ts';

const DIMENSION = 384;
const SIZES: readonly (readonly [Kind, number])[] = [
  ['clustered', 10_000],
  ['isotropic', 10_000],
  ['clustered', 100_000],
];
const LARGE = 100_000;

/** Least shares of the bandwidth and of the hits, and how many times faster a whole answer must be. */
const LEAST_BANDWIDTH = 0.8;
const LEAST_RECALL = 0.999;
const LEAST_FASTER: Partial<Record<Searcher, number>> = { kernel: 8, 'kernel with fast scan': 10 };
const MOST_OF_EXACT = 0.4;

export async function vectorRows(chromium: Chromium): Promise<Row[]> {
  const loadSum = [...readFileSync(new URL('load-sum.wasm', import.meta.url))];
  const rows: Row[] = [];
  for (const [kind, count] of SIZES) {
    const what = `${count} × ${DIMENSION}, ${kind}`;
    rows.push(...rowsOf(NODE, count, what, await benchVectors(kind, count, DIMENSION, loadSum)));
    const page = await chromium.openPage();
    const asked: [Kind, number, number, number[]] = [kind, count, DIMENSION, loadSum];
    const inPage = await page.evaluate((all) => window.benches.benchVectors(...all), asked);
    await page.close();
    rows.push(...rowsOf(chromium.name, count, what, inPage));
  }
  return rows;
}

function rowsOf(runtime: string, count: number, sizes: string, bench: VectorBench): Row[] {
  const { answers, exactScan, reading, recall, worstRecall } = bench;
  const { 'plain loop': plain, ...kernels } = answers;
  const bandwidth = reading.loadSum.medianMs / reading.exactScan.medianMs;
  const rows: Omit<Row, 'bench' | 'runtime'>[] = [
    {
      what: `${sizes}: bandwidth of the exact scan, of what reading reaches`,
      figure: percent(bandwidth),
      target: `≥ ${percent(LEAST_BANDWIDTH)}`,
      met: bandwidth >= LEAST_BANDWIDTH,
      measured: `${millis(reading.exactScan.medianMs)} against ${millis(reading.loadSum.medianMs)}`,
    },
    {
      what: `${sizes}: recall@${HITS} of the kernel`,
      figure: recall.toFixed(4),
      target: `≥ ${LEAST_RECALL}`,
      met: recall >= LEAST_RECALL,
      measured: `worst question ${worstRecall}`,
    },
  ];
  for (const [name, { medianMs, p99Ms }] of Object.entries(kernels)) {
    const toPlain = (plain?.medianMs ?? NaN) / medianMs;
    const toExact = medianMs / exactScan.medianMs;
    rows.push({
      what: `${sizes}: ${name}, an answer against a plain loop`,
      ...faster(toPlain, LEAST_FASTER[name as Searcher] ?? 1),
      measured: `${millis(medianMs)} (p99 ${millis(p99Ms)}) against ${millis(plain?.medianMs ?? NaN)}`,
    });
    rows.push({
      what: `${sizes}: ${name}, an answer against the exact scan alone`,
      ...(count === LARGE ? times(toExact, MOST_OF_EXACT) : informativeTimes(toExact)),
    });
  }
  return rows.map((row) => ({ bench: 'vectors', runtime, ...row }));
}
