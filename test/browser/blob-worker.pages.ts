// The worker that is started from its own source, in a real page of the built package.
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/entries/index.ts';
import { type Site, serveFolder, startBrowser } from '../support/browser/pages.ts';

declare global {
  interface Window {
    workingMemory: typeof import('../../src/entries/index.ts');
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
  it('is used when asked for, and starts again when it is lost', async () => {
    const seen = await page.evaluate(async () => {
      const memory = await window.workingMemory.openWorkingMemory({ session: 'blob', worker: 'blob' });
      const before = memory.runtime;
      await memory.items.memorize('The parrot is called Kiwi');
      window.started.at(-1)?.terminate();
      const texts = (await memory.items.list()).map(({ text }) => text);
      const after = memory.runtime;
      await memory.close();
      return { before, texts, after, workers: window.started.length };
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
