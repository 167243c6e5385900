// The benches by name: where each runs, what of it is shown, and what it should reach.
import type { Chromium } from './chromium.ts';
import { coldOpenRows } from './cold-open-rows.ts';
import { findContextEngine } from './context-engine.ts';
import { demoRows } from './demo-rows.ts';
import { blockingRows } from './main-thread-rows.ts';
import { meaningRows } from './meaning-rows.ts';
import { benchEviction } from './eviction.ts';
import { benchFilters } from './filters.ts';
import { peerRows } from './peer-rows.ts';
import { benchPrepare } from './prepare.ts';
import { recallRows } from './recall-rows.ts';
import { benchSimilar, reportedAsSimilar } from './similar.ts';
import { informative, informativeTimes, millis, NODE, percent, type Row, times, within } from './report.ts';
import { vectorRows } from './vector-rows.ts';

const PAGE_ITEMS = 10_000;

type Bench = (chromium: Chromium, data: string | undefined) => Promise<Row[]>;

export const BENCHES: Readonly<Record<string, Bench>> = {
  vectors: vectorRows,
  meaning: meaningRows,
  recall: recallRows,
  page: pageRows,
  open: coldOpenRows,
  eviction: evictionRows,
  filters: filterRows,
  similar: similarRows,
  overview: overviewRows,
  prepare: prepareRows,
  demo: demoRows,
};

/** Only by name. */
export const BENCHES_APART: Readonly<Record<string, Bench>> = { peers: peerRows };

async function pageRows(chromium: Chromium): Promise<Row[]> {
  const page = await chromium.openPage();
  const fill = await page.evaluate((size) => window.benches.benchFill(size), PAGE_ITEMS);
  await chromium.reload(page);
  const reopen = await page.evaluate((size) => window.benches.benchReopen(size), PAGE_ITEMS);
  await page.close();
  if (reopen.items !== PAGE_ITEMS) throw new Error(`${reopen.items} of ${PAGE_ITEMS} items were found again`);

  return [
    ...blockingRows(`memorize ${PAGE_ITEMS} items`, fill.blocking, fill.idle),
    { what: `memorize ${PAGE_ITEMS} items: in all`, ...informative(fill.totalMs) },
    ...blockingRows(`open with ${PAGE_ITEMS} items`, reopen.blocking, fill.idle),
    { what: `open with ${PAGE_ITEMS} items: until open`, ...informative(reopen.openMs) },
    {
      what: `open with ${PAGE_ITEMS} items: first remember`,
      ...informative(reopen.firstRecallMs),
      measured: `the next: ${millis(reopen.secondRecallMs)}`,
    },
  ].map((row) => ({ bench: 'page', runtime: chromium.name, ...row }));
}

async function evictionRows(): Promise<Row[]> {
  const curve = await benchEviction([64, 1000, 10_000, 100_000]);
  const anchor = curve.find(({ size }) => size === 1000)?.timing.medianMs ?? NaN;
  return curve.map(({ size, timing }) => ({
    bench: 'eviction',
    runtime: NODE,
    what: `memorize with eviction at ${size} items, against 1000`,
    ...(size === 100_000 ? times(timing.medianMs / anchor, 5) : informativeTimes(timing.medianMs / anchor)),
    measured: `${millis(timing.medianMs)} (p99 ${millis(timing.p99Ms)})`,
  }));
}

async function filterRows(): Promise<Row[]> {
  const { plain, filtered, ranged } = await benchFilters(PAGE_ITEMS);
  const row = (what: string, timing: typeof plain): Row => ({
    bench: 'filters',
    runtime: NODE,
    what: `remember ${what} over ${PAGE_ITEMS} items, against without`,
    ...times(timing.medianMs / plain.medianMs, 2),
    measured: `${millis(timing.medianMs)} against ${millis(plain.medianMs)}`,
  });
  return [row('with filters', filtered), row('with ranges of time and importance', ranged)];
}

async function similarRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of [64, PAGE_ITEMS]) {
    const { plain, similar, ratio } = await benchSimilar(size);
    rows.push({
      bench: 'similar',
      runtime: NODE,
      what: `memorize with similar at ${size} items, against without`,
      ...(size === 64 ? times(ratio, 1.5) : informativeTimes(ratio)),
      measured: `${millis(similar.medianMs)} against ${millis(plain.medianMs)}`,
    });
  }
  for (const { language, shares, wrong } of await reportedAsSimilar()) {
    rows.push({
      bench: 'similar',
      runtime: NODE,
      what: `${language} facts reported: said again, updated, another on the subject`,
      figure: `${percent(shares.again)}, ${percent(shares.update)}, ${percent(shares.other)}`,
      measured: `another item in ${percent(wrong)} of the calls`,
    });
  }
  return rows;
}

async function overviewRows(chromium: Chromium): Promise<Row[]> {
  const page = await chromium.openPage();
  const { medianMs, p99Ms } = await page.evaluate(() => window.benches.benchOverview());
  await page.close();
  const what = 'reading overview.md through the worker, median';
  return [
    { bench: 'overview', runtime: chromium.name, what, ...within(medianMs, 10), measured: `p99 ${millis(p99Ms)}` },
  ];
}

async function prepareRows(): Promise<Row[]> {
  const row = { bench: 'prepare', runtime: NODE, what: 'preparing the next request of 200 messages, 400 kB, median' };
  const engine = await findContextEngine();
  if ('missing' in engine) return [{ ...row, figure: '–', measured: `not run: ${engine.missing}` }];
  const { next, first, shares } = await benchPrepare(engine);
  return [
    {
      ...row,
      ...within(next.medianMs, 10),
      measured:
        `p99 ${millis(next.p99Ms)}; the first: ${millis(first.medianMs)}; ` +
        `of the next ${percent(shares.lens)} in the lens, ${percent(shares.storage)} in storage`,
    },
  ];
}
