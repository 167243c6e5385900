// What is loaded only when it is used, over a network that fails meanwhile.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/index.ts';
import { type Site, serveFolder, startBrowser } from '../support/pages.ts';

declare global {
  interface Window {
    workingMemory: typeof import('../../src/index.ts');
    memory: WorkingMemory;
  }
}

let site: Site;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  site = await serveFolder('dist');
  browser = await startBrowser();
  page = await browser.newPage();
  await page.goto(`${site.origin}/page`);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

it('loads with the next call what could not be loaded with the last', async () => {
  await page.evaluate(async () => {
    window.memory = await window.workingMemory.openWorkingMemory({ session: 'late' });
    await window.memory.items.memorize('The parrot is called Kiwi');
  });
  const texts = (): Promise<string[]> =>
    page.evaluate(async () => (await window.memory.items.remember('parrot')).hits.map(({ item }) => item.text));
  await page.route('**/*.js', (route) => route.abort());
  await expect(texts()).rejects.toThrow('Failed to fetch dynamically imported module');
  await page.unroute('**/*.js');
  expect(await texts()).toEqual(['The parrot is called Kiwi']);
});
