// Opens a consumer's page in Chromium twice, and reads its report.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Runtime } from '../../src/entries/index.ts';
import { startBrowser } from '../support/browser/pages.ts';

export interface Outcome {
  readonly before: readonly string[];
  readonly found: readonly string[];
  readonly inWorkspace: number;
  readonly isExported: boolean;
  readonly runtime: Runtime;
  readonly failed?: {
    readonly message: string;
    readonly code: string;
    readonly details: { readonly reason: string };
    readonly stack: string;
  };
}

declare global {
  interface Window {
    outcome?: Promise<Outcome>;
  }
}

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Returns the page's report of the first visit; the second visit must find what it stored. */
export async function remembers(url: string): Promise<Runtime> {
  return inNewPage(async (page) => {
    await page.goto(url);
    const first = await outcomeOf(page);
    expect(first).toMatchObject({
      before: [],
      found: ['The parrot is called Kiwi'],
      inWorkspace: 1,
      isExported: true,
    });
    await page.reload();
    const second = await outcomeOf(page);
    expect(second).toEqual({ ...first, before: ['The parrot is called Kiwi'] });
    return first.runtime;
  });
}

/** The error that the page ends with. */
export async function fails(url: string): Promise<NonNullable<Outcome['failed']>> {
  return inNewPage(async (page) => {
    await page.goto(url);
    const { failed } = await outcomeOf(page);
    if (!failed) throw new Error(`${url} opened its memory`);
    return failed;
  });
}

/** Has a page of its own, with storage of its own; what it could not load or run is the error if nothing else is. */
async function inNewPage<T>(use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const heard: string[] = [];
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(error.message));
  try {
    return await use(page);
  } catch (error) {
    if (error instanceof Error && heard.length > 0) error.message += `\nThe page said:\n${heard.join('\n')}`;
    throw error;
  } finally {
    await context.close();
  }
}

/** A development server may load the page anew while it starts; then it is asked again. */
async function outcomeOf(page: Page): Promise<Outcome> {
  for (let attempt = 0; ; attempt++) {
    try {
      // Frameworks run a page's script after its load.
      await page.waitForFunction(() => window.outcome !== undefined).catch(() => undefined);
      const outcome = await page.evaluate(() => window.outcome);
      if (outcome) return outcome;
      throw new Error('the page has no outcome: its script did not run');
    } catch (error) {
      if (attempt === 5 || !/context was destroyed|navigation/.test(String(error))) throw error;
      await page.waitForLoadState();
    }
  }
}
