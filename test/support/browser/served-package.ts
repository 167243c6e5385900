// The built package, served to a browser: what the page tests of one file or suite share.
import type { Browser, BrowserContext } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Site, serveFolder, startBrowser } from './pages.ts';

export interface ServedPackage {
  readonly site: Site;
  readonly browser: Browser;
  /** Of the present test, with a storage of its own. */
  readonly context: BrowserContext;
  /** Closes the context of the test and goes on in this one. */
  replaceContext(next: BrowserContext): Promise<void>;
}

/** Starts both before the tests of the caller, ends them after. What it returns can be read in tests only. */
export function servedPackage(
  start: () => Promise<Browser> = startBrowser,
  headers?: Record<string, string>,
): ServedPackage {
  let site: Site;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    site = await serveFolder('dist', headers);
    browser = await start();
  });
  // Also where the browser did not start.
  afterAll(async () => {
    await (browser as Browser | undefined)?.close();
    await site.close();
  });
  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(() => context.close());
  return {
    get site() {
      return site;
    },
    get browser() {
      return browser;
    },
    get context() {
      return context;
    },
    async replaceContext(next) {
      await context.close();
      context = next;
    },
  };
}
