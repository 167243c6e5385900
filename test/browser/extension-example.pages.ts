// The example `examples/extension` in Chromium, whose background may end at any moment.
import { copyFileSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { CHROMIUM } from '../support/browser/chromium.ts';
import { serveFolder } from '../support/browser/pages.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TEXTS = [
  'The ferry to Corsica leaves at seven.',
  'Kiwi is a parrot.',
  '会议改到下午三点',
  'The key rotates on Friday.',
];

it('keeps what is selected on any page, over the ends of its background', async () => {
  const folder = await temporaryFolder();
  cpSync(join(ROOT, 'examples/extension'), folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  copyFileSync(join(ROOT, 'dist/standalone.js'), join(folder, 'working-memory.js'));
  const site = await serveFolder(await pageWith(TEXTS));
  onTestFinished(() => site.close());
  const context = await chromium.launchPersistentContext(await temporaryFolder(), {
    ...CHROMIUM,
    headless: true,
    args: [...(CHROMIUM.args ?? []), `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
    ignoreDefaultArgs: ['--disable-extensions'],
  });
  onTestFinished(() => context.close());
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const panel = await context.newPage();
  await panel.goto(worker.url().replace('background.js', 'panel.html'));
  const devtools = await context.newCDPSession(panel);
  await devtools.send('ServiceWorker.enable');
  const endBackground = () => devtools.send('ServiceWorker.stopAllWorkers');

  const page = await context.newPage();
  await page.goto(`${site.origin}/index.html`);
  for (const [turn] of TEXTS.entries()) {
    await page.locator('p').nth(turn).selectText();
    await page.keyboard.press('Alt+KeyM');
    // Before it is answered, and after.
    if (turn % 2 === 0) await endBackground();
    await expect.poll(() => page.locator('output').allTextContents(), { timeout: 30_000 }).toEqual(['Kept.']);
    await page.locator('output').evaluateAll((all) => all.forEach((each) => each.remove()));
    if (turn % 2 === 1) await endBackground();
  }
  await panel.reload();
  const kept = panel.getByRole('list', { name: 'Kept' }).getByRole('listitem');
  await expect.poll(() => kept.count(), { timeout: 20_000 }).toBe(TEXTS.length);
  expect((await kept.allTextContents()).map((text) => text.replace(/ \(.*/, '')).sort()).toEqual([...TEXTS].sort());
  await panel.getByLabel('Question').fill('When does the ferry leave?');
  await panel.getByRole('button', { name: 'Ask' }).click();
  const answers = panel.getByRole('list', { name: 'Answers' }).getByRole('listitem');
  await expect.poll(() => answers.first().textContent()).toBe(TEXTS[0]);
  await kept.filter({ hasText: 'Kiwi' }).getByRole('button', { name: 'Forget' }).click();
  await expect.poll(() => kept.count()).toBe(TEXTS.length - 1);
});

async function pageWith(texts: readonly string[]): Promise<string> {
  const folder = await temporaryFolder();
  const paragraphs = texts.map((text) => `<p>${text}</p>`).join('');
  writeFileSync(join(folder, 'index.html'), `<!doctype html><meta charset="utf-8" /><title>page</title>${paragraphs}`);
  return folder;
}
