// The two animations of the demo: what each indicates, and that visitors can do without.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { playAtTopSpeed, reached, visitDemo } from '../../support/demo/demo-page.ts';
import { demoSite } from '../../support/demo/demo-site.ts';

const demo = demoSite();

type Motion = 'no-preference' | 'reduce';

async function visitor(reducedMotion: Motion) {
  const context = await demo.visitor({ reducedMotion });
  await context.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    for (const type of ['animationstart', 'transitionrun'] as const)
      document.addEventListener(type, (event) => {
        const name = 'animationName' in event ? event.animationName : event.propertyName;
        const file = (event.target as Element).closest<HTMLElement>('.file')?.dataset['path'] ?? '';
        moved.push(`${name} ${file}`.trim());
      });
  });
  return context;
}

const moved = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);

async function write(page: Page, text: string): Promise<void> {
  await page.locator('.file[data-path="overview.md"]').click();
  await page.getByTestId('file-edit').click();
  await page.getByTestId('editor').fill(text);
  await page.getByTestId('save').click();
  await page.getByTestId('change').getByText(text).waitFor();
}

async function tell(page: Page, text: string): Promise<void> {
  const replies = await page.locator('.line-reply').count();
  await page.getByTestId('tell').fill(text);
  await page.getByTestId('tell').press('Enter');
  await page.locator('.line-reply').nth(replies).waitFor();
}

describe.each<[Motion]>([['no-preference'], ['reduce']])('where motion has %s', (motion) => {
  const isMoving = motion === 'no-preference';

  it('a file moves when it was written, and nothing else', async () => {
    const { page } = await visitDemo(await visitor(motion), demo.address('lang=en'));
    await page.locator('.file').first().waitFor();
    expect(await moved(page)).toEqual([]);
    for (const text of ['# One', '# Two']) await write(page, text);
    if (isMoving) await expect.poll(() => moved(page)).toEqual(['written overview.md', 'written overview.md']);
    await playAtTopSpeed(page);
    await reached(page, 8);
    const names = new Set((await moved(page)).map((one) => one.split(' ')[0]));
    expect([...names]).toEqual(isMoving ? ['written'] : []);
    // Over after a moment: what stays is what the file says.
    await page.getByTestId('pause').click();
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  it('a file does not move that was written while the files were out of sight', async () => {
    const context = await visitor(motion);
    const { page } = await visitDemo(context, demo.address('lang=en'));
    await page.setViewportSize({ width: 380, height: 760 });
    await playAtTopSpeed(page);
    await reached(page, 8);
    await page.getByTestId('pause').click();
    await expect.poll(() => page.locator('.written').count(), { timeout: 5000 }).toBe(0);
    const before = await moved(page);
    await page.getByRole('button', { name: 'Files' }).click();
    await page.locator('.file[data-path="overview.md"]').waitFor();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await moved(page)).toEqual(before);
  });

  it('an arc is drawn when something is remembered, and nothing moves before', async () => {
    const page = await (await visitor(motion)).newPage();
    await page.goto(demo.front('lang=en'));
    await page.getByTestId('tell').waitFor();
    await tell(page, 'My bicycle is red.');
    expect((await moved(page)).filter((one) => one !== 'unstarted')).toEqual([]);
    await tell(page, 'Which colour has my bicycle?');
    await page.locator('.strata-arc').waitFor({ state: 'attached' });
    expect(await page.locator('[data-remembered="true"]').textContent()).toContain('My bicycle is red');
    if (isMoving) await expect.poll(() => moved(page)).toContain('arc');
    else expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  it('keeps back that scripts do not run, while they may still come', async () => {
    const page = await (await visitor(motion)).newPage();
    await page.route('**/assets/index-*.js', () => {});
    await page.goto(demo.front('lang=en'), { waitUntil: 'commit' });
    const text = page.locator('.unstarted');
    await text.waitFor({ state: 'attached' });
    await page.waitForFunction(() => document.styleSheets.length > 0);
    expect(await text.evaluate((element) => getComputedStyle(element).visibility)).toBe('hidden');
  });
});
