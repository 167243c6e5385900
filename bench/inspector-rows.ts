// Rows of the inspector's cost to its page, screen by screen.
import type { Chromium } from './chromium.ts';
import type { Visit } from './inspector-page.ts';
import { type Row, within } from './report.ts';
import { longestTaskMs } from './task-times.ts';

const ITEMS = 10_000;
const LONGEST_TASK_MS = 50;
/** Time for a screen to read and draw all items on a slow machine. */
const SETTLE_MS = 4000;

const ROW = 'tbody button';

/**
 * The last two visits fork the session from before its last requests: they choose a commit, then name and make the
 * fork.
 */
const visits = (question: string): readonly (readonly [what: string, visit: Visit])[] => [
  ['prompt: shown', { screen: 'prompt' }],
  ['items: shown, one chosen', { screen: 'items', press: ROW }],
  ['recall: asked, a hit chosen', { screen: 'recall', ask: question, press: ROW }],
  ['files: shown, one chosen', { screen: 'files', press: ROW }],
  ['vectors: the map drawn', { screen: 'vectors', press: '.lead button' }],
  ['health: shown', { screen: 'health' }],
  ['journal: shown, a former commit chosen', { screen: 'journal', press: ROW, at: 5 }],
  ['a fork from there', { screen: 'journal', ask: 'former', press: '.stack .line button', says: 'Forked as former' }],
];

export async function inspectorRows(chromium: Chromium): Promise<Row[]> {
  const page = await chromium.openPage();
  const question = await page.evaluate((items) => window.benches.benchFillInspected(items), ITEMS);
  const rows: Row[] = [];
  for (const [what, visit] of visits(question)) {
    const { longestMs } = await longestTaskMs(page, () =>
      page.evaluate(([one, ms]) => window.benches.benchInspect(one, ms), [visit, SETTLE_MS] as const),
    );
    rows.push({
      bench: 'inspector',
      runtime: chromium.name,
      what: `the inspector over ${ITEMS} items and commits: longest task of the page, time of its thread`,
      ...within(longestMs, LONGEST_TASK_MS),
      measured: what,
    });
  }
  await page.close();
  return rows;
}
