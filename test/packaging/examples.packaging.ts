// Each example does what its README says, started by its own command.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startBrowser } from '../support/browser/pages.ts';
import { exampleFolder, startExample } from './examples.ts';
import { type FakeModel, startFakeModel } from './fake-model.ts';
import { bundleWorker, startWorkerd } from './workerd.ts';

let browser: Browser;
let model: FakeModel;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  model = await startFakeModel();
  onTestFinished(() => model.close());
});

async function openPage(): Promise<Page> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  return context.newPage();
}

describe('browser-chat', () => {
  async function say(page: Page, text: string): Promise<void> {
    await page.getByLabel('Message', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  }

  it('answers from what was memorized in an earlier chat, before a reload', async () => {
    const site = await startExample('browser-chat');
    onTestFinished(site.stop);
    const page = await openPage();
    await page.goto(site.origin);
    await page.getByLabel('Address').fill(model.url);
    await page.getByLabel('Model').fill('fake');
    await say(page, 'Remember: the user is allergic to nuts');
    const messages = page.getByRole('listitem');
    await expect.poll(() => messages.count()).toBe(2);
    await page.reload();
    await expect.poll(() => messages.first().textContent()).toContain('Remember: the user is allergic to nuts');
    await page.getByRole('button', { name: 'New chat' }).click();
    await expect.poll(() => messages.count()).toBe(0);
    await say(page, 'Recall: what is the user allergic to?');
    await expect.poll(() => messages.last().textContent()).toContain('the user is allergic to nuts');
    const [, question] = model.requests.at(-2)?.messages ?? [];
    expect(question?.role).toBe('user');
    expect(question?.content, 'the fact rides with the question').toMatch(
      /Recall: what is the user allergic to\?[\s\S]*the user is allergic to nuts/,
    );
    await page.goBack();
    await expect.poll(() => messages.allTextContents()).toContain('Remember: the user is allergic to nuts');
  });

  it('says what went wrong, and leaves the question to be asked again', async () => {
    const site = await startExample('browser-chat');
    onTestFinished(site.stop);
    const page = await openPage();
    await page.goto(site.origin);
    await page.getByLabel('Address').fill(`${site.origin}/nowhere`);
    await page.getByLabel('Model').fill('fake');
    await say(page, 'Hello');
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('/nowhere answered 404');
    await page.getByLabel('Address').fill(model.url);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => page.getByRole('listitem').allTextContents()).toEqual(['Hello', 'Yes?']);
  });
});

describe('offline-pwa', () => {
  it('keeps no file that it never asks for: nothing of a model, of `prepare`, no second worker, at most 7 files and 120 kB', async () => {
    const site = await startExample('offline-pwa');
    onTestFinished(site.stop);
    const bytesOf = async (path: string): Promise<Buffer> =>
      Buffer.from(await (await fetch(new URL(path, site.origin))).arrayBuffer());
    const [list = '[]'] = /\["\/"[^\]]*\]/.exec((await bytesOf('/service-worker.js')).toString()) ?? [];
    const files = JSON.parse(list) as string[];
    expect(files).toContainEqual(expect.stringMatching(/\/worker-[\w-]+\.js$/));
    expect(files.filter((file) => /blob-worker|same-thread|embed|context/.test(file))).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(7);
    const kept = await Promise.all(files.map(async (file) => gzipSync(await bytesOf(file)).length));
    expect(kept.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(120_000);
  });

  it('keeps and finds notes with its server gone, over reloads', async () => {
    const site = await startExample('offline-pwa');
    onTestFinished(site.stop);
    const first = await openPage();
    const notes = (page: Page): Promise<string[]> => page.getByRole('listitem').allTextContents();
    const keep = async (page: Page, text: string): Promise<void> => {
      await page.getByLabel('Note', { exact: true }).fill(text);
      await page.getByRole('button', { name: 'Keep' }).click();
      await expect.poll(async () => (await notes(page)).at(-1)).toBe(text);
    };

    await first.goto(site.origin);
    await keep(first, 'The ferry leaves at seven');
    await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await site.stop();
    await first.context().setOffline(true);

    const page = await first.context().newPage();
    const heard: string[] = [];
    page.on('pageerror', (error) => heard.push(error.message));
    page.on('requestfailed', (request) => {
      heard.push(`not loaded: ${request.url()}: ${request.failure()?.errorText}`);
    });
    await page.goto(site.origin);
    await expect.poll(() => notes(page)).toEqual(['The ferry leaves at seven']);
    await keep(page, '会议改到下午三点');
    await page.reload();
    await page.getByLabel('Search').fill('when does the ferry leave');
    await expect.poll(() => notes(page)).toEqual(['The ferry leaves at seven']);
    await page.getByLabel('Search').fill('会议');
    await expect.poll(() => notes(page)).toEqual(['会议改到下午三点']);

    await page.goto(`${site.origin}/#garden`);
    await keep(page, 'Roses are cut in March');
    expect(await notes(page)).toEqual(['Roses are cut in March']);
    await page.getByLabel('Search').fill('when does the ferry leave');
    await expect.poll(() => notes(page)).toEqual(['The ferry leaves at seven']);
    expect(heard).toEqual([]);
  });
});

describe('cloudflare-agent', () => {
  it('goes on where it was after its object was evicted', async () => {
    const folder = await exampleFolder('cloudflare-agent');
    const { main, durable_objects: objects } = JSON.parse(readFileSync(join(folder, 'wrangler.json'), 'utf8')) as {
      main: string;
      durable_objects: { bindings: { name: string; class_name: string }[] };
    };
    const bundled = await bundleWorker(folder, join(folder, main));
    const worker = {
      ...bundled,
      options: { ...bundled.options, bindings: { MODEL_URL: model.url, MODEL: 'fake' } },
    };
    const classes = Object.fromEntries(
      objects.bindings.map(({ name, class_name: className }) => [name, { className, useSQLite: true }]),
    );
    let workerd = startWorkerd(worker, classes);
    onTestFinished(() => workerd.dispose());
    const ask = async (user: string, body: string): Promise<string> => {
      const response = await workerd.dispatchFetch(`http://localhost/${user}`, { method: 'POST', body });
      return response.text();
    };

    await ask('ada', 'Remember: the user is allergic to nuts');
    await workerd.dispose();
    workerd = startWorkerd(worker, classes);
    expect(await ask('ada', 'Recall: allergic to what?')).toContain('the user is allergic to nuts');
    const latest = JSON.stringify(model.requests.at(-1)?.messages);
    expect(latest, 'the list goes on').toContain('Remember: the user is allergic to nuts');
    expect(await ask('bob', 'Recall: allergic to what?'), 'another user').not.toContain('nuts');
    await ask('ada/lunch', 'What am I allergic to?');
    const [question] = (model.requests.at(-1)?.messages ?? []).filter(({ role }) => role === 'user');
    expect(question?.content, 'another chat of the same user').toMatch(/What am I[\s\S]*the user is allergic to nuts/);
    await ask('bob/lunch', 'What am I allergic to?');
    expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('nuts');
    // Whichever the server took first.
    const [one, other] = await Promise.all([ask('ada', 'Remember: one'), ask('ada', 'Remember: two')]);
    expect([one, other]).not.toContainEqual(expect.stringContaining('rror'));
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toMatch(/Remember: (one|two).*Remember: (?!\1)(one|two)/);
  });

  it('says when the model cannot be reached', async () => {
    const folder = await exampleFolder('cloudflare-agent');
    const bundled = await bundleWorker(folder, join(folder, 'src/worker.js'));
    const bindings = { MODEL_URL: model.url.replace('/v1', '/v1/%zz'), MODEL: 'fake' };
    await model.close();
    const workerd = startWorkerd(
      { ...bundled, options: { ...bundled.options, bindings } },
      { AGENT: { className: 'Agent', useSQLite: true } },
    );
    onTestFinished(() => workerd.dispose());
    const response = await workerd.dispatchFetch('http://localhost/ada', { method: 'POST', body: 'Hello' });
    expect(response.status).toBe(502);
  });
});
