// Measurable rules of the demo's look: type sizes, frames and dialogs at common widths.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { barriers, playAtTopSpeed, reached, scrolledSideways, visitDemo } from '../../support/demo/demo-page.ts';
import { demoSite } from '../../support/demo/demo-site.ts';

const demo = demoSite();

/** Sizes of all text that is seen. */
const sizesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (element?.checkVisibility() && walker.currentNode.textContent?.trim())
        found.add(getComputedStyle(element).fontSize);
    }
    return [...found];
  });

/** Frames within frames; what is pressed or filled in has a frame of its own. */
const framedTwice = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = 'button, a, input, select, textarea, summary, label span';
    const isFramed = (element: Element): boolean => {
      const { borderTopStyle, borderRightWidth, borderLeftWidth, borderTopWidth, borderBottomWidth } =
        getComputedStyle(element);
      const widths = [borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth];
      return borderTopStyle !== 'none' && widths.every((width) => width !== '0px');
    };
    const frames = [...document.body.querySelectorAll('*')].filter(
      (element) => element.checkVisibility() && !element.matches(controls) && isFramed(element),
    );
    return frames.flatMap((frame) =>
      frames.some((other) => other !== frame && other.contains(frame)) ? [frame.className || frame.tagName] : [],
    );
  });

const FIVE = ['11px', '12.5px', '14px', '20px', '30px'];

describe.each([
  ['the first screen', 'lang=en', 'tell'],
  ['the week', 'lang=en&view=week', 'play'],
  ['the short chat', 'lang=zh-CN&view=short', 'play'],
  ['the simulator', 'lang=zh-CN&view=simulate', 'integrate'],
])('%s', (_, query, part) => {
  it('has five sizes of type, one heading above all, and no frame within a frame', async () => {
    const page = await (await demo.visitor()).newPage();
    await page.goto(demo.front(query));
    await page.getByTestId(part).waitFor();
    if (part === 'tell') {
      await page.getByTestId('tell').fill('My bicycle is red.');
      await page.getByTestId('tell').press('Enter');
      await page.locator('.line-reply').waitFor();
    } else if (query.includes('short')) {
      await page.getByTestId('play').click();
      await page.getByTestId('verdict').waitFor();
    }
    expect((await sizesOf(page)).filter((size) => !FIVE.includes(size))).toEqual([]);
    expect(await framedTwice(page)).toEqual([]);
    const largest = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontSize);
    expect(largest).toBe('30px');
  });
});

describe('a session from the inside', () => {
  it('has five sizes of type and no frame within a frame, also in its dialogs', async () => {
    const { page } = await visitDemo(await demo.visitor(), demo.address('lang=en'));
    await playAtTopSpeed(page);
    await reached(page, 8);
    await page.locator('.call summary').first().click();
    for (const dialog of [undefined, 'brain', 'integrate', 'meaning']) {
      if (dialog !== undefined) {
        await page.getByTestId(dialog).click();
        await page.locator('dialog[open]').waitFor();
      }
      expect((await sizesOf(page)).filter((size) => !FIVE.includes(size))).toEqual([]);
      expect(await framedTwice(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
  });
});

describe.each(['en', 'zh-CN'])('a dialog in %s', (lang) => {
  it.each([380, 820, 1280, 1600])(
    'stands in the page with all its words, bars nobody, and leaves by Escape, %d px wide',
    async (width) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await demo.visitor({ viewport: { width, height: 800 }, colorScheme });
        const { page, complaints } = await visitDemo(context, demo.address(`lang=${lang}`));
        for (const opener of ['brain', 'integrate']) {
          await page.getByTestId(opener).click();
          const dialog = page.locator('dialog[open]');
          await dialog.waitFor();
          const outside = await dialog.evaluate((root) => {
            const frame = root.getBoundingClientRect();
            const isOut = frame.left < 0 || frame.right > innerWidth || frame.top < 0 || frame.bottom > innerHeight;
            const wide = [...root.querySelectorAll('*')].filter(
              (element) => element.getBoundingClientRect().right > frame.right,
            );
            return [...(isOut ? [root] : []), ...wide].map(({ outerHTML }) => outerHTML.slice(0, 80));
          });
          expect(outside).toEqual([]);
          expect(await scrolledSideways(page)).toEqual([]);
          expect(await barriers(page)).toEqual([]);
          await page.keyboard.press('Escape');
          await dialog.waitFor({ state: 'detached' });
          expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset['testid'])).toBe(opener);
        }
        expect(complaints).toEqual([]);
      }
    },
  );

  it('goes through the code of each SDK by the arrow keys', async () => {
    const { page } = await visitDemo(await demo.visitor(), demo.address(`lang=${lang}`));
    await page.getByTestId('integrate').click();
    const code = (): Promise<string | null> => page.getByTestId('snippet').textContent();
    await page.locator('dialog').getByRole('radio').first().focus();
    for (const entry of ['working-memory/openai', 'working-memory/ai-sdk', 'working-memory/anthropic', 'for (;;)']) {
      await expect.poll(code).toContain(entry);
      await page.keyboard.press('ArrowRight');
    }
  });
});
