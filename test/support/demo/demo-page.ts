// The demo for a visitor: the built page in a browser of its own, with all its errors recorded.
import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from 'playwright';
import { expect } from 'vitest';

const AXE = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

export interface DemoPage {
  readonly page: Page;
  /** Console errors and uncaught errors so far. */
  readonly complaints: string[];
}

export async function visitDemo(context: BrowserContext, address: string): Promise<DemoPage> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(address);
  await ready(page);
  return { page, complaints };
}

/** Types a line on the first screen. Returns the text of the reply. */
export async function say(page: Page, text: string): Promise<string> {
  const replies = page.locator('.line-reply');
  const before = await replies.count();
  await page.getByTestId('tell').fill(text);
  await page.getByTestId('tell').press('Enter');
  await replies.nth(before).waitFor();
  return (await replies.nth(before).textContent()) ?? '';
}

/** Waits until the demo can be used; on a phone its controls are behind a tab. */
export const ready = (page: Page): Promise<void> => page.getByTestId('play').waitFor({ state: 'attached' });

export const turnOf = async (page: Page): Promise<number> =>
  Number(/\d+/.exec((await page.getByTestId('turn').textContent()) ?? '')?.[0]);

export async function playAtTopSpeed(page: Page): Promise<void> {
  await page.getByTestId('speed-top').check();
  await page.getByTestId('play').click();
}

export const reached = (page: Page, turn: number): Promise<unknown> =>
  page.waitForFunction(
    (least) => Number(/\d+/.exec(document.querySelector('[data-testid=turn]')?.textContent ?? '')?.[0]) >= least,
    turn,
    { timeout: 90_000 },
  );

/** Waits for the answer of the last turn. */
export const told = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => document.querySelector('[data-testid=play]:disabled') && !document.querySelector('.working'),
    undefined,
    { timeout: 120_000 },
  );

/** Pauses the story between two answers. */
export async function pause(page: Page): Promise<void> {
  await page.getByTestId('pause').click();
  await page.getByTestId('play').waitFor();
}

export const lastAnswer = async (page: Page): Promise<string> =>
  (await page.getByTestId('message-assistant').last().textContent()) ?? '';

/** Names of the screens in both languages of the page. */
const SCREENS = { prompt: /^(Prompt|提示)$/, items: /^(Items|条目)$/, recall: /^(Recall|召回)$/ } as const;

/** Opens a screen of the inspector, which is behind a tab on a narrow page. */
export async function inspected(page: Page, screen: keyof typeof SCREENS): Promise<Locator> {
  const tab = page.locator('nav.tabs button').nth(1);
  if (await tab.isVisible()) await tab.click();
  const inspector = page.locator('wm-inspector');
  await inspector.getByRole('tab', { name: SCREENS[screen] }).click();
  return inspector.getByRole('tabpanel');
}

export async function memorize(page: Page, text: string): Promise<void> {
  await page.getByTestId('note').fill(text);
  await page.getByTestId('memorize').click();
  await expect.poll(() => page.getByTestId('note').inputValue()).toBe('');
  await (await inspected(page, 'items')).getByText(text).first().waitFor();
}

/** Searches everything in the memory for a text; returns the answer with its hits. */
export async function asked(page: Page, question: string): Promise<Locator> {
  const screen = await inspected(page, 'recall');
  await screen.locator('[name=prompt]').fill(question);
  await screen.locator('[name=scope]').selectOption('all');
  await screen.locator('[name=prompt]').press('Enter');
  return screen;
}

/** Returns the accessibility violations of the page in words, with their places. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    return (await axe.run()).violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.slice(0, 3).map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`),
    }));
  });
  return violations.map(({ id, help, where }) => `${id}: ${help} (${where.join('; ')})`);
}

/** Returns tables and code wider than the page, whose right part is hidden. */
export const scrolledSideways = (page: Page): Promise<string[]> =>
  page
    .locator('.answers-frame, pre')
    .evaluateAll((all) =>
      all.flatMap(({ className, scrollWidth, clientWidth }) => (scrollWidth > clientWidth ? [className] : [])),
    );

export const notice = (page: Page, text: RegExp): Promise<void> =>
  expect.poll(() => page.getByTestId('notices').textContent(), { timeout: 20_000 }).toMatch(text);
