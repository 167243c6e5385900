// The demo with a real model: switched on, kept over a reload, offline, with missing files, and switched off.
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  asked,
  barriers,
  memorize,
  playAtTopSpeed,
  reached,
  ready,
  turnOf,
  visitDemo,
  pause,
} from '../../support/demo/demo-page.ts';
import { type ModelSite, serveModels } from '../../support/browser/model-site.ts';
import { startBrowser } from '../../support/browser/pages.ts';
import { makeTinyModel, TINY } from '../../support/browser/tiny-model.ts';

/** A policy as strict as the page's own, for its workers, too. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";
const NOTE = 'Espresso, coffee, tea';

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  makeTinyModel();
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
});
afterEach(() => context.close());

type Refuse = Parameters<typeof serveModels>[1];

async function serve(refuse?: Refuse, headers: Record<string, string> = { 'content-security-policy': POLICY }) {
  const site = await serveModels(headers, refuse, 'build/demo');
  onTestFinished(() => site.close());
  return site;
}

/** Requested files of a model. */
const fetched = ({ asked }: ModelSite): string[] =>
  asked.filter((path) => /^\/(models|ort|peer)\/|\/(transformers|embedding-worker)/.test(path));

async function switchOn(page: Page, fields: Partial<Record<'model' | 'address' | 'library', string>>): Promise<void> {
  await page.getByTestId('meaning').click();
  await page.getByRole('dialog').waitFor();
  if (fields.library !== undefined) await page.getByRole('dialog').locator('summary').click();
  for (const [name, value] of Object.entries(fields)) await page.getByTestId(`meaning-${name}`).fill(value);
  await page.getByTestId('meaning-on').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const answered = (page: Page, by: RegExp): Promise<void> =>
  page.locator('wm-inspector [role=status]').getByText(by).first().waitFor();

const HYBRID = /ranked by words and meaning|按词语和语义/;
const LEXICAL = /[Rr]anked by words;/;

const is = (page: Page, state: string): Promise<void> =>
  page.locator(`[data-testid=meaning-status][data-state=${state}]`).waitFor();

/** Expects a hit without a word in common. */
async function findsByMeaning(page: Page): Promise<void> {
  const screen = await asked(page, 'beverage');
  await answered(page, HYBRID);
  await screen.getByRole('button', { name: NOTE }).first().click();
  const cosine = screen.getByRole('row', { name: /^cosine 0\.[5-9]\d$/ });
  await cosine.waitFor();
}

describe('recall by meaning', () => {
  it('is switched on: words answer until the model is there, a reload and flight mode keep it, and off it goes', async () => {
    let deliver = (): void => {};
    const delivered = new Promise<undefined>((resolve) => (deliver = () => resolve(undefined)));
    const site = await serve((path) => (path.endsWith('.onnx') ? delivered : undefined));
    const { page, complaints } = await visitDemo(context, `${site.origin}/?view=inside&lang=en`);
    await page.getByTestId('offline-ready').waitFor();
    await memorize(page, NOTE);
    await asked(page, 'beverage');
    await answered(page, LEXICAL);
    expect(await page.locator('wm-inspector mark').count()).toBe(0);

    await page.getByTestId('meaning').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByTestId('meaning-model').fill(' ');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').getByRole('alert').textContent()).toMatch(/A model is named like/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(fetched(site)).toEqual([]);

    await switchOn(page, { model: TINY });
    await is(page, 'loading');
    await expect
      .poll(() => page.getByTestId('meaning-progress').textContent())
      .toMatch(/^\S+\.json · \d+ kB \/ \d+ kB$/);
    await asked(page, 'espresso');
    await answered(page, LEXICAL);
    await page.locator('wm-inspector').getByRole('button', { name: NOTE }).first().waitFor();
    deliver();
    await is(page, 'idle');
    await findsByMeaning(page);
    expect(await page.getByRole('switch').getAttribute('aria-checked')).toBe('true');
    expect(await barriers(page)).toEqual([]);
    await memorize(page, 'The spaniel is a hound');
    await is(page, 'idle');
    await (await asked(page, 'puppy')).getByText('hound').first().waitFor();

    const once = fetched(site);
    await page.reload();
    await ready(page);
    await is(page, 'idle');
    await findsByMeaning(page);
    expect(fetched(site)).toEqual(once);

    await site.close();
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await is(page, 'idle');
    await findsByMeaning(page);

    await page.getByTestId('meaning').click();
    await is(page, 'off');
    const guide = await context.newPage();
    await guide.goto(`${site.origin}/docs/embeddings.md`);
    expect(await guide.locator('body').textContent()).toMatch(/^# Embeddings/);
    await guide.close();
    await asked(page, 'beverage');
    await answered(page, LEXICAL);
    expect(await page.locator('wm-inspector mark').count()).toBe(0);
    await page.reload();
    await ready(page);
    expect(await page.getByRole('switch').getAttribute('aria-checked')).toBe('false');
    expect(complaints.filter((text) => !text.includes('ERR_'))).toEqual([]);
  });

  it('names the file that is missing, goes on with words, and is there once the file is', async () => {
    let isThere = false;
    const site = await serve((path) => (!isThere && path.endsWith('.onnx') ? 404 : undefined));
    const { page } = await visitDemo(context, `${site.origin}/?view=inside&lang=en`);
    await memorize(page, NOTE);
    await switchOn(page, { model: TINY });
    const error = page.getByTestId('meaning-error');
    await error.getByText(/\/models\/tiny\/onnx\/model_quantized\.onnx answered with status 404/).waitFor();
    expect(await page.getByTestId('meaning-status').textContent()).toBe('The model is not there; words answer.');
    await asked(page, 'espresso');
    await answered(page, LEXICAL);
    await page.locator('wm-inspector').getByRole('button', { name: NOTE }).first().waitFor();
    expect(await barriers(page)).toEqual([]);
    const requests = (): number => site.asked.filter((path) => path.endsWith('.onnx')).length;
    const before = requests();
    // While it is missing: the memory tries again by itself as well, and once it has the file there is no button.
    await page.getByTestId('meaning-again').click();
    await expect.poll(requests).toBeGreaterThan(before);
    isThere = true;
    await is(page, 'idle');
    expect(await error.count()).toBe(0);
    await findsByMeaning(page);
  });

  it('comes in the middle of the story, which goes on', async () => {
    const site = await serve();
    const { page, complaints } = await visitDemo(context, `${site.origin}/?view=inside&lang=en`);
    await playAtTopSpeed(page);
    await reached(page, 3);
    await switchOn(page, { model: TINY });
    await reached(page, (await turnOf(page)) + 4);
    await pause(page);
    await is(page, 'idle');
    await asked(page, 'deadline');
    await answered(page, HYBRID);
    const said = await page.getByTestId('message-user').allTextContents();
    expect(new Set(said).size).toBe(said.length);
    expect(complaints).toEqual([]);
  });

  it('has its files and its library from another site, in Chinese, on a phone', async () => {
    const site = await serve(undefined, {});
    const other = await serve(undefined, { 'access-control-allow-origin': '*' });
    await context.close();
    context = await browser.newContext({ viewport: { width: 380, height: 760 }, colorScheme: 'dark' });
    const { page, complaints } = await visitDemo(context, `${site.origin}/?view=inside&lang=zh-CN`);
    await page.getByTestId('meaning').click();
    await page.getByRole('dialog').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await switchOn(page, {
      model: TINY,
      address: `${other.origin}/models/`,
      library: `${other.origin}/peer/transformers.min.js`,
    });
    await is(page, 'idle');
    expect(await page.getByTestId('meaning-status').textContent()).toBe('按词语和语义排序。');
    await memorize(page, '喝茶');
    await is(page, 'idle');
    await (await asked(page, '饮')).getByRole('button', { name: '喝茶' }).first().waitFor();
    await answered(page, HYBRID);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380);
    expect(await barriers(page)).toEqual([]);
    expect(fetched(site).filter((path) => !path.includes('/embedding-worker'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
