// Rows of many sessions in one page: open times of the later ones, and memory.
import type { Chromium } from './chromium.ts';
import { timing } from './measure.ts';
import { megabytes, millis, type Row, times } from './report.ts';
import type { Hosting } from './sessions-page.ts';

const SESSIONS = 20;
const ROUNDS = 3;
/** Limits as shares of what sessions with workers of their own take. */
const MOST = { open: 0.3, memory: 0.3 };

export async function sessionRows(chromium: Chromium): Promise<Row[]> {
  const page = await chromium.openPage();
  await page.evaluate((count) => window.benches.benchFillSessions(count), SESSIONS);
  const openMs: Record<Hosting, number[]> = { shared: [], own: [] };
  const bytes: Record<Hosting, number[]> = { shared: [], own: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const hosting of ['shared', 'own'] as const) {
      await chromium.reload(page);
      const before = await chromium.collectedBytes(page);
      const [, ...later] = await page.evaluate(([count, how]) => window.benches.benchOpenSessions(count, how), [
        SESSIONS,
        hosting,
      ] as const);
      openMs[hosting].push(...later);
      bytes[hosting].push((await chromium.collectedBytes(page)) - before);
    }
  }
  await page.close();
  const [shared, own] = [timing(openMs.shared).medianMs, timing(openMs.own).medianMs];
  const [held, heldBefore] = [timing(bytes.shared).medianMs, timing(bytes.own).medianMs];
  return [
    {
      what: `open session 2 to ${SESSIONS} of a page, beside a worker for each`,
      ...times(shared / own, MOST.open),
      measured: `medians: ${millis(shared)}, ${millis(own)}`,
    },
    {
      what: `memory of ${SESSIONS} sessions of 64 items, beside a worker for each`,
      ...times(held / heldBefore, MOST.memory),
      measured: `resident, wasm included: ${megabytes(held)}, ${megabytes(heldBefore)}`,
    },
  ].map((row) => ({ bench: 'sessions', runtime: chromium.name, ...row }));
}
