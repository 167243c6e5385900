// The built inspector in a page with a strict policy and hostile styles, over a memory in a worker.
import axe from 'axe-core';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { startBrowser } from '../support/browser/pages.ts';
import { servedPackage } from '../support/browser/served-package.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  'img-src data:',
].join('; ');
const SCREENS = ['prompt', 'items', 'recall', 'files', 'journal', 'vectors', 'health'];

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/hostile.css"><main></main><script type="module" src="/app.js"></script></html>`;
const HOSTILE = '* { color: red !important; font-size: 50px !important; } svg, table { display: none !important; }';
const APP = `import { openWorkingMemory, memoryStorage } from '/index.js';
import { openaiChat } from '/lenses.js';
import { inspect } from '/inspector.js';
import { inspect as nothing } from '/inspector-left-out.js';
window.complaints = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) => {
  window.complaints.push(violatedDirective + ' ' + sourceFile);
});
const memory = await openWorkingMemory({ session: 'strict', limits: { maxItems: 20000, maxTokens: 10000000 } });
const list = [{ role: 'user', content: 'When does the ferry leave?' }];
const into = document.querySelector('main');
Object.assign(window, { memory, nothing, inspect, inspector: await inspect(memory, { into, write: true, lang: 'en' }) });
await memory.items.memorize('The ferry leaves at six.');
await memory.files.write('detail/a.md', '# A');
await memory.context.prepare(openaiChat, list);
window.isReady = true;`;

interface Shown {
  readonly complaints: readonly string[];
  readonly isReady: boolean;
  readonly axe: typeof axe;
  readonly memory: {
    items: { memorize(items: readonly string[]): Promise<unknown> };
    files: { write(path: string, text: string, options: object): Promise<unknown> };
    export(): Promise<Uint8Array>;
  };
  readonly inspect: (subject: unknown, options: object) => Promise<{ close(): Promise<void> }>;
  readonly nothing: (subject: unknown) => Promise<{ close(): Promise<void> }>;
}

/** Only where it runs: in the page. */
declare const window: globalThis.Window & typeof globalThis & Shown;

const served = servedPackage(startBrowser, { 'content-security-policy': POLICY });

async function opened(): Promise<{ readonly page: Page; readonly problems: string[] }> {
  const { context, site } = served;
  const headers = { 'content-security-policy': POLICY };
  await context.route(`${site.origin}/app`, (route) =>
    route.fulfill({ headers, contentType: 'text/html', body: PAGE }),
  );
  await context.route('**/hostile.css', (route) => route.fulfill({ contentType: 'text/css', body: HOSTILE }));
  await context.route('**/app.js', (route) => route.fulfill({ contentType: 'text/javascript', body: APP }));
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (said) => {
    if (said.type() === 'error' && !said.text().includes('favicon')) problems.push(said.text());
  });
  await page.goto(`${site.origin}/app`);
  await page.waitForFunction(() => window.isReady);
  return { page, problems };
}

describe('the built inspector', () => {
  it('draws every screen under a strict policy, and no style of the page reaches it', async () => {
    const { page, problems } = await opened();
    for (const screen of SCREENS) {
      await page.getByRole('tab', { name: new RegExp(screen, 'i') }).click();
      await page.getByRole('tabpanel').getByText(/\w/).first().waitFor();
    }
    await page.getByRole('tab', { name: 'Items' }).click();
    await page.getByRole('button', { name: 'The ferry leaves at six.' }).click();
    const look = await page
      .getByText('The ferry leaves at six.')
      .last()
      .evaluate((element) => {
        const { color, fontSize } = getComputedStyle(element);
        return { color, fontSize };
      });
    expect(look.color).not.toBe('rgb(255, 0, 0)');
    expect(['11px', '12.5px', '14px', '20px', '30px']).toContain(look.fontSize);
    expect(await page.evaluate(() => window.complaints)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('draws some dozens of 10,000 items, and goes to the last one by keyboard', async () => {
    const { page } = await opened();
    await page.evaluate(async () => {
      for (let from = 0; from < 10_000; from += 1000) {
        await window.memory.items.memorize(Array.from({ length: 1000 }, (_, at) => `Fact number ${from + at}`));
      }
    });
    await page.getByRole('tab', { name: 'Items' }).click();
    await page.getByText('10,001 of 20,000 items').waitFor({ timeout: 60_000 });
    const table = page.getByRole('table', { name: /next to leave/ });
    expect(await table.getAttribute('aria-rowcount')).toBe('10002');
    expect(await table.locator('tbody tr').count()).toBeLessThan(80);
    await table.locator('button').first().focus();
    await page.keyboard.press('End');
    await page.locator('tr[aria-rowindex="10002"][aria-current="true"]').waitFor();
    expect(await table.locator('tbody tr').count()).toBeLessThan(80);
  });

  it('leaves room for the words of every row and cuts no control off, however narrow it is', async () => {
    const { page } = await opened();
    await page.evaluate(async () => {
      const files = [1, 2, 3].map((at) => window.memory.files.write('detail/a.md', `# A ${at}`, { force: true }));
      await Promise.all(files);
      await window.memory.items.memorize(
        Array.from({ length: 9 }, (_, at) => `${at} ${'The ferry is late. '.repeat(9)}`),
      );
    });
    for (const width of [380, 640, 825, 1000, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const screen of SCREENS) {
        await page.getByRole('tab', { name: new RegExp(screen, 'i') }).click();
        const panel = page.getByRole('tabpanel');
        await panel.getByText(/\w/).first().waitFor();
        if (screen === 'recall') {
          await panel.locator('[name=prompt]').fill('ferry');
          await panel.locator('[name=prompt]').press('Enter');
          await panel.locator('button.row').first().waitFor();
        }
        const row = panel.locator('button.row').first();
        if (await row.isVisible()) await row.click();
        const narrow = await panel.evaluate((root) => {
          const words = [...root.querySelectorAll<HTMLElement>('th.wide')].filter(
            (cell) => cell.getBoundingClientRect().width < 140,
          );
          const controls = [...root.querySelectorAll<HTMLElement>('button:not(.row), select, input')].filter((one) => {
            const pane = one.closest('.stack, .lead, .columns') ?? root;
            return one.getBoundingClientRect().right > pane.getBoundingClientRect().right + 1;
          });
          return [...words, ...controls].map(({ tagName, textContent }) => `${tagName} ${textContent}`);
        });
        expect(narrow, `${screen}, ${width} px`).toEqual([]);
      }
    }
  });

  it('has no violation that axe finds in the dark either', async () => {
    const { page } = await opened();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate(axe.source);
    for (const screen of SCREENS) {
      await page.getByRole('tab', { name: new RegExp(screen, 'i') }).click();
      await page.getByRole('tabpanel').getByText(/\w/).first().waitFor();
      const found = await page.evaluate(async () => {
        const { violations } = await window.axe.run('wm-inspector');
        return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 160)}`);
      });
      expect(found, screen).toEqual([]);
    }
    const ground = await page.getByRole('tabpanel').evaluate((element) => getComputedStyle(element).color);
    expect(ground).toBe('rgb(236, 234, 227)');
  });

  it('moves into a window of its own, with its styles', async () => {
    const { page } = await opened();
    const popup = page.waitForEvent('popup');
    await page.evaluate(() => void window.inspect(window.memory, { window: true, lang: 'en', screen: 'items' }));
    const own = await popup;
    await own.getByText('The ferry leaves at six.').first().waitFor();
    const height = await own.locator('wm-inspector').evaluate((element) => element.getBoundingClientRect().height);
    expect(height).toBeGreaterThan(200);
    expect(await page.evaluate(() => window.complaints)).toEqual([]);
  });

  it('counts the tabs that have a memory open, as they come and go', async () => {
    const { page } = await opened();
    await page.getByRole('tab', { name: 'Health' }).click();
    const counted = (tabs: number): Promise<void> =>
      page.getByRole('row', { name: `Tabs with an open memory ${tabs}, of this origin, in any session` }).waitFor();
    await counted(1);
    const { page: other } = await opened();
    await counted(2);
    await other.close();
    await counted(1);
  });

  it('shows nothing in a production build, by the same call', async () => {
    const { page } = await opened();
    const before = await page.locator('wm-inspector').count();
    await page.evaluate(async () => (await window.nothing(window.memory)).close());
    expect(await page.locator('wm-inspector').count()).toBe(before);
  });
});
