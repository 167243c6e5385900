// One round in Chromium: tabs write to one session, one fault hits them, and the stored data are compared with the
// acknowledged writes. A seed decides everything but the timing of the machine.
import type { Page } from 'playwright';
import type { Bundle } from '../../src/bundle/form.ts';
import { startChromium } from '../support/chromium/chromium-process.ts';
import type { Site } from '../support/browser/pages.ts';
import { generator } from '../support/generator.ts';
import { BROWSER_FAULTS, type FaultyTab } from './browser-faults.ts';
import {
  type Acknowledged,
  callsOf,
  carriedOut,
  expectSound,
  exported,
  hearFrom,
  openMemory,
  startWriting,
  stopWriting,
  untilWriting,
} from './workload.ts';

export interface RoundReport {
  readonly fault: string;
  readonly tabs: number;
  /** Calls that were acknowledged. */
  readonly calls: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @param profile an empty folder @throws Error that says what was lost */
export async function playBrowserRound(seed: number, site: Site, profile: string): Promise<RoundReport> {
  const random = generator(seed);
  const names = Object.keys(BROWSER_FAULTS);
  const fault = names[Math.floor(random() * names.length)] as string;
  const count = 2 + Math.floor(random() * 4);
  const acknowledged: Acknowledged = new Map();
  let browser = await startChromium(profile);
  try {
    const tabs: FaultyTab[] = [];
    for (let tab = 0; tab < count; tab++) {
      const lanes = random() < 0.5 ? [`t${tab}`] : [`t${tab}`, `u${tab}`];
      const page = await openPage(browser.context.newPage(), site);
      await hearFrom(page, acknowledged);
      await openMemory(page);
      await startWriting(page, lanes);
      tabs.push({ page, lanes });
    }
    await untilWriting(
      tabs.flatMap((tab) => tab.lanes),
      acknowledged,
    );
    await pause(random() * 600);

    const hit = BROWSER_FAULTS[fault];
    if (!hit) throw new Error(`no fault is called ${fault}`);
    const outcome = await hit({ browser, tabs, origin: site.origin, random });
    await pause(200);
    for (const tab of tabs) {
      const isHit = outcome.hit.includes(tab);
      if (isHit && outcome.gone) {
        if (await isThere(tab.page)) throw new Error('a tab that was to be gone is there');
        continue;
      }
      const refusals = await stopWriting(tab.page);
      const unexpected = refusals.filter((code) => !isHit || !outcome.codes.includes(code));
      if (unexpected.length > 0) throw new Error(`calls were refused: ${unexpected.join(', ')}`);
    }
    if (outcome.restart) {
      await browser.kill();
      browser = await startChromium(profile);
    }
    await expectAllThere(await openPage(browser.context.newPage(), site), acknowledged, random);
    return { fault, tabs: count, calls: callsOf(acknowledged) };
  } catch (error) {
    throw new Error(`${fault}, ${count} tabs, ${callsOf(acknowledged)} calls: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    await browser.kill();
  }
}

async function openPage(opening: Promise<Page>, site: Site): Promise<Page> {
  const page = await opening;
  await page.addInitScript(() => {
    const started: Worker[] = [];
    Object.assign(window, { started });
    window.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        started.push(this);
      }
    };
  });
  await page.goto(`${site.origin}/page`);
  return page;
}

/** Whether the page still has its memory; one that is closed or crashed answers nothing. */
const isThere = (page: Page): Promise<boolean> => page.evaluate(() => 'memory' in window).catch(() => false);

/** Twice: as it was left, and with one row damaged. */
async function expectAllThere(page: Page, acknowledged: Acknowledged, random: () => number): Promise<void> {
  await openMemory(page);
  const bundle = await exported(page);
  const calls = new Map([...acknowledged].map(([lane, done]) => [lane, carriedOut(bundle, lane, done)]));
  await expectSound(page, bundle);
  await page.evaluate(() => window.memory.close());

  const spoilt = bundle.items[Math.floor(random() * bundle.items.length)];
  if (!spoilt) throw new Error('no item is there that could be damaged');
  await page.evaluate(async (id) => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error as DOMException));
      });
    const database = await done(indexedDB.open('working-memory'));
    const store = database.transaction('items', 'readwrite').objectStore('items');
    const key = (await done(store.getAllKeys())).find((each) => (each as string[])[2] === id);
    if (key === undefined) throw new Error(`no row of ${id}`);
    await done(store.put({ ...(await done(store.get(key))), text: 'forged' }, key));
    database.close();
  }, spoilt.id);
  await openMemory(page);
  const after = await exported(page);
  const told = await page.evaluate(() => ({
    kind: window.memory.recovery.kind,
    quarantined: window.memory.runtime.quarantined,
  }));
  const expected = JSON.stringify({ kind: 'partial', quarantined: [{ store: 'items', key: spoilt.id }] });
  if (JSON.stringify(told) !== expected) throw new Error(`of a damaged row was told ${JSON.stringify(told)}`);
  const whole: Bundle = { ...after, items: [...after.items, spoilt] };
  for (const [lane, done] of calls) carriedOut(whole, lane, done);
}
