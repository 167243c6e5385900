// A browser, renderer or tab that ends during its writes: acknowledged writes are there afterwards, of the others at
// most the next one, and nothing in part.
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ChromiumProcess, startChromium } from '../../support/chromium/chromium-process.ts';
import { type Site, serveFolder } from '../../support/browser/pages.ts';
import { temporaryFolder } from '../../support/storage/temporary-folders.ts';
import {
  type Acknowledged,
  carriedOut,
  expectSound,
  exported,
  hearFrom,
  openMemory,
  startWriting,
  stopWriting,
} from '../../soak/workload.ts';

let site: Site;
beforeAll(async () => {
  site = await serveFolder('dist');
});
afterAll(() => site.close());

async function start(profile: string, args: readonly string[] = []): Promise<ChromiumProcess> {
  const browser = await startChromium(profile, { args });
  onTestFinished(() => browser.kill());
  return browser;
}

/** A page in which lanes write, after each of them was acknowledged so many calls. */
async function writingPage(
  browser: ChromiumProcess,
  acknowledged: Acknowledged,
  lanes: readonly string[],
  calls = 12,
  { deadlineMs = 30_000, ...options }: { readonly deadlineMs?: number; readonly worker?: false } = {},
): Promise<Page> {
  const page = await browser.openPage(`${site.origin}/page`);
  await hearFrom(page, acknowledged);
  await openMemory(page, { deadlineMs, ...options });
  await startWriting(page, lanes);
  await expect
    .poll(() => lanes.every((lane) => (acknowledged.get(lane) ?? 0) >= calls), { timeout: deadlineMs })
    .toBe(true);
  return page;
}

/** The lanes write without an end, so only a page that stands still acknowledges nothing for a second. */
async function isSilent(acknowledged: Acknowledged): Promise<boolean> {
  const sum = (): number => [...acknowledged.values()].reduce((all, calls) => all + calls, 0);
  const before = sum();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return sum() === before;
}

/** Stops the renderer of the page that writes; on a busy machine another one may have worked more for a moment. */
async function freeze(browser: ChromiumProcess, acknowledged: Acknowledged): Promise<() => void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const thaw = await browser.stopBusiest();
    // Earlier calls may still be acknowledged within the first second.
    if ((await isSilent(acknowledged)) || (await isSilent(acknowledged))) return thaw;
    thaw();
  }
  throw new Error('no renderer could be stopped so that the page stands still');
}

/** Opens the session anew and compares every lane. */
async function expectNothingLost(browser: ChromiumProcess, acknowledged: Acknowledged): Promise<void> {
  const page = await browser.openPage(`${site.origin}/page`);
  await openMemory(page);
  const bundle = await exported(page);
  for (const [lane, calls] of acknowledged) carriedOut(bundle, lane, calls);
  await expectSound(page, bundle);
  await page.evaluate(() => window.memory.items.memorize('and it goes on'));
}

describe('F01, F73: a browser that is killed', () => {
  it('loses nothing that was acknowledged, and no hard forget stays half done', async () => {
    const profile = await temporaryFolder();
    for (const calls of [5, 17]) {
      const acknowledged: Acknowledged = new Map();
      const browser = await start(profile);
      const lanes = ['one', 'two', 'three'].map((name) => `${name}${calls}`);
      const page = await writingPage(browser, acknowledged, lanes, calls);
      await browser.kill();
      await expect(page.evaluate(() => 1)).rejects.toThrow(/closed/);
      const again = await start(profile);
      await expectNothingLost(again, acknowledged);
      await again.quit();
    }
  });
});

describe('a tab that ends in the middle of its writes', () => {
  const ends: readonly (readonly [
    string,
    (browser: ChromiumProcess, page: Page, acknowledged: Acknowledged) => Promise<void>,
  ])[] = [
    [
      'F06: because its renderer is killed',
      async (browser, page) => {
        const crashed = page.waitForEvent('crash');
        expect(await browser.killRenderers()).toBeGreaterThan(0);
        await crashed;
      },
    ],
    [
      'F07: because it crashes',
      async (browser, page) => {
        const crashed = page.waitForEvent('crash');
        const devtools = await browser.context.newCDPSession(page);
        devtools.send('Page.crash').catch(() => undefined);
        await crashed;
      },
    ],
    [
      'F22: because it is closed',
      async (_, page) => {
        await page.close({ runBeforeUnload: false });
        expect(page.isClosed()).toBe(true);
      },
    ],
    [
      'F23: because it goes elsewhere',
      async (_, page) => {
        await page.goto('about:blank');
        expect(await page.evaluate(() => 'memory' in window)).toBe(false);
      },
    ],
    [
      'F25: because it is killed after it was frozen',
      async (browser, page, acknowledged) => {
        await freeze(browser, acknowledged);
        const crashed = page.waitForEvent('crash');
        expect(await browser.killRenderers()).toBeGreaterThan(0);
        await crashed;
      },
    ],
  ];
  for (const [how, end] of ends) {
    it(`${how}, leaves all that was acknowledged`, async () => {
      const browser = await start(await temporaryFolder());
      const acknowledged: Acknowledged = new Map();
      await end(browser, await writingPage(browser, acknowledged, ['one', 'two']), acknowledged);
      await expectNothingLost(browser, acknowledged);
    });
  }

  it('F24: may lose what it writes while it goes, and only that', async () => {
    const browser = await start(await temporaryFolder());
    const acknowledged: Acknowledged = new Map();
    const page = await writingPage(browser, acknowledged, ['one']);
    await page.evaluate(() => {
      addEventListener('pagehide', () => {
        const write = window.memory.items.memorize('last words');
        localStorage.setItem('went', write instanceof Promise ? 'writing' : 'silent');
      });
    });
    await page.goto(`${site.origin}/page`);
    expect(await page.evaluate(() => localStorage.getItem('went'))).toBe('writing');
    await expectNothingLost(browser, acknowledged);
  });

  it('F15: because its worker has used up the heap, leaves all that was acknowledged', async () => {
    const browser = await start(await temporaryFolder(), ['--js-flags=--max-old-space-size=48']);
    const acknowledged: Acknowledged = new Map();
    const page = await browser.openPage(`${site.origin}/page`);
    await hearFrom(page, acknowledged);
    await page.evaluate((origin) => {
      const source = `import '${origin}/worker.js';
        addEventListener('message', ({ data }) => {
          if (data !== 'fill the heap') return;
          for (const kept = []; ; ) kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
        });`;
      const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
      const { openWorkingMemory } = window.workingMemory;
      Object.assign(window, { workers: [] });
      const worker = (): Worker => {
        const started = new Worker(address, { type: 'module' });
        (window as unknown as { workers: Worker[] }).workers.push(started);
        return started;
      };
      window.workingMemory = {
        ...window.workingMemory,
        openWorkingMemory: (given) => openWorkingMemory({ ...given, worker }),
      };
    }, site.origin);
    await openMemory(page);
    await startWriting(page, ['one']);
    await expect.poll(() => acknowledged.get('one') ?? 0, { timeout: 30_000 }).toBeGreaterThan(12);
    const crashed = page.waitForEvent('crash', { timeout: 60_000 });
    await page.evaluate(() => (window as unknown as { workers: Worker[] }).workers[0]?.postMessage('fill the heap'));
    await crashed;
    await expectNothingLost(browser, acknowledged);
  });
});

/** Whether a transaction of another tab holds up one over all stores. */
const isHeldUp = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('working-memory');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error as Error));
    });
    const transaction = database.transaction([...database.objectStoreNames], 'readwrite');
    // Closed when the transaction is over.
    database.close();
    return Promise.race([
      new Promise<boolean>((resolve) => transaction.addEventListener('complete', () => resolve(false))),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 2000)),
    ]);
  });

/** Another tab writes while one stands still, which then goes on; nothing is lost. */
async function expectOthersGoOn(
  browser: ChromiumProcess,
  acknowledged: Acknowledged,
  still: Page,
  goOn: () => void,
  deadlineMs = 30_000,
): Promise<void> {
  const before = acknowledged.get('still') ?? 0;
  const other = await writingPage(browser, acknowledged, ['other'], 12, { deadlineMs });
  expect(acknowledged.get('still')).toBe(before);
  goOn();
  await expect.poll(() => acknowledged.get('still') ?? 0, { timeout: 30_000 }).toBeGreaterThan(before + 3);
  for (const page of [still, other]) expect(await stopWriting(page)).toEqual([]);
  await expectNothingLost(browser, acknowledged);
}

describe('a tab that stands still in the middle of its writes', () => {
  it('F29: holds up no other one, and goes on when it thaws', async () => {
    const browser = await start(await temporaryFolder());
    const acknowledged: Acknowledged = new Map();
    const still = await writingPage(browser, acknowledged, ['still']);
    const looking = await browser.openPage(`${site.origin}/page`);
    let thaw = await freeze(browser, acknowledged);
    // It may have been stopped within a transaction, which the next test is about.
    for (let attempt = 1; attempt < 10 && (await isHeldUp(looking)); attempt++) {
      thaw();
      thaw = await freeze(browser, acknowledged);
    }
    onTestFinished(thaw);
    await expectOthersGoOn(browser, acknowledged, still, thaw);
  });

  it('F29: within a transaction, lets others go on when the browser has ended that one, and writes it again', async () => {
    // Chromium ends a transaction about a minute after another one began to wait for it.
    const deadlineMs = 120_000;
    const browser = await start(await temporaryFolder());
    const acknowledged: Acknowledged = new Map();
    const still = await writingPage(browser, acknowledged, ['still'], 12, { deadlineMs, worker: false });
    let goOn = (): void => undefined;
    const standing = new Promise<void>((resolve) => {
      void still.route('**/stand-still', (route) => {
        goOn = () => void route.fulfill({ body: '' });
        resolve();
      });
    });
    await still.evaluate(() => {
      const { openCursor } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.openCursor = function (this: IDBObjectStore, ...args) {
        const request = openCursor.apply(this, args);
        if (this.transaction.mode === 'readonly') return request;
        IDBObjectStore.prototype.openCursor = openCursor;
        request.addEventListener('success', () => {
          const waiting = new XMLHttpRequest();
          waiting.open('GET', '/stand-still', false);
          waiting.send();
        });
        return request;
      };
    });
    await standing;
    await expectOthersGoOn(browser, acknowledged, still, () => goOn(), deadlineMs);
  }, 300_000);
});

it('F36: a page that is killed while its database is made leaves none, or a whole one', async () => {
  const profile = await temporaryFolder();
  const browser = await start(profile);
  for (const failing of [1, 5, 11]) {
    let killed = 0;
    const page = await browser.openPage(`${site.origin}/page`);
    const crashed = page.waitForEvent('crash');
    await page.route('**/kill-me', async () => {
      killed = await browser.killRenderers();
    });
    const opening = page.evaluate(async (nth) => {
      const { createObjectStore } = IDBDatabase.prototype;
      let made = 0;
      IDBDatabase.prototype.createObjectStore = function (this: IDBDatabase, ...args) {
        if (++made === nth) {
          // Waits in the middle of the upgrade: this request is never answered.
          const waiting = new XMLHttpRequest();
          waiting.open('GET', '/kill-me', false);
          waiting.send();
        }
        return createObjectStore.apply(this, args);
      };
      await window.workingMemory.openWorkingMemory({ session: 'soak', worker: false });
    }, failing);
    await expect(opening).rejects.toThrow(/crash|closed/i);
    await crashed;
    expect(killed).toBeGreaterThan(0);
    const databases = await (
      await browser.openPage(`${site.origin}/page`)
    ).evaluate(async () => (await indexedDB.databases()).map(({ version }) => version));
    expect([[], [0]]).toContainEqual(databases);
  }
  await browser.kill();
  const again = await start(profile);
  const acknowledged: Acknowledged = new Map();
  await stopWriting(await writingPage(again, acknowledged, ['one']));
  await expectNothingLost(again, acknowledged);
});
