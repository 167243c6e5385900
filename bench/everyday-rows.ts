// Rows of the cost of one text through a page's worker.
import type { Chromium } from './chromium.ts';
import { millis, type Row, times } from './report.ts';

export async function everydayRows(chromium: Chromium): Promise<Row[]> {
  const page = await chromium.openPage();
  const { ours, bare } = await page.evaluate(() => window.benches.benchEveryday());
  await page.close();
  return [
    {
      bench: 'everyday',
      runtime: chromium.name,
      what: 'memorize one text through the worker, against a bare transaction of the same rows',
      ...times(ours.medianMs / bare.medianMs, 1.5),
      measured: `${millis(ours.medianMs)} against ${millis(bare.medianMs)}`,
    },
  ];
}
