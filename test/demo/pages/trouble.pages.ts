// Failures in the demo: a dead worker, another tab, bad files and addresses.
import { strToU8, zipSync } from 'fflate';
import { createServer } from 'node:http';
import type { BrowserContext, Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  inspected,
  memorize,
  notice,
  pause,
  playAtTopSpeed,
  reached,
  turnOf,
  visitDemo,
} from '../../support/demo/demo-page.ts';
import { demoSite } from '../../support/demo/demo-site.ts';

const demo = demoSite();
let context: BrowserContext;

beforeEach(async () => {
  context = await demo.visitor({ acceptDownloads: true });
});

const start = (session = 'here') => visitDemo(context, demo.address(`lang=en&session=${session}`));

async function edit(page: Page, text: string): Promise<void> {
  await page.getByTestId('file-edit').click();
  await page.getByTestId('editor').fill(text);
  await page.getByTestId('save').click();
}

/** Number of items in the store, and its limit. */
const itemsOf = async (page: Page): Promise<string | undefined> => {
  const screen = await inspected(page, 'items');
  await screen.getByText(/\d+ of 12/).waitFor();
  return /\d+ of 12/.exec((await screen.textContent()) ?? '')?.[0];
};

describe('a killed worker', () => {
  it('takes nothing with it, whether it was at work or not, and the story goes on', async () => {
    const { page, complaints } = await start();
    await playAtTopSpeed(page);
    await reached(page, 4);
    await page.getByTestId('kill').click();
    await notice(page, /A new worker has everything again/);
    await reached(page, (await turnOf(page)) + 3);
    await pause(page);
    const items = await itemsOf(page);
    expect(items).toMatch(/^\d+ of 12$/);
    await page.getByTestId('kill').click();
    await notice(page, /A new worker has everything again/);
    expect(await itemsOf(page)).toBe(items);
    const turn = await turnOf(page);
    await page.getByTestId('play').click();
    await reached(page, turn + 2);
    await pause(page);
    const said = await page.getByTestId('message-user').allTextContents();
    expect(new Set(said).size).toBe(said.length);
    expect(complaints).toEqual([]);
  });
});

describe('two tabs on one session', () => {
  it('see each other’s notes, files and turns, and only one plays', async () => {
    const [one, other] = [await start('tabs'), await start('tabs')];
    await memorize(one.page, 'seen in both');
    await (await inspected(other.page, 'items')).getByText('seen in both').first().waitFor();
    await edit(other.page, '# Mine\n\nThe release is on Tuesday.\n');
    await notice(other.page, /saved as revision/);
    await expect.poll(() => one.page.getByTestId('change').textContent()).toContain('The release is on Tuesday.');

    await playAtTopSpeed(one.page);
    await reached(one.page, 3);
    await other.page.getByTestId('play').click();
    await notice(other.page, /Another tab is playing/);
    await pause(one.page);
    await expect.poll(() => turnOf(other.page), { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
    expect([...one.complaints, ...other.complaints]).toEqual([]);
  });

  it('do not write over each other: the slower one is shown the difference', async () => {
    const [one, other] = [await start('tabs'), await start('tabs')];
    await one.page.getByTestId('file-edit').click();
    // A page in the background is slow to draw: what it edits must be the revision that the other one replaces.
    await one.page.getByTestId('editor').waitFor();
    await edit(other.page, '# Faster\n');
    await notice(other.page, /saved as revision/);
    await one.page.getByTestId('editor').fill('# Slower\n');
    await one.page.getByTestId('save').click();
    await one.page.getByTestId('conflict').waitFor();
    expect(await one.page.getByTestId('conflict').textContent()).toContain('Faster');
    await one.page.getByTestId('save').click();
    await notice(one.page, /saved as revision/);
    await one.page.getByTestId('file-text').click();
    expect(await one.page.getByTestId('file-content').textContent()).toContain('# Slower');
    expect([...one.complaints, ...other.complaints]).toEqual([]);
  });
});

describe('what two tabs on one session have sent', () => {
  /** Returns what the page keeps beside the memory, for the session of both tabs. */
  const kept = (page: Page) => page.evaluate(() => localStorage.getItem('working-memory-demo/tabs'));
  const sent = async (page: Page): Promise<number> =>
    Number((await page.getByTestId('with-memory').getAttribute('title'))?.replaceAll(/\D/g, ''));

  /** The first answers once, and has kept it; the second looks on. */
  async function oneAnswer(): Promise<{ one: Page; other: Page; written: string }> {
    const [{ page: one }, { page: other }] = [await start('tabs'), await start('tabs')];
    await one.getByTestId('step').click();
    await expect.poll(() => one.getByTestId('step').isEnabled()).toBe(true);
    let written = '';
    // It is written within two seconds, and then once more at most.
    await expect
      .poll(async () => written === (written = (await kept(one)) ?? '') && written !== '', { interval: 2500 })
      .toBe(true);
    return { one, other, written };
  }

  it('is overwritten neither by an idle one that is left, nor by one that may not play', async () => {
    const { one, other, written } = await oneAnswer();
    await other.getByTestId('play').click();
    await notice(other, /Another tab is playing/);
    expect(await kept(one)).toBe(written);
    await other.goto('about:blank');
    expect(await kept(one)).toBe(written);
  });

  it('is one sum, whichever of them goes on', async () => {
    const { one, other } = await oneAnswer();
    const before = await sent(one);
    expect(before).toBeGreaterThan(0);
    await one.close();
    await expect.poll(() => sent(other)).toBe(before);
    await other.getByTestId('step').click();
    // The second request holds what the first one held, and more.
    await expect.poll(() => sent(other)).toBeGreaterThan(2 * before);
  });
});

describe('files', () => {
  it('that are no good are refused in plain words, and the page goes on', async () => {
    const { page, complaints } = await start();
    const drop = (name: string, bytes: number, fill: number): Promise<void> =>
      page.evaluate(
        ([name, bytes, fill]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(bytes).fill(fill)], name));
          const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
          document.querySelector('[data-testid=tree]')?.dispatchEvent(event);
        },
        [name, bytes, fill] as const,
      );
    await drop('film.mp4', 50 * 1024 * 1024, 65);
    await notice(page, /film\.mp4 has 50 MB; this page takes files of up to 5 MB/);
    await drop('big.zip', 50 * 1024 * 1024, 65);
    await notice(page, /big\.zip has 50 MB/);
    await drop('picture.png', 1000, 0);
    await notice(page, /picture\.png is a binary file/);
    await drop('latin.txt', 1000, 0xe9);
    await notice(page, /latin\.txt is not in UTF-8/);
    await drop('empty.md', 3, 32);
    await notice(page, /empty\.md is empty/);
    await drop('broken.zip', 1000, 80);
    await notice(page, /broken\.zip could not be imported, nothing was changed/);
    await memorize(page, 'still here');
    expect(complaints).toEqual([]);
  });

  it('go in as text and come out as a zip that another session takes over', async () => {
    const { page, complaints } = await start('from');
    await page.getByTestId('files').setInputFiles({
      name: 'plan.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Plan\n\nShip on Monday.\n'),
    });
    await notice(page, /detail\/plan\.md is in the session now/);
    const waiting = page.waitForEvent('download');
    await page.getByTestId('export').click();
    const path = await (await waiting).path();
    const target = await start('to');
    await target.page.getByTestId('files').setInputFiles({
      name: 'from.zip',
      mimeType: 'application/zip',
      buffer: (await import('node:fs')).readFileSync(path),
    });
    await notice(target.page, /Imported: /);
    await target.page.locator('[data-path="detail/plan.md"]').click();
    await target.page.getByTestId('file-text').click();
    expect(await target.page.getByTestId('file-content').textContent()).toContain('Ship on Monday.');
    const handmade = zipSync({ 'working-memory/detail/hand.md': strToU8('# By hand\n') });
    await target.page.getByTestId('files').setInputFiles({
      name: 'hand.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(handmade),
    });
    await target.page.locator('[data-path="detail/hand.md"]').waitFor();
    expect([...complaints, ...target.complaints]).toEqual([]);
  });
});

describe('another brain', () => {
  const use = async (page: Page, url: string): Promise<void> => {
    await page.getByTestId('brain').click();
    await page.getByTestId('url').fill(url);
    await page.getByTestId('model').fill('test');
    await page.getByTestId('use-url').click();
  };
  /** Behind an open dialog nothing takes text. */
  const gone = (page: Page): Promise<void> => page.getByTestId('use-url').waitFor({ state: 'detached' });

  it('that nobody answers for is refused where it was entered, and the story’s own stays', async () => {
    const { page } = await start();
    const refused = (text: RegExp): Promise<void> => page.getByRole('alert').getByText(text).waitFor();
    await use(page, 'http://127.0.0.1:9/v1');
    await refused(/Nobody answers at http:\/\/127\.0\.0\.1:9/);
    expect(await page.getByTestId('url').inputValue()).toBe('http://127.0.0.1:9/v1');
    expect(await page.getByTestId('model').inputValue()).toBe('test');
    await page.getByTestId('url').fill('not an address');
    await page.getByTestId('use-url').click();
    await refused(/not%20an%20address|is not an address/);
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.keyboard.press('Escape');
    await gone(page);
    expect(await page.getByTestId('status').textContent()).not.toContain('requests go to');
    await memorize(page, 'still here');
  });

  it('behind an OpenAI-compatible address answers, and its words are there as they come', async () => {
    let goOn = (): void => {};
    const isSeen = new Promise<void>((seen) => (goOn = seen));
    const server = createServer((request, response) => {
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end();
      const event = (fields: object): string => `data: ${JSON.stringify(fields)}\n\n`;
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
      if (request.method === 'GET') return void response.end();
      response.write(event({ choices: [{ delta: { content: 'I am a' } }] }));
      void isSeen.then(() => {
        response.write(event({ choices: [{ delta: { content: ' server.' }, finish_reason: 'stop' }] }));
        response.end(event({ choices: [], usage: { prompt_tokens: 900 } }));
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as { port: number };
    try {
      const { page, complaints } = await start();
      await use(page, `http://127.0.0.1:${port}/v1`);
      await gone(page);
      await page.getByTestId('say').fill('Hello');
      await page.getByTestId('send').click();
      await page.getByTestId('message-assistant').getByText('I am a', { exact: true }).waitFor();
      goOn();
      await page.getByTestId('message-assistant').getByText('I am a server.').waitFor();
      expect(await page.getByTestId('message-assistant').count()).toBe(1);
      expect(await page.getByTestId('status').textContent()).toContain(`requests go to 127.0.0.1:${port}`);
      expect(await page.getByTestId('gauge').textContent()).toMatch(/of 8,000 tokens/);
      expect(complaints).toEqual([]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
