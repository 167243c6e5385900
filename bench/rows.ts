// Benches by name: where each runs, the rows it gives, and its targets.
import type { Chromium } from './chromium.ts';
import { coldOpenRows } from './cold-open-rows.ts';
import { findContextEngine } from './context-engine.ts';
import { demoRows } from './demo-rows.ts';
import { blockingRows, LONGEST_TASK_MS } from './main-thread-rows.ts';
import { meaningRows } from './meaning-rows.ts';
import { encryptedRows } from './encrypted-rows.ts';
import { everydayRows } from './everyday-rows.ts';
import { benchEviction } from './eviction.ts';
import { benchFilters } from './filters.ts';
import { benchMemorize, benchMemorizeInPage } from './memorize.ts';
import { importRows } from './import-rows.ts';
import { inspectorRows } from './inspector-rows.ts';
import { peerRows } from './peer-rows.ts';
import { benchForgetting } from './forgetting.ts';
import { longestTaskMs } from './task-times.ts';
import { benchPrepare, benchRecalled, benchRestore } from './prepare.ts';
import { recallRows } from './recall-rows.ts';
import { benchSimilar, reportedAsSimilar } from './similar.ts';
import { informative, informativeTimes, megabytes, millis, NODE, percent, type Row, times, within } from './report.ts';
import { sessionRows } from './sessions-rows.ts';
import { vectorRows } from './vector-rows.ts';
import { workspaceRows } from './workspace-rows.ts';

const LONG_LIST = 5000;
const FORGOTTEN_BESIDE = 10_000;
const PAGE_ITEMS = 10_000;
/** Numbers of items in a store. */
const SIZES = [64, 1000, PAGE_ITEMS];

type Bench = (chromium: Chromium, folders: Folders) => Promise<Row[]>;

/** See main.ts. */
interface Folders {
  readonly data?: string | undefined;
  readonly against?: string | undefined;
}

export const BENCHES: Readonly<Record<string, Bench>> = {
  vectors: vectorRows,
  meaning: meaningRows,
  recall: (chromium, { data }) => recallRows(chromium, data),
  page: pageRows,
  open: coldOpenRows,
  sessions: sessionRows,
  workspace: workspaceRows,
  eviction: evictionRows,
  filters: filterRows,
  similar: similarRows,
  overview: overviewRows,
  prepare: prepareRows,
  'long-list': longListRows,
  import: importRows,
  inspector: inspectorRows,
  forgetting: forgettingRows,
  encrypted: encryptedRows,
  everyday: everydayRows,
  demo: demoRows,
};

/** Benches that run only when named. */
export const BENCHES_APART: Readonly<Record<string, Bench>> = { peers: peerRows, memorize: memorizeRows };

async function pageRows(chromium: Chromium): Promise<Row[]> {
  const page = await chromium.openPage();
  const fill = await page.evaluate((size) => window.benches.benchFill(size), PAGE_ITEMS);
  await chromium.reload(page);
  const reopen = await page.evaluate((size) => window.benches.benchReopen(size), PAGE_ITEMS);
  const written = await longestTaskMs(page, () => page.evaluate(() => window.benches.benchExport()));
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
    {
      what: `export ${PAGE_ITEMS} items as a zip: longest task of the page, time of its thread`,
      ...within(written.longestMs, LONGEST_TASK_MS),
      measured: `${megabytes(written.value.bytes)} in ${millis(written.value.ms)} with the trace`,
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
  for (const size of SIZES) {
    const { plain, similar, ratio } = await benchSimilar(size);
    rows.push({
      bench: 'similar',
      runtime: NODE,
      what: `memorize with similar at ${size} items, against without`,
      ...times(ratio, 1.5),
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

async function memorizeRows(chromium: Chromium, { against }: Folders): Promise<Row[]> {
  if (against === undefined) throw new Error('The bench memorize needs --against, the dist of another build.');
  const rows: Row[] = [];
  for (const size of SIZES) {
    for (const [runtime, where, { own, other }] of [
      [NODE, 'over memory', await benchMemorize(size, against)],
      [chromium.name, 'over IndexedDB', await benchMemorizeInPage(chromium, size, against)],
    ] as const) {
      rows.push({
        bench: 'memorize',
        runtime,
        what: `memorize at ${size} items ${where}, against the other build`,
        ...informativeTimes(own.medianMs / other.medianMs),
        measured: `${millis(own.medianMs)} against ${millis(other.medianMs)}`,
      });
    }
  }
  return rows;
}

async function forgettingRows(): Promise<Row[]> {
  const { p50Ms, p95Ms } = await benchForgetting(FORGOTTEN_BESIDE, 100);
  const what = `hard forget of one item beside ${FORGOTTEN_BESIDE} messages of 200 characters, p95`;
  return [{ bench: 'forgetting', runtime: NODE, what, ...within(p95Ms, 150), measured: `median ${millis(p50Ms)}` }];
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

async function longListRows(chromium: Chromium): Promise<Row[]> {
  const rows: Row[] = [];
  for (const what of ['history', 'message'] as const) {
    const page = await chromium.openPage();
    await page.evaluate(([kind, count]) => window.benches.benchMakeList(kind, count), [what, LONG_LIST] as const);
    const { value, longestMs } = await longestTaskMs(page, () => page.evaluate(() => window.benches.benchLongList()));
    await page.close();
    const given = what === 'history' ? `${LONG_LIST} messages at once` : 'a message of 5 MB';
    rows.push({
      bench: 'long-list',
      runtime: chromium.name,
      what: `prepare ${given}: longest task of the page, time of its thread`,
      ...within(longestMs, 50),
      measured: `in all ${millis(value)}`,
    });
  }
  return rows;
}

async function prepareRows(): Promise<Row[]> {
  const row = { bench: 'prepare', runtime: NODE, what: 'preparing the next request of 200 messages, 400 kB, median' };
  const engine = await findContextEngine();
  if ('missing' in engine) return [{ ...row, figure: '–', measured: `not run: ${engine.missing}` }];
  const { next, first, shares } = await benchPrepare(engine);
  const restored = await benchRestore(engine, 1000);
  const recalled = await benchRecalled(engine, 1000);
  return [
    {
      ...row,
      ...within(next.medianMs, 5),
      measured:
        `p99 ${millis(next.p99Ms)}; the first: ${millis(first.medianMs)}; ` +
        `of the next ${percent(shares.lens)} in the lens, ${percent(shares.storage)} in storage`,
    },
    {
      bench: 'prepare',
      runtime: NODE,
      what: 'preparing the next turn of 200 messages, with what is recalled of 1,000 items, median',
      ...within(recalled.next.medianMs, 8),
      measured: `p99 ${millis(recalled.next.p99Ms)}; texts recalled a turn: ${recalled.noted.toFixed(2)}`,
    },
    {
      bench: 'prepare',
      runtime: NODE,
      what: 'restoring a chat of 1,000 messages, 2 MB, median',
      ...within(restored.medianMs, 100),
      measured: `p99 ${millis(restored.p99Ms)}`,
    },
  ];
}
