// The standalone file in the service worker of a page and of an extension, which has no Worker and refuses `import()`.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Worker as ServiceWorker } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { CHROMIUM } from '../support/browser/chromium.ts';
import { serveFolder, startBrowser } from '../support/browser/pages.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

declare global {
  var live: (time: number) => Promise<unknown>;
}

const STANDALONE = fileURLToPath(new URL('../../dist/standalone.js', import.meta.url));

/** One job over all that a memory does; the second time it finds what the first one kept. */
const WORKER = `import { openWorkingMemory, openaiChat } from './standalone.js';
self.live = async (time) => {
  const memory = await openWorkingMemory({ session: 'chat', template: 'yaml' });
  const before = (await memory.items.list()).map(({ text }) => text);
  if (time === 1) await memory.items.memorize(['The parrot is called Kiwi', '会议改到下午三点'].map((text) => ({ text })));
  const { hits } = await memory.items.remember('what is the parrot called?');
  await memory.files.write('detail/trip.md', 'The ferry to Corsica leaves at seven. ' + time);
  const found = await memory.files.search('ferry');
  const messages = [{ role: 'system', content: 'Help.' }, { role: 'user', content: 'Where does the ferry go? ' + time }];
  const next = await memory.context.prepare(openaiChat, messages);
  const zip = await memory.export();
  const tools = (await memory.tools()).map(({ name }) => name);
  const { status } = await memory.files.write('detail/trip.md', 'other', { baseRevision: 0 });
  const { runtime } = memory;
  await memory.close();
  return {
    before,
    hit: hits[0]?.item?.text,
    found: found.hits.length,
    prepared: next.messages.length,
    zip: zip.length > 500,
    tools: tools.length,
    stale: status,
    runtime,
  };
};
`;

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  copyFileSync(STANDALONE, join(folder, 'standalone.js'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function livesTwice(worker: ServiceWorker): Promise<void> {
  // The script's modules have run once the worker has its function.
  await expect.poll(() => worker.evaluate(() => typeof globalThis.live), { timeout: 30_000 }).toBe('function');
  const done = {
    hit: 'The parrot is called Kiwi',
    found: 1,
    prepared: 2,
    stale: 'conflict',
    tools: 8,
    zip: true,
    runtime: {
      place: 'same-thread',
      reach: 'session',
      storage: 'indexeddb',
      reason: 'this runtime has no Worker',
      quarantined: [],
    },
  };
  expect(await worker.evaluate(() => globalThis.live(1))).toEqual({ ...done, before: [] });
  const before = ['The parrot is called Kiwi', '会议改到下午三点'];
  // The first question is in the transcript by now, and names the ferry too.
  expect(await worker.evaluate(() => globalThis.live(2))).toEqual({ ...done, before, found: 2 });
}

it('does everything in the service worker of a page', async () => {
  const folder = await folderWith({
    'index.html': `<!doctype html><title>page</title>
<script type="module">navigator.serviceWorker.register('./worker.js', { type: 'module' });</script>`,
    'worker.js': WORKER,
  });
  const site = await serveFolder(folder);
  onTestFinished(() => site.close());
  const browser = await startBrowser();
  onTestFinished(() => browser.close());
  const context = await browser.newContext();
  const started = context.waitForEvent('serviceworker');
  await (await context.newPage()).goto(`${site.origin}/index.html`);
  await livesTwice(await started);
});

it('does everything in the background of an extension', async () => {
  const folder = await folderWith({
    'manifest.json': JSON.stringify({
      manifest_version: 3,
      name: 'extension',
      version: '1.0',
      background: { service_worker: 'worker.js', type: 'module' },
      content_security_policy: { extension_pages: "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'" },
    }),
    'worker.js': WORKER,
  });
  const context = await chromium.launchPersistentContext(await temporaryFolder(), {
    ...CHROMIUM,
    headless: true,
    args: [...(CHROMIUM.args ?? []), `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
    ignoreDefaultArgs: ['--disable-extensions'],
  });
  onTestFinished(() => context.close());
  await livesTwice(context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker')));
});
