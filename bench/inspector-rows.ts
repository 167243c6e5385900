// What the inspector costs the page that it stands in, screen by screen.
import type { Chromium } from './chromium.ts';
import { type Row, within } from './report.ts';
import { longestTaskMs } from './task-times.ts';

const ITEMS = 10_000;
const LONGEST_TASK_MS = 50;
/** What a screen has to read all items and to draw them, on a slow machine. */
const SETTLE_MS = 4000;

/** A screen, and what is pressed on it. */
const VISITS = [
  ['prompt', undefined],
  ['items', 'row'],
  ['journal', 'row'],
  ['vectors', 'bar'],
  ['health', undefined],
] as const;

export async function inspectorRows(chromium: Chromium): Promise<Row[]> {
  const page = await chromium.openPage();
  await page.evaluate((items) => window.benches.benchFillInspected(items), ITEMS);
  const rows: Row[] = [];
  for (const [screen, press] of VISITS) {
    const { longestMs } = await longestTaskMs(page, () =>
      page.evaluate(([name, pressed, ms]) => window.benches.benchInspect(name, pressed, ms), [
        screen,
        press,
        SETTLE_MS,
      ] as const),
    );
    rows.push({
      bench: 'inspector',
      runtime: chromium.name,
      what: `the inspector over ${ITEMS} items and commits, ${screen}: longest task of the page, time of its thread`,
      ...within(longestMs, LONGEST_TASK_MS),
      measured: press ? 'shown, and its first button pressed' : 'shown',
    });
  }
  await page.close();
  return rows;
}
