// Rows of the cost of encryption at rest in a page.
import type { Chromium } from './chromium.ts';
import { millis, type Row, times, within } from './report.ts';

const ITEMS = 10_000;

export async function encryptedRows(chromium: Chromium): Promise<Row[]> {
  const page = await chromium.openPage();
  const { put, openMs } = await page.evaluate((items) => window.benches.benchEncrypted(items), ITEMS);
  await page.close();
  const row = { bench: 'encrypted', runtime: chromium.name };
  return [
    {
      ...row,
      what: 'memorize one text over encrypted IndexedDB, against without encryption',
      ...times(put.sealed.medianMs / put.plain.medianMs, 1.3),
      measured: `${millis(put.sealed.medianMs)} against ${millis(put.plain.medianMs)}`,
    },
    {
      ...row,
      what: `open with ${ITEMS} encrypted items, longer than without`,
      ...within(openMs.sealed - openMs.plain, 300),
      measured: `${millis(openMs.sealed)} against ${millis(openMs.plain)}`,
    },
  ];
}
