// The demo in Firefox, over the server of `npm start`: it fits every width, reports no error, and answers from what it
// was told.
import { firefox, type Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { playAtTopSpeed, reached } from '../support/demo/demo-page.ts';
import { demoSite } from '../support/demo/demo-site.ts';
import { FIREFOX } from './firefox.ts';

const demo = demoSite(() => firefox.launch(FIREFOX));

const WIDTHS = [380, 820, 1280, 1600];
const LANGUAGES = {
  en: { told: 'My sister Ida lives in Bergen.', asked: 'Where does Ida live?', known: 'Bergen' },
  'zh-CN': { told: '我妹妹住在成都。', asked: '我妹妹住在哪里？', known: '成都' },
};
/** Test ids of what is visible once each view can be used. */
const VIEWS = { home: 'tell', week: 'play', short: 'play', simulate: 'take-week', inside: 'play' };

/** Collects the page's errors until the end of the test. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** Returns how far the page can be scrolled sideways, in pixels. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth = 0 } = document.scrollingElement ?? {};
    return Math.max(0, scrollWidth - innerWidth);
  });

/** Returns the parts of the buttons at the top that lie outside of the page. */
const outOfSight = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.toolbar :is(a, button)')].flatMap((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < 0 || right > innerWidth ? [element.textContent ?? ''] : [];
    }),
  );

describe.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])('the demo in Firefox, in %s', (lang) => {
  it.each(WIDTHS)('fits a page of %d px in each view, light and dark, and complains of nothing', async (width) => {
    const page = await (await demo.visitor({ viewport: { width, height: 800 } })).newPage();
    const complaints = complaintsOf(page);
    for (const [view, part] of Object.entries(VIEWS)) {
      await page.goto(demo.front(`lang=${lang}&view=${view}`));
      await page.getByTestId(part).waitFor({ state: 'attached' });
      for (const theme of ['light', 'dark']) {
        await page.getByTestId('theme').click();
        expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
        expect(await sideways(page), `${view}, ${theme}`).toBe(0);
        expect(await outOfSight(page), `${view}, ${theme}`).toEqual([]);
      }
      // The next view begins as this one did.
      await page.getByTestId('theme').click();
    }
    expect(complaints).toEqual([]);
  });

  it('answers what it was told, after a reload too', async () => {
    const { told, asked, known } = LANGUAGES[lang];
    const page = await (await demo.visitor()).newPage();
    const complaints = complaintsOf(page);
    const replies = page.locator('.line-reply');
    const say = async (text: string): Promise<string | null> => {
      const before = await replies.count();
      await page.getByTestId('tell').fill(text);
      await page.getByTestId('tell').press('Enter');
      await replies.nth(before).waitFor();
      return replies.nth(before).textContent();
    };
    await page.goto(demo.front(`lang=${lang}`));
    await say(told);
    expect(await say(asked)).toContain(known);
    await page.reload();
    expect(await say(asked)).toContain(known);
    expect(complaints).toEqual([]);
  });

  it('cuts off no word of a simulated week, on a phone', async () => {
    const page = await (await demo.visitor({ viewport: { width: 380, height: 760 } })).newPage();
    await page.goto(demo.front(`lang=${lang}&view=simulate`));
    await page.getByTestId('take-week').click();
    const facts = page.getByTestId('lost-facts').locator('tbody th');
    await facts.first().waitFor();
    const cut = await facts.evaluateAll((cells) =>
      cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])),
    );
    expect(cut).toEqual([]);
  });

  it('keeps the tabs of its inspector in sight, whatever is chosen there on a phone', async () => {
    const page = await (await demo.visitor({ viewport: { width: 380, height: 760 } })).newPage();
    await page.goto(demo.address(`lang=${lang}`));
    await playAtTopSpeed(page);
    await reached(page, 8);
    await page.getByTestId('pause').click();
    await page.locator('.tabs button').nth(1).click();
    const part = page.locator('.inspector');
    await page.locator('wm-inspector').locator('tbody button').first().click();
    expect(await part.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    // Only the scrolling part can be scrolled.
    expect(await part.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  });

  it('plays the story inside, and its inspector shows every screen', async () => {
    const page = await (await demo.visitor()).newPage();
    const complaints = complaintsOf(page);
    await page.goto(demo.address(`lang=${lang}`));
    await page.getByTestId('play').waitFor();
    await playAtTopSpeed(page);
    await reached(page, 8);
    await page.getByTestId('pause').click();
    const inspector = page.locator('wm-inspector');
    const scheme = (): Promise<string> => inspector.evaluate((element) => getComputedStyle(element).colorScheme);
    for (const theme of ['light', 'dark']) {
      await page.getByTestId('theme').click();
      expect(await scheme()).toBe(theme);
    }
    const tabs = inspector.getByRole('tab');
    expect(await tabs.count()).toBe(7);
    for (let at = 0; at < 7; at++) {
      await tabs.nth(at).click();
      await expect.poll(() => tabs.nth(at).getAttribute('aria-selected')).toBe('true');
      expect(await sideways(page)).toBe(0);
    }
    expect(complaints).toEqual([]);
  });
});
