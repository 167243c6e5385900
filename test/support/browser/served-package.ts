// The built package served to a browser, shared by the page tests of a file or suite.
import type { Browser, BrowserContext } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Site, serveFolder, startBrowser } from './pages.ts';

export interface ServedPackage {
  readonly site: Site;
  readonly browser: Browser;
  /** Browser context of the current test, with storage of its own. */
  readonly context: BrowserContext;
  /** Closes the test's context and continues in `next`. */
  replaceContext(next: BrowserContext): Promise<void>;
}

/**
 * Starts server and browser before the caller's tests and ends them afterwards. Read the result only inside of tests.
 */
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
  // Runs also if the browser did not start.
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
