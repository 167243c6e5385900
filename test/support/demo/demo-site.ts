// The built demo behind the server of `npm start`, and a browser to visit it with, for all tests of a file.
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { serveDemo } from '../../../scripts/serve-demo.mjs';
import { type Site, startBrowser } from '../browser/pages.ts';

export interface DemoSite {
  /** An address of a session from the inside, with this query. */
  address(query: string): string;
  /** An address of the first screen, or of what else the query names. */
  front(query: string): string;
  /** A visitor of a test: with storage of their own, and gone when the test ends. */
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>;
}

const DESKTOP = { width: 1440, height: 900 };

/** The server of `npm start`, on any free port. */
export async function serveAsStart(): Promise<Pick<Site, 'origin' | 'close'>> {
  const server = await serveDemo(0);
  const origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  return { origin, close: () => server.close() };
}

/** To be called where `beforeAll` may be. */
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
