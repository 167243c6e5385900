// Rows of the import of a large export in a page.
import type { Chromium } from './chromium.ts';
import { megabytes, millis, percent, type Row, within } from './report.ts';
import { longestTaskMs } from './task-times.ts';

const BYTES = 25_000_000;
const LONGEST_MS = 10_000;
const LONGEST_TASK_MS = 100;
/** One of this many conversations is searched for. */
const ASKED = 7;

export async function importRows(chromium: Chromium): Promise<Row[]> {
  const page = await chromium.openPage();
  await page.evaluate((bytes) => window.benches.benchMakeExport(bytes), BYTES);
  const before = await chromium.processorMs();
  const value = await page.evaluate(() => window.benches.benchImport('timed'));
  const processor = (await chromium.processorMs()) - before;
  const found = await page.evaluate((every) => window.benches.benchFindImported('timed', every), ASKED);
  // A second import for the trace, which makes it half as long again.
  const traced = await longestTaskMs(page, () => page.evaluate(() => window.benches.benchImport('traced')));
  await page.close();
  const what = `import ${megabytes(BYTES)} of ChatGPT's export`;
  const row = { bench: 'import', runtime: chromium.name };
  return [
    {
      ...row,
      what: `${what}: in all`,
      ...within(value.ms, LONGEST_MS),
      measured: `${value.conversations} conversations, ${value.messages} messages; ${percent(found)} of those asked for are found; processor time of all processes ${millis(processor)}`,
    },
    {
      ...row,
      what: `${what}: longest task of the page, time of its thread`,
      ...within(traced.longestMs, LONGEST_TASK_MS),
      measured: `in all ${millis(traced.value.ms)} with the trace`,
    },
  ];
}
