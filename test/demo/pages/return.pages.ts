// Returning to the demo much later: the clocks of the page and of its worker are moved.
import type { BrowserContext, Page } from 'playwright';
import { expect, it } from 'vitest';
import { rewriteScripts } from '../../support/browser/pages.ts';
import { asked, inspected, memorize, visitDemo } from '../../support/demo/demo-page.ts';
import { demoSite } from '../../support/demo/demo-site.ts';

const HOUR = 3_600_000;

const demo = demoSite();

/** Moves the clock of every script that is loaded from now on; a worker's own too. */
async function moveClocks(context: BrowserContext, ms: number): Promise<void> {
  const shift = `if (!globalThis.realNow) { globalThis.realNow = Date.now; Date.now = () => realNow() + ${ms}; }\n`;
  await context.unrouteAll();
  await rewriteScripts(context, (text) => shift + text);
}

const answerTo = async (page: Page, prompt: string): Promise<string> => {
  const screen = await asked(page, prompt);
  await screen.getByRole('button', { name: 'The parrot is called Kiwi' }).first().click();
  const factors = screen.getByText(/decay [\d.]+/);
  await factors.waitFor();
  return (await factors.textContent()) ?? '';
};

it('finds what was memorized when it is opened again after hours, a day and a month', async () => {
  // A service worker would answer instead of the network.
  const context = await demo.visitor({ serviceWorkers: 'block' });
  const first = await visitDemo(context, demo.address('lang=en'));
  await memorize(first.page, 'The parrot is called Kiwi');
  const address = first.page.url();
  await first.page.close();
  const decays: number[] = [];
  for (const hours of [3, 24, 30 * 24]) {
    await moveClocks(context, hours * HOUR);
    const { page, complaints } = await visitDemo(context, address);
    await (await inspected(page, 'items')).getByText('The parrot is called Kiwi').first().waitFor();
    const answer = await answerTo(page, 'what is the name of the parrot?');
    decays.push(Number(/decay ([\d.]+)/.exec(answer)?.[1]));
    expect(complaints).toEqual([]);
    await page.close();
  }
  // 0.95 per six hours, at least 0.95: the memory saw the time pass.
  expect(decays).toEqual([0.97, 0.95, 0.95]);
}, 120_000);
