// The built demo behind a server, and a browser to visit it with, for all tests of a file.
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type Site, serveFolder, startBrowser } from '../browser/pages.ts';

export interface DemoSite {
  /** An address of the demo with this query. */
  address(query: string): string;
  /** A visitor of a test: with storage of their own, and gone when the test ends. */
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>;
}

const DESKTOP = { width: 1440, height: 900 };

/** To be called where `beforeAll` may be. */
export function demoSite(): DemoSite {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    site = await serveFolder('build/demo');
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  return {
    address: (query) => `${site.origin}/?${query}`,
    visitor: async (options = {}) => {
      const context = await browser.newContext({ viewport: DESKTOP, ...options });
      onTestFinished(() => context.close());
      return context;
    },
  };
}
