// Response times of the demo on a processor slowed down four times: on the first screen, and while the story plays at
// top speed. The baseline, measured in turns, is a button without a handler.
import type { Browser, Locator, Page } from 'playwright';
import { serveFolder, startBrowser } from '../test/support/browser/pages.ts';
import { millis, type Row, within } from './report.ts';
import { longestTaskMs } from './task-times.ts';

const SLOWER = 4;
/** Limit of "Interaction to Next Paint" for a page that feels responsive. */
const LONGEST_MS = 200;
/** The browser reports no shorter interaction. */
const SHORTEST_MS = 16;
const ROUNDS = 12;
const NOTHING = 'nothing';

interface Interaction {
  readonly name: string;
  readonly duration: number;
}

interface Part {
  readonly what: string;
  readonly query: string;
  /** Test id of what is visible once the page can be used. */
  readonly ready: string;
  begin(page: Page): Promise<void>;
  interact(page: Page, round: number): Promise<void>;
}

const PARTS: readonly Part[] = [
  {
    what: 'on the first screen',
    query: 'lang=en',
    ready: 'tell',
    begin: () => Promise.resolve(),
    async interact(page, round) {
      await press(page, page.getByTestId('tell'));
      await page.keyboard.type(`Locker ${round}${round}7 is mine.`, { delay: 80 });
      await page.keyboard.press('Enter');
      await page.waitForTimeout(400);
      await page.keyboard.type('Which locker?', { delay: 80 });
      await page.keyboard.press('Enter');
      await page.waitForTimeout(400);
      for (const name of ['private', 'private', 'theme']) await press(page, page.getByTestId(name));
      await openAndLeave(page, 'integrate');
      if (round % 3 === 2) await press(page, page.getByTestId('known').getByRole('button').first());
    },
  },
  {
    what: 'inside, while the story plays at top speed',
    query: 'view=inside&lang=en',
    ready: 'play',
    async begin(page) {
      await page.getByTestId('speed-top').check();
      await page.getByTestId('play').click();
      await page.getByTestId('message-assistant').first().waitFor();
    },
    async interact(page, round) {
      const inspector = page.locator('wm-inspector');
      await press(page, page.locator('.file').nth(round % 2));
      for (const name of ['file-text', 'theme']) await press(page, page.getByTestId(name));
      await openAndLeave(page, 'brain');
      await press(page, inspector.getByRole('tab').nth(round % 7));
      await press(page, inspector.locator('button.row').nth(round % 3));
      await press(page, page.getByTestId('say'));
      await page.keyboard.type('abc', { delay: 80 });
    },
  },
];

export async function demoRows(): Promise<Row[]> {
  const site = await serveFolder('build/demo');
  const browser = await startBrowser();
  try {
    const rows: Row[] = [];
    for (const part of PARTS) rows.push(...(await partRows(browser, site.origin, part)));
    return rows;
  } finally {
    await browser.close();
    await site.close();
  }
}

async function partRows(browser: Browser, origin: string, part: Part): Promise<Row[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${origin}/?${part.query}`);
  await page.getByTestId(part.ready).waitFor();
  await watchInteractions(page);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const { longestMs, interactions: worked } = await longestTaskMs(page, async () => {
    await part.begin(page);
    for (let round = 0; round < ROUNDS; round++) {
      await part.interact(page, round);
      await press(page, page.getByTestId(NOTHING));
    }
  });
  const found = await interactions(page);
  await context.close();
  const empty = sorted(found.filter(({ name }) => name.endsWith(NOTHING)));
  const own = sorted(found.filter(({ name }) => !name.endsWith(NOTHING)));
  const worst = own.at(-1);
  if (!worst) throw new Error('No interaction was seen.');
  const ms = (of: readonly Interaction[], share: number): string => {
    const one = of[Math.min(of.length - 1, Math.floor(of.length * share))];
    return one ? millis(one.duration) : `under ${SHORTEST_MS} ms`;
  };
  const most = worked.reduce((one, other) => (other.ms > one.ms ? other : one));
  const runtime = `Chromium ${browser.version()}, ${SLOWER} × slower`;
  return [
    {
      bench: 'demo',
      runtime,
      what: `longest task ${part.what}, in time of its thread`,
      ...within(longestMs, LONGEST_MS),
    },
    {
      bench: 'demo',
      runtime,
      what: `work of the page's thread until the next paint ${part.what}: the most`,
      ...within(most.ms, LONGEST_MS),
      measured: `${worked.length} events, ${most.name}; what the machine did meanwhile is no part of it`,
    },
    {
      bench: 'demo',
      runtime,
      what: `interaction to next paint ${part.what}: the worst`,
      ...within(worst.duration, LONGEST_MS),
      measured: `${own.length} interactions: median ${ms(own, 0.5)}, worst ${worst.name}; a button that does nothing: median ${ms(empty, 0.5)}, worst ${ms(empty, 1)}`,
    },
  ];
}

const sorted = (found: readonly Interaction[]): Interaction[] =>
  [...found].sort((one, other) => one.duration - other.duration);

/** Clicks by mouse, like a user; skips a target that is not there. */
async function press(page: Page, target: Locator): Promise<void> {
  const first = target.first();
  if ((await first.count()) === 0) return;
  // The story may redraw the target meanwhile.
  await first.scrollIntoViewIfNeeded({ timeout: 5000 }).catch(() => undefined);
  const box = await first.boundingBox({ timeout: 5000 }).catch(() => null);
  if (!box) return;
  await page.mouse.click(box.x + Math.min(20, box.width / 2), box.y + box.height / 2);
  await page.waitForTimeout(150);
}

/** Opens a dialog, whose code loads with the first click. */
async function openAndLeave(page: Page, opener: string): Promise<void> {
  await press(page, page.getByTestId(opener));
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
}

/** Starts counting interactions, and adds the button without a handler. */
const watchInteractions = (page: Page): Promise<void> =>
  page.evaluate(
    ([nothing, shortest]) => {
      const button = Object.assign(document.createElement('button'), { textContent: nothing });
      button.dataset['testid'] = nothing;
      // At the top: a headless window is shorter than its page by the height of its bars, so a screenshot misses the
      // bottom.
      Object.assign(button.style, { position: 'fixed', left: '0', top: '0', zIndex: '9' });
      document.body.append(button);
      // An idle page paints nothing, and an interaction without a visible change would wait for the next paint.
      const paint = (): void => {
        button.style.outline = button.style.outline === '' ? '1px solid' : '';
        requestAnimationFrame(paint);
      };
      paint();
      const found = new Map<number, Interaction>();
      (window as unknown as { found: typeof found }).found = found;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as PerformanceEventTiming[]) {
          const { interactionId } = entry as unknown as { interactionId: number };
          if (interactionId === 0 || (found.get(interactionId)?.duration ?? 0) > entry.duration) continue;
          const target = entry.target instanceof HTMLElement ? entry.target : undefined;
          const place = target?.dataset['testid'] ?? (target?.className || target?.localName) ?? 'something gone';
          found.set(interactionId, { name: `${entry.name} ${place}`, duration: entry.duration });
        }
      }).observe({ type: 'event', durationThreshold: shortest, buffered: true } as PerformanceObserverInit);
    },
    [NOTHING, SHORTEST_MS] as const,
  );

const interactions = async (page: Page): Promise<Interaction[]> => {
  // The browser reports an interaction some time after its paint.
  await page.waitForTimeout(1000);
  return page.evaluate(() => [...(window as unknown as { found: Map<number, Interaction> }).found.values()]);
};
