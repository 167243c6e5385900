// The demo's story from the first to the last turn, in both languages: it is the test of everything at once.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  barriers,
  lastAnswer,
  pause,
  playAtTopSpeed,
  reached,
  ready,
  told,
  turnOf,
  visitDemo,
} from '../../support/demo/demo-page.ts';
import { demoSite } from '../../support/demo/demo-site.ts';
import { story } from '../../../demo/story/story.ts';
import { tell } from '../../support/demo/demo-story.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const demo = demoSite();
let context: BrowserContext;

beforeEach(async () => {
  context = await demo.visitor({ reducedMotion: 'reduce' });
});

/** Everything that the ribbon has shown so far, by what it is. */
async function watchRibbon(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    (window as unknown as { seen: Set<string> }).seen = seen;
    const look = (): void => {
      for (const element of document.querySelectorAll('.ribbon .block, .ribbon .fold, .ribbon .chip')) {
        for (const name of element.classList) seen.add(name);
      }
    };
    new MutationObserver(look).observe(document.querySelector('.ribbon') as Element, {
      childList: true,
      subtree: true,
    });
  });
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
}

/** Bytes of all scripts that this page has loaded, but for its worker's, as they travel compressed. */
async function loadedScripts(page: Page): Promise<number> {
  const names = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const scripts = new Set(names.filter((name) => name.endsWith('.js') && !name.includes('/worker-')));
  expect(scripts.size).toBeGreaterThan(5);
  return [...scripts].reduce(
    (sum, name) => sum + gzipSync(readFileSync(`${ROOT}build/demo${name}`), { level: 9 }).length,
    0,
  );
}

const number = async (page: Page, testId: string): Promise<number> =>
  Number((await page.getByTestId(testId).getAttribute('title'))?.replaceAll(/\D/g, ''));

const shareOf = async (page: Page, testId: string): Promise<number> =>
  parseInt((await page.getByTestId(testId).textContent()) ?? '', 10);

describe('the story', () => {
  it('is told at top speed: it reminds, folds and compacts, lets items go, and says what that cost beside an app without a memory', async () => {
    // Parts that the library loads ahead on an idle page are no part of what the story needs.
    await context.addInitScript(() => Object.assign(window, { requestIdleCallback: undefined }));
    const { page, complaints } = await visitDemo(context, demo.address('lang=en'));
    expect(await barriers(page)).toEqual([]);
    const seen = await watchRibbon(page);
    await playAtTopSpeed(page);
    await told(page);

    expect(await turnOf(page)).toBe(40);
    // The number was said in the first turns and left the prompt long ago.
    expect(await lastAnswer(page)).toMatch(/HX-2207-Q/);
    expect(await seen()).toEqual(
      expect.arrayContaining([
        'state-cached',
        'state-new',
        'state-injected',
        'kind-overview',
        'fold',
        'chip-meta',
        'chip-reminder',
        'chip-overview',
      ]),
    );
    expect(await page.getByTestId('fold').first().textContent()).toMatch(/messages 1–\d+ hidden/);
    expect(Number(/\d+/.exec((await page.getByTestId('epoch').textContent()) ?? '')?.[0])).toBeGreaterThan(3);
    expect(await page.locator('.file[data-path^="detail/"]').count()).toBeGreaterThan(1);
    expect(await page.getByTestId('departures').locator('li').count()).toBeGreaterThan(0);
    expect(await page.getByTestId('usage').textContent()).toMatch(/^(\d+) of \1 items/);
    const { withoutMemory } = (await tell(await story('en'))).agent.totals;
    const [sent, without] = [await number(page, 'with-memory'), await number(page, 'without-memory')];
    expect(without).toBe(withoutMemory.tokens);
    const percent = Math.round(Math.abs(1 - sent / without) * 100);
    const verdict = `${percent}% ${sent < without ? 'less' : 'more'}`;
    expect(await page.getByTestId('difference').textContent()).toBe(verdict);
    expect(await page.getByTestId('verdict').textContent()).toMatch(/Without it, turns 1–\d+ no longer fit the window/);
    expect(await shareOf(page, 'with-memory-cached')).toBeGreaterThan(60);
    expect(await shareOf(page, 'without-memory-cached')).toBe(
      Math.round((withoutMemory.cached / withoutMemory.tokens) * 100),
    );
    expect(await barriers(page)).toEqual([]);
    expect(await loadedScripts(page)).toBeLessThanOrEqual(153_000);

    const sums = await page.getByTestId('with-memory').textContent();
    await page.reload();
    await ready(page);
    expect(await turnOf(page)).toBe(40);
    expect(await lastAnswer(page)).toMatch(/HX-2207-Q/);
    expect(await page.getByTestId('with-memory').textContent()).toBe(sums);
    await page.getByTestId('fold').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('is told in Chinese', async () => {
    const { page, complaints } = await visitDemo(context, demo.address('lang=zh-CN'));
    await playAtTopSpeed(page);
    await told(page);
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    expect(await lastAnswer(page)).toMatch(/HX-2207-Q/);
    expect(await page.getByTestId('message-user').last().textContent()).toMatch(/\p{Script=Han}/u);
    expect(await page.getByTestId('fold').first().textContent()).toMatch(/\p{Script=Han}/u);
    await page.getByTestId('ask').fill('合同');
    await page.getByTestId('ask-run').click();
    await page.getByTestId('hit').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('goes on where a reload cut it off, with no message lost or said twice', async () => {
    const { page, complaints } = await visitDemo(context, demo.address('lang=en'));
    await playAtTopSpeed(page);
    await reached(page, 8);
    await page.reload();
    await ready(page);
    const turn = await turnOf(page);
    expect(turn).toBeGreaterThanOrEqual(8);
    await playAtTopSpeed(page);
    await reached(page, turn + 4);
    await pause(page);
    const said = await page.getByTestId('message-user').allTextContents();
    expect(new Set(said).size).toBe(said.length);
    expect(said.length).toBe(await turnOf(page));
    expect(complaints).toEqual([]);
  });

  it('makes room when the window shrinks in the middle', async () => {
    const { page, complaints } = await visitDemo(context, demo.address('lang=en'));
    const slider = page.getByTestId('window');
    await slider.fill((await slider.getAttribute('max')) ?? '');
    await playAtTopSpeed(page);
    await reached(page, 10);
    const before = await page.getByTestId('fold').count();
    await slider.fill((await slider.getAttribute('min')) ?? '');
    await reached(page, 14);
    await pause(page);
    expect(before + (await page.getByTestId('fold').count())).toBeGreaterThan(0);
    const least = Number(await slider.getAttribute('min')).toLocaleString('en');
    expect(await page.getByTestId('gauge').textContent()).toContain(`of ${least} tokens`);
    expect(complaints).toEqual([]);
  });
});

describe('a request in the ribbon', () => {
  it('shows a block’s text to the pointer, and to the keyboard its difference to the request before', async () => {
    const { page, complaints } = await visitDemo(context, demo.address('lang=en'));
    await page.getByTestId('step').click();
    await page.locator('.block.kind-system').hover();
    expect(await page.getByRole('tooltip').textContent()).toContain('You help to plan the release of an app');
    for (let answer = 0; answer < 3; answer++) {
      await page.getByTestId('step').click();
      await expect.poll(() => page.getByTestId('request').textContent()).toMatch(/request \d+/);
    }
    await page.locator('.block').first().focus();
    await page.keyboard.press('ArrowDown');
    const second = await page.locator('.block').nth(1).getAttribute('data-key');
    expect(second).not.toBeNull();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-key'))).toBe(second);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('dialog').textContent()).toMatch(/same bytes|Was not in the request before/);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('fits a phone, without scrolling sideways, in the dark, too', async () => {
    const phone = await demo.visitor({
      viewport: { width: 380, height: 760 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    });
    const { page, complaints } = await visitDemo(phone, demo.address('lang=en'));
    await page.locator('.tabs').getByText('Chat').click();
    await playAtTopSpeed(page);
    await reached(page, 6);
    await pause(page);
    for (const part of ['Chat', 'Prompt', 'Files', 'Items']) {
      await page.locator('.tabs').getByText(part).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380);
      expect(await barriers(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
});
