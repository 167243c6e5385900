// The demo's story from the first to the last turn in both languages: an end-to-end test.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Locator, Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  asked,
  barriers,
  inspected,
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

/** Bytes of all scripts that this page has loaded, but for its worker's, as they travel compressed. */
async function loadedScripts(page: Page): Promise<{ inspector: number; others: number }> {
  const names = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const scripts = new Set(names.filter((name) => name.endsWith('.js') && !name.includes('/worker-')));
  expect(scripts.size).toBeGreaterThan(5);
  const loaded = { inspector: 0, others: 0 };
  for (const name of scripts)
    loaded[name.includes('/inspector-') ? 'inspector' : 'others'] += gzipSync(
      readFileSync(`${ROOT}build/demo${name}`),
      {
        level: 9,
      },
    ).length;
  return loaded;
}

const number = async (page: Page, testId: string): Promise<number> =>
  Number((await page.getByTestId(testId).getAttribute('title'))?.replaceAll(/\D/g, ''));

const shareOf = async (page: Page, testId: string): Promise<number> =>
  parseInt((await page.getByTestId(testId).textContent()) ?? '', 10);

/** The memory's own parts of all requests, as the inspector names them: the clock decides which one has which. */
async function partsOf(prompt: Locator): Promise<Set<string>> {
  const scrubber = prompt.locator('input[type=range]');
  const own = prompt.getByRole('table', { name: 'The memory’s own words, by part' });
  const parts = new Set<string>();
  for (let at = Number(await scrubber.getAttribute('max')); at > 0; at--) {
    await scrubber.fill(String(at));
    await expect.poll(() => scrubber.getAttribute('aria-valuetext')).toMatch(new RegExp(`^${at} of `));
    for (const part of await own.getByRole('rowheader').allTextContents()) parts.add(part);
  }
  return parts;
}

describe('the story', () => {
  it('is told at top speed: it reminds, folds and compacts, lets items go, and says what that cost beside an app without a memory', async () => {
    // Parts that the library loads ahead on an idle page are no part of what the story needs.
    await context.addInitScript(() => Object.assign(window, { requestIdleCallback: undefined }));
    const { page, complaints } = await visitDemo(context, demo.address('lang=en'));
    expect(await barriers(page)).toEqual([]);
    await playAtTopSpeed(page);
    await told(page);

    expect(await turnOf(page)).toBe(40);
    // The number was said in the first turns and left the prompt long ago.
    expect(await lastAnswer(page)).toMatch(/HX-2207-Q/);
    const prompt = await inspected(page, 'prompt');
    await expect.poll(() => prompt.textContent()).toMatch(/[1-9]\d* messages out of sight/);
    const said = (await prompt.textContent()) ?? '';
    expect(Number(/Epoch (\d+)/.exec(said)?.[1])).toBeGreaterThan(3);
    const parts = ['instructions', 'tool definitions', 'changes of the overview', 'reminder', 'meter'];
    expect([...(await partsOf(prompt))]).toEqual(expect.arrayContaining(parts));
    expect(await page.locator('.file[data-path^="detail/"]').count()).toBeGreaterThan(1);
    await (await inspected(page, 'items')).getByText(/12 of 12 items/).waitFor();
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
    const { inspector, others } = await loadedScripts(page);
    expect(others).toBeLessThanOrEqual(153_000);
    expect(inspector).toBeGreaterThan(10_000);
    expect(inspector).toBeLessThanOrEqual(35_000);

    const sums = await page.getByTestId('with-memory').textContent();
    await page.reload();
    await ready(page);
    expect(await turnOf(page)).toBe(40);
    expect(await lastAnswer(page)).toMatch(/HX-2207-Q/);
    expect(await page.getByTestId('with-memory').textContent()).toBe(sums);
    expect(await (await inspected(page, 'prompt')).textContent()).toMatch(/messages out of sight/);
    expect(complaints).toEqual([]);
  });

  it('is told in Chinese', async () => {
    const { page, complaints } = await visitDemo(context, demo.address('lang=zh-CN'));
    await playAtTopSpeed(page);
    await told(page);
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    expect(await lastAnswer(page)).toMatch(/HX-2207-Q/);
    expect(await page.getByTestId('message-user').last().textContent()).toMatch(/\p{Script=Han}/u);
    await expect.poll(async () => (await inspected(page, 'prompt')).textContent()).toMatch(/条消息不在视野内/);
    await (await asked(page, '合同')).locator('mark').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('goes on where a reload cut it off, with no message lost or said twice, nor what was sent forgotten', async () => {
    const { page, complaints } = await visitDemo(context, demo.address('lang=en'));
    const sent = async (): Promise<number> =>
      Number((await page.getByTestId('with-memory').getAttribute('title'))?.replaceAll(',', ''));
    await playAtTopSpeed(page);
    await reached(page, 8);
    const before = await sent();
    expect(before).toBeGreaterThan(0);
    await page.reload();
    await ready(page);
    expect(await sent()).toBeGreaterThanOrEqual(before);
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
    await slider.fill((await slider.getAttribute('min')) ?? '');
    await reached(page, 14);
    await pause(page);
    await expect
      .poll(async () => (await inspected(page, 'prompt')).textContent())
      .toMatch(/[1-9]\d* messages out of sight/);
    const least = Number(await slider.getAttribute('min')).toLocaleString('en');
    expect(await page.getByTestId('gauge').textContent()).toContain(`of ${least} tokens`);
    expect(complaints).toEqual([]);
  });
});

describe('a request in the inspector', () => {
  it('has its messages as text, and their difference to the request before', async () => {
    const { page, complaints } = await visitDemo(context, demo.address('lang=en'));
    for (let answer = 0; answer < 3; answer++) {
      await page.getByTestId('step').click();
      await expect.poll(() => page.getByTestId('step').isEnabled()).toBe(true);
    }
    const prompt = await inspected(page, 'prompt');
    await prompt.getByText('You help to plan the release of an app').first().waitFor();
    await prompt.getByText('difference to the request before').click();
    await expect.poll(() => prompt.textContent()).toMatch(/messages at the beginning are equal/);
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('fits a phone, without scrolling sideways, in the dark, too', async () => {
    const phone = await demo.visitor({
      viewport: { width: 380, height: 760 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    });
    const { page, complaints } = await visitDemo(phone, demo.address('lang=en'));
    await page.locator('nav.tabs').getByText('Chat').click();
    await playAtTopSpeed(page);
    await reached(page, 6);
    await pause(page);
    for (const part of ['Chat', 'Memory', 'Files']) {
      await page.locator('nav.tabs').getByText(part).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380);
      expect(await barriers(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
});
