// The demo as a visitor meets it, in the build that `npm start` serves.
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Site, serveFolder, startBrowser } from '../support/pages.ts';

const CHAT = [
  '{"role":"user","speaker":"Ann","content":"The invoice number is INV-2044"}',
  'not JSON at all',
  '{"role":"assistant","content":[{"type":"text","text":"已记录发票号 INV-2044"}]}',
].join('\n');

let site: Site;
let browser: Browser;
let context: BrowserContext;
let complaints: string[];

beforeAll(async () => {
  site = await serveFolder('build/demo', {
    'content-security-policy':
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:",
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.close();
});
beforeEach(async () => {
  context = await browser.newContext();
  complaints = [];
});
afterEach(() => context.close());

async function visit(query = ''): Promise<Page> {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('favicon')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${site.origin}/${query}`);
  await page.getByTestId('status').getByText('Runs in').waitFor();
  await page.waitForFunction(() => !document.querySelector('main')?.inert);
  return page;
}

const ask = async (page: Page, prompt: string): Promise<string> => {
  await page.getByTestId('ask').fill(prompt);
  await page.getByTestId('ask-run').click();
  // The answer to the prompt before stands there until this one is known.
  await page.locator('#answer[aria-busy="false"]').waitFor();
  return (await page.getByTestId('hit').first().textContent()) ?? '';
};

it('answers from the sample, and finds everything again after a reload', async () => {
  const page = await visit('?session=story');
  await page.getByTestId('sample').click();
  await page.getByTestId('usage-items').getByText('60 / 64').waitFor();
  const answer = await ask(page, 'who decided to drop Safari 15 and why');
  expect(answer).toContain('I decided to drop Safari 15');
  expect(answer).toMatch(/relevance[\d.]+text[\d.]+neighbours[\d.]+group[\d.]+decay[\d.]+importance weight[\d.]+$/);
  expect(await ask(page, '同步冲突怎么解决')).toContain('冲突');

  await page.getByTestId('overview').fill('# Mine\n\nThe release is on Tuesday.');
  await page.getByTestId('overview-save').click();
  await page.getByText('Revision 2 by user').waitFor();
  await page.reload();
  await page.getByTestId('usage-items').getByText('60 / 64').waitFor();
  expect(await page.getByTestId('overview').inputValue()).toContain('The release is on Tuesday.');
  expect(await page.getByTestId('status').textContent()).toContain('indexeddb');
  expect(complaints).toEqual([]);
});

it('takes a chat file with broken lines and says what it skipped', async () => {
  const page = await visit();
  await page
    .getByTestId('file')
    .setInputFiles({ name: 'chat.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(CHAT) });
  await expect.poll(() => page.getByTestId('item').count()).toBe(2);
  expect(await page.getByTestId('message').textContent()).toMatch(/1 .*(skipped|broken)|skipped.*1/i);
  expect(await ask(page, '发票号')).toContain('INV-2044');
  expect(complaints).toEqual([]);
});

it('goes on after a file that is no text', async () => {
  const page = await visit();
  const binary = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 0xff, 0xfe]);
  await page.getByTestId('file').setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: binary });
  await expect.poll(() => page.getByTestId('message').textContent()).toMatch(/picture\.png/);
  await page.getByTestId('note').fill('still here');
  await page.getByTestId('note-add').click();
  await expect.poll(() => page.getByTestId('item').count()).toBe(1);
});

it('shows a note of one tab in the other', async () => {
  const [one, other] = [await visit('?session=tabs'), await visit('?session=tabs')];
  await one.getByTestId('note').fill('seen in both');
  await one.getByTestId('note-add').click();
  await other.getByTestId('item').getByText('seen in both').waitFor();
  expect(complaints).toEqual([]);
});
