// The built demo behind the server of `npm start`, with a browser, for all tests of a file.
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { serveDemo } from '../../../scripts/serve-demo.mjs';
import { type Site, startBrowser } from '../browser/pages.ts';

export interface DemoSite {
  /** Returns the address of a session from the inside, with this query. */
  address(query: string): string;
  /** Returns the address of the first screen, or of what the query names. */
  front(query: string): string;
  /** Opens a browser context with storage of its own, which closes with the test. */
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>;
}

const DESKTOP = { width: 1440, height: 900 };

/** Starts the server of `npm start` on a free port. */
export async function serveAsStart(): Promise<Pick<Site, 'origin' | 'close'>> {
  const server = await serveDemo(0);
  const origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  return { origin, close: () => server.close() };
}

/** Call it where `beforeAll` is allowed. */
export function demoSite(start: () => Promise<Browser> = startBrowser): DemoSite {
  let site: Pick<Site, 'origin' | 'close'>;
  let browser: Browser;
  beforeAll(async () => {
    site = await serveAsStart();
    browser = await start();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  return {
    address: (query) => `${site.origin}/?view=inside&${query}`,
    front: (query) => `${site.origin}/?${query}`,
    visitor: async (options = {}) => {
      const context = await browser.newContext({ viewport: DESKTOP, ...options });
      onTestFinished(() => context.close());
      return context;
    },
  };
}
