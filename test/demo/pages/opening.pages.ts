// Opening the demo offline, and where its scripts do not run.
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Site, serveFolder, startBrowser } from '../../support/browser/pages.ts';
import { serveAsStart } from '../../support/demo/demo-site.ts';
import {
  barriers,
  inspected,
  memorize,
  pause,
  playAtTopSpeed,
  reached,
  ready,
  visitDemo,
} from '../../support/demo/demo-page.ts';

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
});
afterEach(() => context.close());

describe('without a network', () => {
  it.each<readonly [from: string, serve: () => Promise<Pick<Site, 'origin' | 'close'>>]>([
    ['the server of npm start', serveAsStart],
    ['a plain server', () => serveFolder('build/demo')],
    ['a server that says Vary: Origin', () => serveFolder('build/demo', { vary: 'Origin' })],
    ['a server that compresses', () => serveFolder('build/demo', { vary: 'Accept-Encoding, Origin' })],
  ])('opens and plays when it came from %s', async (_, serve) => {
    const server = await serve();
    const { page, complaints } = await visitDemo(context, `${server.origin}/?view=inside&lang=en`);
    await page.getByTestId('offline-ready').waitFor();
    await memorize(page, 'The parrot is called Kiwi');
    await server.close();
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await (await inspected(page, 'items')).getByText('The parrot is called Kiwi').first().waitFor();
    await playAtTopSpeed(page);
    await reached(page, 3);
    await pause(page);
    for (const button of ['brain', 'integrate']) {
      await page.getByTestId(button).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
    }
    expect(complaints.filter((text) => !text.includes('ERR_'))).toEqual([]);
  });

  it('can be installed: a manifest with icons that are there', async () => {
    const site = await served();
    const { page } = await visitDemo(context, `${site.origin}/?view=inside&lang=en`);
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = (await (await page.request.get(new URL(address ?? '', page.url()).href)).json()) as {
      display: string;
      icons: { src: string }[];
    };
    expect(manifest.display).toBe('standalone');
    for (const { src } of manifest.icons) {
      expect((await page.request.get(new URL(src, page.url()).href)).status()).toBe(200);
    }
  });
});

describe('where its scripts do not run, the page says what it is and how to retry, in both languages', () => {
  const explains = async (page: Page): Promise<void> => {
    await page.getByText(/its scripts have not started/).waitFor();
    await page.getByText(/脚本没有启动/).waitFor();
    for (const name of ['Load the page again', '重新加载']) await page.getByRole('link', { name }).waitFor();
  };

  it('with JavaScript switched off', async () => {
    const site = await served();
    const plain = await browser.newContext({ javaScriptEnabled: false });
    onTestFinished(() => plain.close());
    const page = await plain.newPage();
    await page.goto(`${site.origin}/?view=inside&lang=en`);
    await explains(page);
  });

  it.each(['index-', 'en-'])('when the chunk %s… does not arrive, and opens when it is there again', async (chunk) => {
    const site = await served();
    // A service worker would answer instead of the network.
    const fresh = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 380, height: 760 } });
    onTestFinished(() => fresh.close());
    const page = await fresh.newPage();
    const isChunk = ({ pathname }: URL): boolean => pathname.startsWith(`/assets/${chunk}`) && pathname.endsWith('.js');
    await page.route(isChunk, (route) => route.abort());
    await page.goto(`${site.origin}/?view=inside&lang=en`);
    await explains(page);
    expect(await barriers(page)).toEqual([]);
    await page.unroute(isChunk);
    await page.getByRole('link', { name: 'Load the page again' }).click();
    await ready(page);
    expect(await page.getByText(/its scripts have not started/).count()).toBe(0);
  });

  it('and shows none of that while it opens as usual', async () => {
    const site = await served();
    const { page } = await visitDemo(context, `${site.origin}/?view=inside&lang=en`);
    expect(await page.getByText(/its scripts have not started/).count()).toBe(0);
    expect(
      await page.locator('#app > *').evaluateAll((elements) => elements.map(({ className }) => className)),
    ).toEqual(['skip', 'page', 'notices']);
  });
});

async function served(): Promise<Site> {
  const site = await serveFolder('build/demo');
  onTestFinished(() => site.close());
  return site;
}
