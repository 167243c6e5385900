// Layout of the demo’s first screen at common widths: every control is visible, and nothing jumps.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { pause, playAtTopSpeed, reached, visitDemo } from '../../support/demo/demo-page.ts';
import { demoSite } from '../../support/demo/demo-site.ts';

const demo = demoSite();

async function opened(width: number, height: number, lang: string): Promise<Page> {
  const context = await demo.visitor({ viewport: { width, height }, reducedMotion: 'reduce' });
  return (await visitDemo(context, demo.address(`lang=${lang}`))).page;
}

/** Text of what is cut off at the side of the page, or lies on the page’s name. */
const outOfSight = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const name = document.querySelector('.brand')?.getBoundingClientRect();
    return [...document.querySelectorAll('.toolbar nav :is(button, a)')].flatMap((element) => {
      const { left, right, top } = element.getBoundingClientRect();
      const isOnName = name !== undefined && left < name.right && top < name.bottom;
      return left < 0 || right > innerWidth || isOnName ? [element.textContent ?? ''] : [];
    });
  });

const gaugesHeight = (page: Page): Promise<number> =>
  page.locator('.gauges').evaluate((element) => element.getBoundingClientRect().height);

describe.each([
  [1440, 900],
  [1280, 800],
  [1100, 800],
  [820, 1100],
  [380, 760],
])('at %i × %i', (width, height) => {
  it.each(['en', 'zh-CN'])('shows every button and Play without scrolling, in %s', async (lang) => {
    const page = await opened(width, height, lang);
    expect(await outOfSight(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await page.getByTestId('play').isVisible()).toBe(true);
  });

  it.each(['en', 'zh-CN'])('cuts off no word of its gauges, in %s', async (lang) => {
    const page = await opened(width, height, lang);
    await page.getByTestId('step').click();
    await page.getByTestId('message-user').first().waitFor();
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('.gauges :is(h2, p, dt, dd, figcaption)')].flatMap((element) => {
        // Told to a screen reader alone, or not shown.
        const isSeen = element.checkVisibility() && getComputedStyle(element).clipPath === 'none';
        return isSeen && element.scrollWidth > element.clientWidth ? [element.textContent ?? ''] : [];
      }),
    );
    expect(cut).toEqual([]);
  });

  it('keeps its gauges as high as they are while the story is told', async () => {
    const page = await opened(width, height, 'en');
    const before = await gaugesHeight(page);
    await page.getByTestId('step').click();
    await page.getByTestId('message-user').first().waitFor();
    expect(await gaugesHeight(page)).toBe(before);
    await playAtTopSpeed(page);
    await reached(page, 36);
    await page
      .getByTestId('verdict')
      .getByText(/no longer fit/)
      .waitFor({ state: 'attached' });
    expect(await gaugesHeight(page)).toBe(before);
  });

  it('ends every call in the conversation within it', async () => {
    const page = await opened(width, height, 'en');
    await playAtTopSpeed(page);
    await reached(page, 8);
    const cut = await page.evaluate(
      () =>
        [...document.querySelectorAll('.messages .call, .messages summary')].filter((element) => {
          const frame = element.closest('.messages')?.getBoundingClientRect();
          return frame !== undefined && element.getBoundingClientRect().right > frame.right;
        }).length,
    );
    expect(cut).toBe(0);
  });
});

describe.each([
  ['a phone', 390, 664],
  ['a small phone', 320, 568],
  ['a phone on its side', 844, 390],
  ['a desktop at 200 %', 640, 400],
])('on %s', (_, width, height) => {
  const isReached = (page: Page, selector: string): Promise<boolean> =>
    page.locator(selector).evaluate((element) => {
      element.scrollIntoView({ block: 'nearest' });
      const { left, top, width: wide, height: high } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + Math.min(wide, 40) / 2, top + high / 2);
      return hit !== null && element.contains(hit);
    });
  const roomOf = (page: Page): Promise<number> =>
    page.locator('.parts').evaluate((parts) => parts.getBoundingClientRect().height);

  it.each(['en', 'zh-CN'])('gives each part room to be used, and keeps the tabs in sight, in %s', async (lang) => {
    const page = await opened(width, height, lang);
    const tabs = page.locator('nav.tabs button');
    const used = [
      ['[data-testid=play]', '[data-testid=step]', '[data-testid=say]', '[data-testid=send]'],
      ['#inspector'],
      ['.tree .file'],
    ];
    await page.getByTestId('step').click();
    await page.getByTestId('message-user').first().waitFor();
    for (const [at, selectors] of used.entries()) {
      await page.evaluate(() => scrollTo(0, 0));
      await tabs.nth(at).click({ timeout: 2000 });
      for (const selector of selectors) await expect.poll(() => isReached(page, `${selector} >> nth=0`)).toBe(true);
      expect(await roomOf(page)).toBeGreaterThanOrEqual(Math.min(384, height - 64));
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});

describe('a long conversation', () => {
  const list = (page: Page) => page.locator('.messages');
  const toItsEnd = (page: Page): Promise<number> =>
    list(page).evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  const isLaidOut = (page: Page, place: 'first' | 'last'): Promise<boolean> =>
    page
      .locator(`.message:${place}-child > *`)
      .first()
      .evaluate((shown) => shown.checkVisibility({ contentVisibilityAuto: true }));

  it('is laid out where it is looked at, and stays at its end, after a reload, too', async () => {
    const page = await opened(1440, 900, 'en');
    await playAtTopSpeed(page);
    await reached(page, 12);
    await pause(page);
    for (const again of [false, true]) {
      if (again) {
        await page.reload();
        await page.getByTestId('message-assistant').last().waitFor();
      }
      await expect.poll(() => toItsEnd(page)).toBeLessThan(2);
      await expect.poll(() => isLaidOut(page, 'first')).toBe(false);
      expect(await isLaidOut(page, 'last')).toBe(true);
    }
    await list(page).evaluate((shown) => shown.scrollTo(0, 0));
    await expect.poll(() => isLaidOut(page, 'first')).toBe(true);
    await page.locator('.to-end').click();
    await expect.poll(() => toItsEnd(page)).toBeLessThan(2);
  });
});

describe('in Chinese', () => {
  it('speaks no English beside names and what the story says', async () => {
    const page = await opened(1440, 900, 'zh-CN');
    await playAtTopSpeed(page);
    await reached(page, 40);
    const texts = await page.locator('.memory-bar, .status, .gauges').allTextContents();
    const names = /tokens|Worker|IndexedDB|overview\.md|\d+k/g;
    expect(texts.map((text) => text.replaceAll(names, '')).filter((text) => /[a-z]{3,}/i.test(text))).toEqual([]);
  });
});
