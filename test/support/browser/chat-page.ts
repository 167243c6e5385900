// Page of examples/browser-chat over the built package, reloaded at every moment of a conversation.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, Page, Route } from 'playwright';
import { describe, expect, it } from 'vitest';
import { type ServedPackage, servedPackage } from './served-package.ts';

/**
 * Scripts are not cached, because a test may withhold one. The page is: Firefox restores nothing of an uncached page.
 */
const SCRIPT = { 'content-type': 'text/javascript', 'cache-control': 'no-store' };
const FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'index.html': { 'content-type': 'text/html' },
  'main.js': SCRIPT,
  'agent.js': SCRIPT,
};
/** Import map in place of a bundler. */
const IMPORTS = { imports: { 'working-memory': '/index.js', 'working-memory/lenses': '/lenses.js' } };

const CALL = { id: 'c1', type: 'function', function: { name: 'memorize', arguments: '{"text":"Ana prefers trains"}' } };

/** Model that answers on request. */
interface HeldModel {
  /** Number of requests that wait for an answer. */
  waiting(): number;
  /** Answers the oldest request. */
  say(message: object): Promise<void>;
}

async function openChat({ context, site }: ServedPackage): Promise<{ page: Page; model: HeldModel }> {
  for (const [file, headers] of Object.entries(FILES)) {
    const text = readFileSync(resolve('examples/browser-chat', file), 'utf8');
    const body = text.replace('<script', `<script type="importmap">${JSON.stringify(IMPORTS)}</script>\n  <script`);
    await context.route(`${site.origin}/chat/${file}`, (route) => route.fulfill({ headers, body }));
  }
  const held: ((message: object) => Promise<void>)[] = [];
  await context.route('**/v1/chat/completions', async (route) => {
    await new Promise<void>((answered) => {
      held.push(async (message) => {
        // A reloaded page no longer waits for the answer.
        await route
          .fulfill({ json: { choices: [{ message: { role: 'assistant', ...message } }] } })
          .catch(() => undefined);
        answered();
      });
    });
  });
  const page = await context.newPage();
  await page.goto(`${site.origin}/chat/index.html`);
  await page.getByLabel('Address').fill(`${site.origin}/v1`);
  await page.getByLabel('Model').fill('held');
  const model = {
    waiting: () => held.length,
    say: async (message: object) => {
      await expect.poll(() => held.length).toBeGreaterThan(0);
      await held.shift()?.(message);
    },
  };
  return { page, model };
}

const screen = (page: Page): Promise<string[]> => page.getByRole('listitem').allTextContents();

/** Expects the same screen before and after a reload. */
async function sameAfterReload(page: Page, expected: readonly string[]): Promise<void> {
  await expect.poll(() => screen(page)).toEqual(expected);
  await page.reload();
  await expect.poll(() => screen(page)).toEqual(expected);
}

async function ready(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole('button', { name: 'Send' }).isEnabled()).toBe(true);
}

async function send(page: Page, text: string): Promise<void> {
  await ready(page);
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

export function describeChatPage(startBrowser: () => Promise<Browser>): void {
  describe('a chat page that stores no message', () => {
    const served = servedPackage(startBrowser);

    it('shows the same screen after a reload before, during and after an answer, and goes on', async () => {
      const { page, model } = await openChat(served);
      await sameAfterReload(page, []);
      await send(page, 'Who prefers trains?');
      await expect.poll(() => model.waiting()).toBe(1);
      // During a request: the answer to the old page is lost, and the new page asks again.
      await sameAfterReload(page, ['Who prefers trains?']);
      await expect.poll(() => model.waiting()).toBe(2);
      await model.say({ content: 'too late' });
      // After a tool call: the page waits for the answer to its result.
      await model.say({ content: null, tool_calls: [CALL] });
      await expect.poll(() => model.waiting()).toBe(1);
      await sameAfterReload(page, ['Who prefers trains?']);
      await expect.poll(() => model.waiting()).toBe(2);
      await model.say({ content: 'too late' });
      await model.say({ content: 'Ana does.' });
      await sameAfterReload(page, ['Who prefers trains?', 'Ana does.']);
      await send(page, 'Thanks');
      await model.say({ content: 'At your service.' });
      await sameAfterReload(page, ['Who prefers trains?', 'Ana does.', 'Thanks', 'At your service.']);
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('trains');
    });

    it('shows an empty screen after a reload in a new chat, and the new chat once it has begun', async () => {
      const { page, model } = await openChat(served);
      await send(page, 'One');
      await model.say({ content: 'Two' });
      await expect.poll(() => screen(page)).toEqual(['One', 'Two']);
      await page.getByRole('button', { name: 'New chat' }).click();
      // The page reloads itself; a reload during that would show the old chat.
      await expect.poll(() => screen(page)).toEqual([]);
      await ready(page);
      await sameAfterReload(page, []);
      await send(page, 'Three');
      await expect.poll(() => model.waiting()).toBe(1);
      await sameAfterReload(page, ['Three']);
      await expect.poll(() => model.waiting()).toBe(2);
      await model.say({ content: 'too late' });
      await model.say({ content: 'Four' });
      await sameAfterReload(page, ['Three', 'Four']);
    });

    it('takes no message before its memory is open, after a reload either', async () => {
      const { page } = await openChat(served);
      await ready(page);
      const opening = new Promise<Route>((asked) => void page.route('**/chat/agent.js', asked));
      const reloaded = page.reload();
      const script = await opening;
      const isHeld = await page.getByRole('button', { name: 'Send' }).isDisabled();
      await script.fallback();
      await reloaded;
      expect(isHeld).toBe(true);
      await ready(page);
    });
  });
}
