// Rows of a page on a slow device beside many conversations: the extra cost of open, and the time until their messages
// are found.
import type { Page } from 'playwright';
import type { Chromium } from './chromium.ts';
import { timing } from './measure.ts';
import { informative, megabytes, millis, type Row, within } from './report.ts';
import type { WorkspaceBench } from './workspace-page.ts';

const CONVERSATIONS = 300;
const MESSAGES = 40;
const NEWEST = 50;
const SLOWER = 4;
const ROUNDS = 5;
const MOST_BYTES = 60_000_000;

export async function workspaceRows(chromium: Chromium): Promise<Row[]> {
  const page = await chromium.openPage();
  await page.evaluate(([count, length]) => window.benches.benchFillWorkspace(count, length), [
    CONVERSATIONS,
    MESSAGES,
  ] as const);
  const alone: number[] = [];
  const beside: WorkspaceBench[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await chromium.reload(page);
    alone.push(await slowed(page, () => page.evaluate(() => window.benches.benchOpenAlone())));
    await chromium.reload(page);
    const measure = (): Promise<WorkspaceBench> =>
      page.evaluate(([count, newest]) => window.benches.benchWorkspace(count, newest), [
        CONVERSATIONS,
        NEWEST,
      ] as const);
    beside.push(await slowed(page, measure));
  }
  await page.close();
  // A new page, because a reloaded one keeps old memory for a while.
  const fresh = await chromium.openPage();
  await fresh.evaluate(() => window.benches.benchOpenAlone());
  const before = await chromium.collectedBytes(fresh);
  await fresh.evaluate((count) => window.benches.benchHoldWorkspace(count), CONVERSATIONS);
  const held = (await chromium.collectedBytes(fresh)) - before;
  await fresh.close();
  const median = (of: keyof WorkspaceBench): number => timing(beside.map((each) => each[of])).medianMs;
  const openAlone = timing(alone).medianMs;
  const what = `${CONVERSATIONS} conversations of ${MESSAGES} messages, ${SLOWER} × slower:`;
  return [
    {
      what: `${what} open, beyond that of a session alone`,
      ...within(median('openMs') - openAlone, 20),
      measured: `medians: ${millis(median('openMs'))}, ${millis(openAlone)}`,
    },
    {
      what: `${what} the newest ${NEWEST} are found`,
      ...within(median('findableMs'), 3000),
      measured: `all of them: ${millis(median('wholeMs'))}`,
    },
    { what: `${what} longest delay of a call meanwhile`, ...within(median('longestCallMs'), 50) },
    { what: `${what} a question where nothing has changed`, ...informative(median('questionMs')) },
    {
      what: `${CONVERSATIONS} conversations of ${MESSAGES} messages: memory`,
      figure: megabytes(held),
      target: `≤ ${megabytes(MOST_BYTES)}`,
      met: held <= MOST_BYTES,
    },
  ].map((row) => ({ bench: 'workspace', runtime: chromium.name, ...row }));
}

async function slowed<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const result = await work();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();
  return result;
}
