// A tab that the browser froze while another one erased: after waking it answers with nothing that was erased.
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { WorkingMemory } from '../../src/entries/index.ts';
import { ASLEEP_AFTER_MS } from '../../src/options/policy.ts';
import { type Site, serveFolder } from '../support/browser/pages.ts';
import { CANARIES, traces } from '../support/canaries/hunt.ts';
import { type ChromiumProcess, startChromium } from '../support/chromium/chromium-process.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

declare global {
  interface Window {
    workingMemory: typeof import('../../src/entries/index.ts');
    memory: WorkingMemory;
    ticks: number;
  }
}

let site: Site;
beforeAll(async () => {
  site = await serveFolder('dist');
});
afterAll(() => site.close());

async function start(): Promise<ChromiumProcess> {
  const browser = await startChromium(await temporaryFolder(), { hidesTabs: true });
  onTestFinished(() => browser.kill());
  return browser;
}

const CANARY = CANARIES.en;

async function openTab(
  browser: ChromiumProcess,
  session: string,
  options: Record<string, unknown> = {},
): Promise<Page> {
  const page = await browser.openPage(`${site.origin}/page`);
  await page.evaluate(
    async (given) => {
      window.ticks = 0;
      setInterval(() => window.ticks++, 20);
      window.memory = await window.workingMemory.openWorkingMemory({ workspace: 'ann', ...given });
    },
    { session, ...options },
  );
  return page;
}

/**
 * Freezes a tab like Chromium does in the background: no timer and no message of it or its worker runs. Returns a
 * function that wakes it.
 */
async function freeze(browser: ChromiumProcess, page: Page): Promise<() => Promise<unknown>> {
  const devtools = await browser.context.newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  const ticks = (): Promise<number> => page.evaluate(() => window.ticks);
  await expect
    .poll(async () => {
      const before = await ticks();
      await new Promise((resolve) => setTimeout(resolve, 200));
      return (await ticks()) - before;
    })
    .toBe(0);
  return () => devtools.send('Page.setWebLifecycleState', { state: 'active' });
}

/** All at once and before anything else that a tab does that woke. */
const answersOf = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const { items, files, transcript, sessions, recall, export: whole } = window.memory;
    return Promise.all([
      items.list(),
      items.remember('What is the PIN of the café?', { scope: 'all' }),
      items.summarize(),
      files.read('detail/pin.md').then(({ text }) => text),
      files.history('detail/pin.md'),
      files.search('PIN café'),
      transcript.read(),
      recall('What is the PIN of the café?'),
      sessions.list(),
      whole({ format: 'json' }),
    ]);
  });

const places: readonly [string, Record<string, unknown>][] = [
  ['in a worker', {}],
  ['on the thread of the page', { worker: false }],
];

describe.each(places)('a frozen tab, its memory %s', (_, options) => {
  it.each([
    ['longer than its sleep is noticed by', ASLEEP_AFTER_MS + 500],
    ['for a moment', 300],
  ])('that wakes after %s answers with nothing of what was erased meanwhile', async (_how, ms) => {
    const browser = await start();
    const asleep = await openTab(browser, 'monday', options);
    await asleep.evaluate(async (canary) => {
      const { items, files, transcript } = window.memory;
      await items.memorize(canary, { userId: 'bob' });
      await files.write('detail/pin.md', canary);
      await files.write('detail/pin.md', `${canary} Still.`, { force: true });
      await transcript.append({ role: 'user', text: canary });
    }, CANARY);
    expect(traces(await answersOf(asleep)).length).toBeGreaterThan(6);
    const other = await openTab(browser, 'tuesday');

    const wake = await freeze(browser, asleep);
    const { failed, sessions } = await other.evaluate((text) => window.memory.erase({ text }), CANARY);
    expect([failed, sessions.map(({ session }) => session)]).toEqual([[], ['monday']]);
    await new Promise((resolve) => setTimeout(resolve, ms));
    const woken = wake();
    const answers = await answersOf(asleep);
    await woken;
    expect(traces(answers)).toEqual([]);
    expect(JSON.stringify(answers)).toContain('[forgotten]');
  });
});
