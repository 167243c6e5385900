// A page whose site has reached the quota that the browser enforces.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/entries/index.ts';
import { servedPackage } from '../support/browser/served-package.ts';

declare global {
  interface Window {
    workingMemory: typeof import('../../src/entries/index.ts');
    memory: WorkingMemory;
    plainMessages: typeof import('../../src/entries/lenses.ts').plainMessages;
  }
}

const served = servedPackage();

/** Files with former revisions until the browser refuses one, then foreign rows until it refuses even the smallest. */
async function fill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Not to be compressed: the quota counts what is on disk.
    const noise = (size: number): string => Array.from({ length: size / 36 + 1 }, () => crypto.randomUUID()).join('');
    const { files } = window.memory;
    for (let index = 0; ; index++) {
      const refused = await files.write(`detail/${index % 4}.md`, noise(100_000), { force: true }).then(
        () => undefined,
        (error: { code?: string }) => error.code,
      );
      if (refused === 'storage-quota') break;
      if (refused !== undefined) throw new Error(refused);
    }
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('working-memory');
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const put = (index: number, text: string): Promise<boolean> =>
      new Promise((resolve) => {
        const transaction = database.transaction(['ledger'], 'readwrite');
        transaction.addEventListener('complete', () => resolve(true));
        transaction.addEventListener('abort', () => resolve(false));
        transaction.objectStore('ledger').put(text, ['other', 'other', String(index)]);
      });
    for (let size = 50_000, index = 0; size > 10; index++) if (!(await put(index, noise(size)))) size /= 3;
    database.close();
  });
}

describe('a site that has reached its quota', () => {
  it('F44, F45: still reads, prepares and erases, and says so; with room again it stores what it kept', async () => {
    const page = await served.context.newPage();
    const session = await served.context.newCDPSession(page);
    const setQuota = (quotaSize?: number) =>
      session.send('Storage.overrideQuotaForOrigin', {
        origin: served.site.origin,
        ...(quotaSize !== undefined && { quotaSize }),
      });
    await page.goto(`${served.site.origin}/page`);
    const content = `import { plainMessages } from './lenses.js'; window.plainMessages = plainMessages;`;
    await page.addScriptTag({ type: 'module', content });
    await page.waitForFunction(() => window.plainMessages !== undefined);
    await setQuota(3_000_000);
    await page.evaluate(async () => {
      window.memory = await window.workingMemory.openWorkingMemory({
        session: 'quota',
      });
      await window.memory.items.memorize('the PIN of the safe is 47k11-0815');
      await window.memory.files.write('detail/pin.md', 'the PIN of the safe is 47k11-0815');
      await window.memory.files.write('detail/pin.md', 'gone from here', { force: true });
    });
    await fill(page);

    const whileFull = await page.evaluate(async () => {
      const { memory, plainMessages } = window;
      const list: { role: 'user' | 'assistant'; content: string }[] = [
        { role: 'user', content: 'hello '.repeat(2000) },
      ];
      const first = await memory.context.prepare(plainMessages, list);
      list.push({ role: 'assistant', content: 'Hi.' }, { role: 'user', content: 'and now? '.repeat(2000) });
      const second = await memory.context.prepare(plainMessages, list);
      const { state, unsaved } = memory.health();
      const [item] = await memory.items.list();
      const forgotten = await memory.items
        .forget({ ids: [item?.id ?? ''] }, { mode: 'hard' })
        .then(({ forgotten: gone }) => gone.length)
        .catch((error: { code?: string }) => error.code);
      return {
        saved: [first.saved, second.saved],
        prefixChanged: second.prefixChanged,
        state,
        unsaved,
        forgotten,
        hits: (await memory.items.remember('PIN of the safe')).hits.length,
        history: JSON.stringify(await memory.files.history('detail/pin.md')),
      };
    });
    expect(whileFull).toMatchObject({
      saved: [false, false],
      prefixChanged: false,
      state: 'full',
      unsaved: 2,
      forgotten: 1,
      hits: 0,
    });
    expect(whileFull.history).not.toContain('47k11');

    await setQuota();
    const texts = await page.evaluate(async () => {
      const { memory, plainMessages } = window;
      const list: { role: 'user' | 'assistant'; content: string }[] = [
        { role: 'user', content: 'hello '.repeat(2000) },
        { role: 'assistant', content: 'Hi.' },
        { role: 'user', content: 'and now? '.repeat(2000) },
        { role: 'user', content: 'again' },
      ];
      const { saved } = await memory.context.prepare(plainMessages, list);
      return [saved, memory.health().state, ...(await memory.transcript.read()).map(({ text }) => text.slice(0, 5))];
    });
    expect(texts).toEqual([true, 'ok', 'hello', 'Hi.', 'and n', 'again']);
  });
});
