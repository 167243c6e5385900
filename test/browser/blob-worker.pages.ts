// A worker started from its own source, in a real page of the built package.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/entries/index.ts';
import { type Site, serveFolder, startBrowser } from '../support/browser/pages.ts';

declare global {
  interface Window {
    workingMemory: typeof import('../../src/entries/index.ts');
    encryption: typeof import('../../src/entries/encrypted.ts');
    memory: WorkingMemory;
    started: Worker[];
  }
}

let site: Site;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  site = await serveFolder('dist');
  browser = await startBrowser();
  page = await browser.newPage();
  await page.addInitScript(() => {
    window.started = [];
    window.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        window.started.push(this);
      }
    };
  });
  await page.goto(`${site.origin}/page`);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

describe('a worker from a blob', () => {
  it('opens an encrypted session as the one from a file does, with a key that cannot leave the browser', async () => {
    const content = "import * as encryption from './encrypted.js'; window.encryption = encryption;";
    await page.addScriptTag({ type: 'module', content });
    await page.waitForFunction(() => 'encryption' in window);
    const seen = await page.evaluate(async () => {
      const { encrypted } = window.encryption;
      const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
      const places: unknown[] = [];
      for (const worker of ['auto', 'blob'] as const) {
        const storage = encrypted('indexeddb', { key });
        const memory = await window.workingMemory.openWorkingMemory({ session: 'sealed', storage, worker });
        await memory.items.memorize(`from ${worker}`);
        const { place, worker: kind, storage: kept } = memory.runtime;
        places.push([place, kind, kept, (await memory.items.list()).map(({ text }) => text)]);
        await memory.close();
      }
      return places;
    });
    const kept = 'indexeddb, encrypted';
    expect(seen).toEqual([
      ['worker', 'file', kept, ['from auto']],
      ['worker', 'blob', kept, ['from auto', 'from blob']],
    ]);
  });

  it('is used when asked for, and starts again when it is lost', async () => {
    const seen = await page.evaluate(async () => {
      const started = window.started.length;
      const memory = await window.workingMemory.openWorkingMemory({ session: 'blob', worker: 'blob' });
      const before = memory.runtime;
      await memory.items.memorize('The parrot is called Kiwi');
      window.started.at(-1)?.terminate();
      const texts = (await memory.items.list()).map(({ text }) => text);
      const after = memory.runtime;
      await memory.close();
      return { before, texts, after, workers: window.started.length - started };
    });
    expect(seen.before).toEqual({
      place: 'worker',
      worker: 'blob',
      reach: 'session',
      storage: 'indexeddb',
      quarantined: [],
    });
    expect(seen).toMatchObject({ texts: ['The parrot is called Kiwi'], workers: 2 });
    expect(seen.after).toMatchObject({ worker: 'blob', reason: 'the worker was lost and started again 1 times' });
  });

  it('is not tried where nothing can cross to a worker', async () => {
    const runtime = await page.evaluate(async () => {
      const options = { session: 'here', worker: 'blob', clock: () => 5 } as const;
      const memory = await window.workingMemory.openWorkingMemory(options);
      await memory.close();
      return memory.runtime;
    });
    expect(runtime).toMatchObject({ place: 'same-thread', reason: expect.stringMatching(/clock/) });
  });
});
