// Rows of the bench of cold opens.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Chromium } from './chromium.ts';
import type { ColdOpen } from './cold-open.ts';
import { timing } from './measure.ts';
import { informative, millis, NODE, type Row, within } from './report.ts';

const ITEMS = 1000;
const TIMES = 9;
/** Limits: in a page until the first answer; in a process until open, with the import of the package. */
const MOST_MS = { page: 300, process: 100 };

export async function coldOpenRows(chromium: Chromium): Promise<Row[]> {
  const processes = inProcesses();
  const pages = await inPages(chromium);
  const untilOpen = ({ openMs }: ColdOpen): number => openMs;
  const inAll = ({ openMs, firstRecallMs }: ColdOpen): number => openMs + firstRecallMs;
  return [
    { runtime: NODE, what: 'import and open, file storage', times: processes.map(untilOpen), mostMs: MOST_MS.process },
    { runtime: NODE, what: 'import, open, first remember', times: processes.map(inAll) },
    { runtime: chromium.name, what: 'open', times: pages.map(untilOpen) },
    { runtime: chromium.name, what: 'open, first remember', times: pages.map(inAll), mostMs: MOST_MS.page },
  ].map(({ runtime, what, times, mostMs }) => {
    const { medianMs } = timing(times);
    return {
      bench: 'open',
      runtime,
      what: `session of ${ITEMS} items, cold: ${what}`,
      ...(mostMs === undefined ? informative(medianMs) : within(medianMs, mostMs)),
      measured: `median of ${TIMES}; the fastest: ${millis(Math.min(...times))}`,
    };
  });
}

async function inPages(chromium: Chromium): Promise<ColdOpen[]> {
  const page = await chromium.openPage();
  await page.evaluate((size) => window.benches.benchFillSession(size), ITEMS);
  const runs: ColdOpen[] = [];
  for (let run = 0; run < TIMES; run++) {
    await chromium.reload(page);
    runs.push(await page.evaluate((size) => window.benches.benchColdOpen(size), ITEMS));
  }
  await page.close();
  return runs;
}

function inProcesses(): ColdOpen[] {
  const root = mkdtempSync(join(tmpdir(), 'working-memory-bench-'));
  const program = fileURLToPath(new URL('cold-open-process.js', import.meta.url));
  const run = (act: string): string =>
    execFileSync(process.execPath, [program, act, root, String(ITEMS)], { encoding: 'utf8' });
  try {
    run('fill');
    return Array.from({ length: TIMES }, () => JSON.parse(run('open')) as ColdOpen);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
