// Faults of a browser during a round. Each says which tabs it may end or delay; all others must continue undisturbed.
import type { Page } from 'playwright';
import type { ChromiumProcess } from '../support/chromium/chromium-process.ts';
import { terminateWorkers } from './workload.ts';

export interface FaultyTab {
  readonly page: Page;
  readonly lanes: readonly string[];
}

export interface Moment {
  readonly browser: ChromiumProcess;
  readonly tabs: readonly FaultyTab[];
  readonly origin: string;
  /** Draws in [0, 1). */
  readonly random: () => number;
}

/** Lanes of these tabs may end, with these codes; `gone`: they cannot be asked. */
export interface Outcome {
  readonly hit: readonly FaultyTab[];
  readonly gone: boolean;
  readonly codes: readonly string[];
  /** Whether the browser has to be started again. */
  readonly restart?: true;
}

export type BrowserFault = (moment: Moment) => Promise<Outcome>;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const pick = <T>({ random }: Moment, among: readonly T[]): T => among[Math.floor(random() * among.length)] as T;

const one =
  (end: (moment: Moment, tab: FaultyTab) => Promise<unknown>): BrowserFault =>
  async (moment) => {
    const tab = pick(moment, moment.tabs);
    await end(moment, tab);
    return { hit: [tab], gone: true, codes: [] };
  };

export const BROWSER_FAULTS: Readonly<Record<string, BrowserFault>> = {
  'the browser is killed': async ({ browser, tabs }) => {
    await browser.kill();
    return { hit: tabs, gone: true, codes: [], restart: true };
  },
  'all renderers are killed': async ({ browser, tabs }) => {
    const crashes = tabs.map(({ page }) => page.waitForEvent('crash'));
    await browser.killRenderers();
    await Promise.all(crashes);
    return { hit: tabs, gone: true, codes: [], restart: true };
  },
  'a tab crashes': one(async ({ browser }, { page }) => {
    const crashed = page.waitForEvent('crash');
    const devtools = await browser.context.newCDPSession(page);
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
  }),
  'a tab is closed': one((_, { page }) => page.close({ runBeforeUnload: false })),
  'a tab goes elsewhere': one((_, { page }) => page.goto('about:blank')),
  'a worker is terminated': async (moment) => {
    const tab = pick(moment, moment.tabs);
    await terminateWorkers(tab.page);
    return { hit: [tab], gone: false, codes: ['worker-lost'] };
  },
  'a tab stands still for a while': async ({ browser, random }) => {
    const goOn = await browser.stopBusiest();
    await pause(500 + random() * 1500);
    goOn();
    return { hit: [], gone: false, codes: [] };
  },
  'the quota is used up for a while': async ({ browser, tabs, origin, random }) => {
    const [{ page } = {}] = tabs;
    if (!page) throw new Error('there is no tab');
    const devtools = await browser.context.newCDPSession(page);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await pause(300 + random() * 700);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin });
    return { hit: tabs, gone: false, codes: ['storage-quota'] };
  },
  'nothing but a row is damaged': async () => ({ hit: [], gone: false, codes: [] }),
};
