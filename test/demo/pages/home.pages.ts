// A visitor who talks for a while on the first screen: what to do next stays in sight.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { say } from '../../support/demo/demo-page.ts';
import { demoSite } from '../../support/demo/demo-site.ts';

const demo = demoSite();

async function opened(width: number, height: number, query = 'lang=en'): Promise<Page> {
  const page = await (await demo.visitor({ viewport: { width, height } })).newPage();
  await page.goto(demo.front(query));
  await page.getByTestId('tell').waitFor();
  return page;
}

const TEN = Array.from({ length: 10 }, (_, at) => `Shelf number ${at} holds the paint of room ${at}.`);

/** Whether all of it lies in the window, and nothing on it. */
const inSight = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator(selector)
    .last()
    .evaluate((element) => {
      const { left, top, width, height, bottom } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2);
      return top >= 0 && bottom <= innerHeight && hit !== null && element.contains(hit);
    });

describe.each([
  ['a desktop', 1280, 800],
  ['a phone', 390, 664],
  ['a desktop at 200 %', 640, 400],
])('on %s', (_, width, height) => {
  it('has the input in sight before anything is said, after ten exchanges, and wherever the page is scrolled', async () => {
    const page = await opened(width, height);
    expect(await inSight(page, '[data-testid=tell]')).toBe(true);
    for (const text of TEN) await say(page, text);
    for (const part of ['[data-testid=tell]', '[data-testid=send]', '.line-reply']) {
      await expect.poll(() => inSight(page, part), { message: part }).toBe(true);
    }
    for (const end of ['0', 'document.body.scrollHeight']) {
      await page.evaluate(`scrollTo(0, ${end})`);
      await expect.poll(() => inSight(page, '[data-testid=tell]'), { message: end }).toBe(true);
    }
  });

  it('keeps its examples below the newest answer, so that the next step is one press away', async () => {
    const page = await opened(width, height);
    const examples = page.locator('.front-examples button');
    for (const text of (await examples.allTextContents()).slice(0, 2)) {
      const before = await page.locator('.line-reply').count();
      await page.getByRole('button', { name: text, exact: true }).click();
      await page.locator('.line-reply').nth(before).waitFor();
      await expect.poll(() => inSight(page, '.front-examples button')).toBe(true);
    }
    expect(await page.locator('.line-reply').last().textContent()).toContain('My sister Ida lives in Bergen.');
  });
});

it('has its log before the first line, so that a screen reader tells that one, too', async () => {
  const page = await opened(1280, 800);
  const before = await page.getByRole('log').elementHandle();
  await say(page, 'My bicycle is red.');
  expect(await page.getByRole('log').evaluate((log, known) => log === known, before)).toBe(true);
});

describe('by the keyboard alone', () => {
  it('what is known is forgotten, and the focus stays in its list', async () => {
    const page = await opened(1280, 800);
    await say(page, 'My bicycle is red.');
    await say(page, 'The gate code is 1290.');
    await page.getByTestId('known').first().getByRole('button').press('Enter');
    await expect.poll(() => page.getByTestId('known').count()).toBe(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('known').count()).toBe(0);
  });

  it('covers nothing that has the focus', async () => {
    const page = await opened(390, 664);
    for (const text of TEN) await say(page, text);
    const covered: string[] = [];
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press < 16; press++) {
        await page.keyboard.press(key);
        const name = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement;
          const { left, top, width, height } = element.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return element === document.body || element.contains(hit) ? '' : element.outerHTML.slice(0, 80);
        });
        if (name !== '') covered.push(`${key}: ${name}`);
      }
    }
    expect(covered).toEqual([]);
  });
});
