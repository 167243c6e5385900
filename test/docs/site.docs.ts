// The documentation site like a reader sees it, without any network but its own server.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { rewriteScripts, serveFolder, type Site, startBrowser } from '../support/browser/pages.ts';
import { attributesOf, missingIn, pagesOfTheSite, SITE, textOf } from './built-site.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** One of each kind. */
const LOOKED_AT = ['/index.html', '/start.html', '/ideas/store.html', '/options.html', '/zh/ideas/recall.html'];
const pages = pagesOfTheSite();
const withCode = pages.filter((page) => textOf(page).includes('class="run-button"'));

let browser: Browser;
let site: Site;
beforeAll(async () => {
  [browser, site] = await Promise.all([startBrowser(), serveFolder(SITE)]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** Puts other words into the scripts of a page. */
interface Damage {
  readonly written: string;
  readonly instead: string;
}

/** A page with what it complained of, and the addresses outside the site that it asked for. */
async function openPage(path: string, colorScheme: 'light' | 'dark' = 'light', damage?: Damage) {
  const context = await browser.newContext({ colorScheme });
  const page = await context.newPage();
  onTestFinished(async () => {
    // A script that is being damaged has its answer before the page goes.
    await page.unrouteAll({ behavior: 'wait' });
    await context.close();
  });
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^https?:/.test(protocol) && origin !== site.origin) problems.push(`asked for ${request.url()}`);
  });
  if (damage !== undefined) {
    await rewriteScripts(page, (text) => text.replaceAll(damage.written, damage.instead));
  }
  await page.goto(`${site.origin}${path}`);
  // The buttons of the page do something from then on.
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
  return { page, problems };
}

const violationsIn = async (page: Page): Promise<string[]> => {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  });
};
interface Axe {
  run(options: object): Promise<{ violations: AxeViolation[] }>;
}
interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

describe('the site', () => {
  it('has a page for each document, in both languages where it has both', () => {
    expect(pages).toEqual(expect.arrayContaining(['/index.html', '/start.html', '/reference/index.html']));
    const inChinese = pages.filter((page) => page.startsWith('/zh/'));
    expect(inChinese.length).toBeGreaterThan(7);
    expect(inChinese.filter((page) => !pages.includes(page.replace('/zh', '')))).toEqual([]);
  });

  it('names every page beside its text, or links to it', () => {
    const linked = new Set(
      pages
        .flatMap((page) => attributesOf(textOf(page), 'href').map((href) => new URL(href, `http://site${page}`)))
        .map(({ pathname }) => pathname.replace(/\/$/, '/index.html')),
    );
    expect(pages.filter((page) => !linked.has(page) && !linked.has(page.replace('.html', '')))).toEqual([]);
  });

  it('links to nothing that is not there, headings included', () => {
    const missing = missingIn(SITE);
    const dead = pages.flatMap((page) =>
      attributesOf(textOf(page), 'href').flatMap((href) => missing(page, href) ?? []),
    );
    expect([...new Set(dead)]).toEqual([]);
  });

  it('has its texts for models beside it', () => {
    for (const file of ['/llms.txt', '/llms-full.txt']) expect(textOf(file)).toContain('# working-memory');
  });

  it.each(LOOKED_AT.flatMap((page) => [[page, 'light'] as const, [page, 'dark'] as const]))(
    '%s is without a complaint of the browser or of axe, %s',
    async (path, colorScheme) => {
      const { page, problems } = await openPage(path, colorScheme);
      expect(await violationsIn(page)).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  it.each([
    ['/start.html', 'hard forget', 'Search'],
    ['/zh/start.html', '长尾', '搜索'],
  ])('finds pages by their words, from %s: %s', async (path, words, label) => {
    const { page, problems } = await openPage(path);
    await page.getByRole('button', { name: label }).first().click();
    await page.locator('.VPLocalSearchBox input').fill(words);
    await expect.poll(() => page.locator('.VPLocalSearchBox .result').count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });
});

describe('the code of the documents', () => {
  it('runs on every page that has some, or says where it runs', () => {
    expect(withCode.length).toBeGreaterThan(20);
    const languages = /class="language-(?:js|ts) /g;
    const here = pages.filter((page) => !/^\/(reference|decisions|contributing)/.test(page));
    for (const page of here) {
      const html = textOf(page);
      const blocks = html.match(languages)?.length ?? 0;
      const told = html.match(/class="run-(?:snippet|elsewhere)"/g)?.length ?? 0;
      expect(`${page}: ${told}`).toBe(`${page}: ${blocks}`);
    }
  });

  /** Presses each ▶ of a page in turn. @returns what those said that failed */
  async function failuresOn(page: Page): Promise<string[]> {
    const failures: string[] = [];
    for (const snippet of await page.locator('.run-snippet').all()) {
      await snippet.getByRole('button').first().click();
      await expect.poll(() => snippet.getAttribute('data-state')).not.toBe('running');
      if ((await snippet.getAttribute('data-state')) === 'done') continue;
      failures.push((await snippet.locator('.run-output').allTextContents()).join('\n'));
    }
    return failures;
  }

  it.each(withCode)('%s: each ▶ ends without an error', async (path) => {
    const { page, problems } = await openPage(path);
    expect(await page.locator('.run-snippet').count()).toBeGreaterThan(0);
    expect(await failuresOn(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('that fails is found, with what it said', async () => {
    const { page } = await openPage('/start.html', 'light', {
      written: 'memory.items.remember(',
      instead: 'memory.items.recollect(',
    });
    const [first, ...others] = await failuresOn(page);
    expect(first).toMatch(/^TypeError: memory\.items\.recollect is not a function/m);
    for (const failure of others) expect(failure).toContain('recollect');
  });

  it('shows the answer of the first program, and what its memory holds', async () => {
    const { page } = await openPage('/start.html');
    const first = page.locator('.run-snippet').first();
    await first.getByRole('button').first().click();
    await expect.poll(() => first.locator('.run-output').textContent()).toContain('The user is allergic to nuts');
    await first.getByRole('button', { name: 'Look into the memory' }).click();
    await first.getByRole('tab', { name: 'Items', selected: true }).waitFor();
  });
});
