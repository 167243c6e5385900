// Missing resources of a page: its worker, network, storage or memory; and other tabs.
import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChromium } from '../../support/chromium/chromium-process.ts';
import { servedPackage } from '../../support/browser/served-package.ts';
import { temporaryFolder } from '../../support/storage/temporary-folders.ts';
import { openMemory } from '../../soak/workload.ts';

const served = servedPackage(undefined, { 'access-control-allow-origin': '*' });

async function openPage(origin = served.site.origin): Promise<Page> {
  const page = await served.context.newPage();
  await page.goto(`${origin}/page`);
  return page;
}

const memorize = (page: Page, text: string): Promise<string> =>
  page.evaluate(
    (given) =>
      window.memory.items.memorize(given).then(
        () => 'stored',
        (error: { code?: string }) => String(error.code),
      ),
    text,
  );
const texts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await window.memory.items.list()).map(({ text }) => text));
const runtime = (page: Page) => page.evaluate(() => window.memory.runtime);

describe('a worker that does not come from its file', () => {
  const WORKER = '**/worker.js';
  const AT_ONCE = /^file worker: (?!.*did not start within)/;
  for (const [what, answer, reason] of [
    ['F10: because it is missing', { status: 404 }, AT_ONCE],
    ['F10: because it is no JavaScript', { contentType: 'text/javascript', body: 'this is not JavaScript' }, AT_ONCE],
    ['F10: because the network is gone', 'abort', AT_ONCE],
    ['F11: because it takes longer than its share of the deadline', 'never', /^file worker: .*did not start within/],
  ] as const) {
    it(`${what}, comes from a blob, and the reason is told`, async () => {
      let asked = 0;
      await served.context.route(WORKER, (route) => {
        asked++;
        if (answer === 'never') return undefined;
        return answer === 'abort' ? route.abort() : route.fulfill(answer);
      });
      const page = await openPage();
      await openMemory(page, { deadlineMs: 6000 });
      expect(asked).toBeGreaterThan(0);
      expect(await runtime(page)).toMatchObject({ worker: 'blob', reason: expect.stringMatching(reason) });
      expect(await memorize(page, 'one')).toBe('stored');
    });
  }

  it('F10: nor from a blob leaves the thread of the page, with both reasons', async () => {
    const page = await openPage();
    await page.evaluate(() => {
      window.Worker = function Worker() {
        throw new Error('no worker today');
      } as unknown as typeof Worker;
    });
    await openMemory(page);
    expect(await runtime(page)).toMatchObject({
      place: 'same-thread',
      reason: expect.stringMatching(/file worker: .*no worker today.*blob worker: .*no worker today/),
    });
    expect(await memorize(page, 'one')).toBe('stored');
  });

  it('F11: at once, but late, misses no call', async () => {
    let letCome = (): void => undefined;
    const late = new Promise<void>((resolve) => (letCome = resolve));
    await served.context.route(WORKER, async (route) => {
      await late;
      await route.continue();
    });
    const page = await openPage();
    let isOpen = false;
    const opening = openMemory(page).then(() => void (isOpen = true));
    await page.waitForTimeout(1500);
    expect(isOpen).toBe(false);
    letCome();
    await opening;
    expect(await runtime(page)).toMatchObject({ worker: 'file' });
    expect(await memorize(page, 'one')).toBe('stored');
  });
});

it('F19: a page that collects its garbage keeps the way to its worker', async () => {
  const collecting = await startChromium(await temporaryFolder(), { args: ['--js-flags=--expose-gc'] });
  onTestFinished(() => collecting.kill());
  const page = await collecting.openPage(`${served.site.origin}/page`);
  await openMemory(page);
  const isCollected = await page.evaluate(async () => {
    const { gc } = globalThis as unknown as { gc(): void };
    const gone = new Promise((resolve) => {
      const registry = new FinalizationRegistry(resolve);
      registry.register({ large: new Array(10_000).fill(0) }, 'collected');
      Object.assign(window, { registry });
    });
    for (let round = 0; round < 20; round++) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 5000, 'kept'))]);
  });
  expect(isCollected).toBe('collected');
  expect(await memorize(page, 'one')).toBe('stored');
  expect(await page.evaluate(() => window.memory.health().restarts)).toBe(0);
});

it('F62: a page that goes offline goes on in its worker; a worker that is lost then comes back with the network', async () => {
  const page = await openPage();
  const content = `window.workers = []; const Own = Worker;
    window.Worker = class extends Own { constructor(...given) { super(...given); window.workers.push(this); } };`;
  await page.evaluate(content);
  await openMemory(page);
  expect(await memorize(page, 'before')).toBe('stored');
  await served.context.setOffline(true);
  expect(
    await page.evaluate(() =>
      fetch('/index.js').then(
        () => 'fetched',
        () => 'refused',
      ),
    ),
  ).toBe('refused');
  expect(await memorize(page, 'offline')).toBe('stored');
  expect(await page.evaluate(async () => (await window.memory.items.remember('offline')).hits.length)).toBe(1);
  await page.evaluate(() => (window as unknown as { workers: Worker[] }).workers.at(-1)?.terminate());
  await expect.poll(() => memorize(page, 'lost')).toBe('worker-lost');
  await served.context.setOffline(false);
  await expect
    .poll(() => texts(page).catch(() => []), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(['before', 'offline']));
});

it('F65: a page under critical memory pressure loses nothing', async () => {
  const page = await openPage();
  await openMemory(page);
  const devtools = await served.browser.newBrowserCDPSession();
  await served.browser.startTracing(page, { categories: ['memory_pressure'] });
  for (let note = 0; note < 5; note++) {
    await devtools.send('Memory.simulatePressureNotification', { level: 'critical' });
    expect(await memorize(page, `note ${note}`)).toBe('stored');
  }
  const trace = JSON.parse(String(await served.browser.stopTracing())) as {
    traceEvents: { cat: string; pid: number }[];
  };
  const pressed = trace.traceEvents.filter(({ cat }) => cat === 'memory_pressure').map(({ pid }) => pid);
  expect(new Set(pressed).size, 'it reached the browser and the page').toBeGreaterThan(1);
  expect(await texts(page)).toHaveLength(5);
});

it('F66: a private window keeps the memory until it is closed, and the next one is a first run', async () => {
  const page = await openPage();
  await openMemory(page);
  expect(await memorize(page, 'for now')).toBe('stored');
  await page.reload();
  await openMemory(page);
  expect(await texts(page)).toEqual(['for now']);
  await served.replaceContext(await served.browser.newContext());
  const next = await openPage();
  await openMemory(next);
  expect(await texts(next)).toEqual([]);
  expect(await next.evaluate(() => window.memory.recovery.kind)).toBe('none');
});

describe('a frame inside another page', () => {
  const framed = async (outer: string, inner: string, sandbox = ''): Promise<Page> => {
    const page = await openPage(outer);
    await page.evaluate(
      ([address, rules]) => {
        const frame = document.createElement('iframe');
        if (rules) frame.setAttribute('sandbox', rules);
        frame.src = address ?? '';
        document.body.append(frame);
      },
      [`${inner}/page`, sandbox],
    );
    return page;
  };
  const frameOf = async (page: Page) => {
    await expect.poll(() => page.frames().length).toBe(2);
    const [, frame] = page.frames();
    if (!frame) throw new Error('there is no frame');
    await frame.waitForFunction(() => window.workingMemory !== undefined);
    return frame;
  };

  it('F67: that may have no storage says so with a code, and keeps a memory only where the app asks for one', async () => {
    const frame = await frameOf(await framed(served.site.origin, served.site.origin, 'allow-scripts'));
    const ends = await frame.evaluate(async () => {
      const { openWorkingMemory } = window.workingMemory;
      const refused = await openWorkingMemory({ session: 'framed', deadlineMs: 8000 }).then(
        () => 'opened',
        (error: { code?: string }) => error.code,
      );
      const memory = await openWorkingMemory({ session: 'framed', storage: 'memory' });
      await memory.items.memorize('for now');
      const raw = ((): string => {
        try {
          return typeof indexedDB.open('x');
        } catch (error) {
          return (error as Error).name;
        }
      })();
      return { refused, raw, texts: (await memory.items.list()).map(({ text }) => text) };
    });
    expect(ends).toEqual({ refused: 'storage-unavailable', raw: 'SecurityError', texts: ['for now'] });
  });

  it('F67: of another site, which the browser gives no storage, says so with a code', async () => {
    const frame = await frameOf(await framed(served.site.origin, served.site.origin.replace('127.0.0.1', 'localhost')));
    const code = await frame.evaluate(() =>
      window.workingMemory.openWorkingMemory({ session: 'framed' }).then(
        () => 'opened',
        (error: { code?: string }) => error.code,
      ),
    );
    expect(code).toBe('storage-unavailable');
  });

  it('F68: of another site that may store has data of its own there', async () => {
    const profile = await temporaryFolder();
    mkdirSync(join(profile, 'Default'));
    // The setting of a user who allows third-party cookies.
    writeFileSync(join(profile, 'Default/Preferences'), '{"profile":{"cookie_controls_mode":0}}');
    const allowing = await startChromium(profile);
    onTestFinished(() => allowing.kill());
    await served.replaceContext(allowing.context);
    const other = served.site.origin.replace('127.0.0.1', 'localhost');
    const alone = await openPage(other);
    await openMemory(alone);
    expect(await memorize(alone, 'by itself')).toBe('stored');
    const seen = await (
      await frameOf(await framed(served.site.origin, other))
    ).evaluate(async () => {
      const memory = await window.workingMemory.openWorkingMemory({ session: 'soak' });
      const before = (await memory.items.list()).length;
      await memory.items.memorize('in a frame');
      return { before, kind: memory.recovery.kind };
    });
    expect(seen).toEqual({ before: 0, kind: 'none' });
    expect(await texts(alone)).toEqual(['by itself']);
  });
});

it('F71: a large transaction of another tab is waited for; nothing is lost, and every call ends', async () => {
  const [page, other] = [await openPage(), await openPage()];
  await openMemory(page, { deadlineMs: 20_000 });
  expect(await memorize(page, 'before')).toBe('stored');
  const events: string[] = [];
  await other.exposeFunction('tell', (event: string) => void events.push(event));
  await other.evaluate(async () => {
    const { tell } = window as unknown as { tell(event: string): Promise<void> };
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('working-memory');
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores, 'readwrite');
    for (let index = 0; index < 20_000; index++) {
      transaction.objectStore('ledger').put('x'.repeat(500), ['other', 'other', String(index)]);
    }
    transaction.addEventListener('complete', () => void tell('complete'));
    await tell('begun');
  });
  expect(events).toEqual(['begun']);
  const ends = await Promise.all(['one', 'two'].map((text) => memorize(page, text)));
  expect(events, 'it had to wait').toEqual(['begun', 'complete']);
  expect(ends).toEqual(['stored', 'stored']);
  expect(await texts(page)).toEqual(['before', 'one', 'two']);
});
