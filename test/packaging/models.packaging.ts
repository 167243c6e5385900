// A model in a Vite 7 app with default settings: in the library's worker, and in one of the app.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { build } from 'vite-7';
import { serveFolder, startBrowser } from '../support/browser/pages.ts';
import { makeTinyModel, TINY } from '../support/browser/tiny-model.ts';
import { emptyConsumer } from './tarball.ts';

const PEER = fileURLToPath(new URL('../../node_modules/@xenova/transformers', import.meta.url));

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const page = (worker: string): string => `import { openWorkingMemory } from 'working-memory';
const transformers = { model: '${TINY}', localModelPath: '/models/', wasmPaths: '/ort/', ${worker} };
const found = async () => {
  const memory = await openWorkingMemory({ session: 'model', embedder: { transformers } });
  await memory.items.memorize('The parrot is called Kiwi');
  await memory.items.memorize('The release is planned for Friday');
  await memory.embedding.settled();
  const { hits, mode } = await memory.items.remember('bird');
  return [mode, hits[0]?.item.text, memory.runtime.place];
};
window.found = found().catch(({ message }) => [message]);
`;

it.each([
  ['the library', ''],
  ['the app', "worker: () => new Worker(new URL('./model-worker.js', import.meta.url), { type: 'module' })"],
])('a page finds by meaning with the peer in a worker of %s', async (_, worker) => {
  const app = await emptyConsumer();
  const peer = join(app, 'node_modules/@xenova/transformers');
  for (const path of ['package.json', 'dist/transformers.min.js']) cpSync(join(PEER, path), join(peer, path));
  cpSync(join(makeTinyModel(), TINY), join(app, 'public/models', TINY), { recursive: true });
  mkdirSync(join(app, 'public/ort'));
  cpSync(join(PEER, 'dist/ort-wasm-simd.wasm'), join(app, 'public/ort/ort-wasm-simd.wasm'));
  writeFileSync(join(app, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>');
  writeFileSync(join(app, 'main.js'), page(worker));
  writeFileSync(
    join(app, 'model-worker.js'),
    `import * as transformers from '@xenova/transformers/dist/transformers.min.js';
import { serveEmbedder } from 'working-memory/embedding-worker';
serveEmbedder(transformers);
`,
  );
  await build({ root: app, configFile: false, logLevel: 'error' });
  const site = await serveFolder(join(app, 'dist'));
  onTestFinished(() => site.close());
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const tab = await context.newPage();
  await tab.goto(`${site.origin}/index.html`);
  await tab.waitForFunction(() => 'found' in window);
  const found = await tab.evaluate(() => (window as unknown as { found: Promise<string[]> }).found);
  expect(found).toEqual(['hybrid', 'The parrot is called Kiwi', 'worker']);
});
