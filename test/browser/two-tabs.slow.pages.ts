// Real pages of the built package: a single one, and several on one session.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { MemorizeResult, WorkingMemory } from '../../src/entries/index.ts';
import { servedPackage } from '../support/browser/served-package.ts';

declare global {
  interface Window {
    workingMemory: typeof import('../../src/entries/index.ts');
    memory: WorkingMemory;
  }
}

const served = servedPackage();

async function openPage(options: Record<string, unknown> = {}): Promise<Page> {
  const page = await served.context.newPage();
  await page.goto(`${served.site.origin}/page`);
  await openMemory(page, options);
  return page;
}

const openMemory = (page: Page, options: Record<string, unknown> = {}): Promise<void> =>
  page.evaluate(async (given) => {
    window.memory = await window.workingMemory.openWorkingMemory({ session: 'shared', ...given });
  }, options);

const texts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await window.memory.items.list()).map(({ text }) => text));

describe('a page', () => {
  it('runs the memory in a worker and finds everything again after a reload', async () => {
    const page = await openPage();
    expect(await page.evaluate(() => window.memory.runtime)).toEqual({
      place: 'worker',
      worker: 'file',
      reach: 'session',
      storage: 'indexeddb',
      quarantined: [],
    });
    await page.evaluate(() => window.memory.items.memorize('The parrot is called Kiwi', { importance: 0.8 }));
    await page.evaluate(() => window.memory.files.write('overview.md', '# Notes'));
    await page.reload();
    await openMemory(page);
    expect(await texts(page)).toEqual(['The parrot is called Kiwi']);
    const recalled = await page.evaluate(async () => (await window.memory.items.remember('name of the parrot')).hits);
    expect(recalled[0]?.item.text).toBe('The parrot is called Kiwi');
    expect(await page.evaluate(async () => (await window.memory.files.read('overview.md')).text)).toBe('# Notes');
  });

  it('F22: keeps what was acknowledged when it is closed in the middle of its work', async () => {
    const limits = { maxItems: 1000, maxTokens: 100_000 };
    const page = await openPage({ limits });
    await page.evaluate(() => {
      void (async () => {
        for (let index = 0; ; index++) {
          await window.memory.items.memorize(`note ${index}`);
          document.title = String(index);
        }
      })();
    });
    await page.waitForFunction(() => Number(document.title) >= 20);
    const acknowledged = Number(await page.title());
    await page.close({ runBeforeUnload: false });
    expect(page.isClosed()).toBe(true);
    const kept = await texts(await openPage({ limits }));
    expect(kept.length).toBeGreaterThan(acknowledged);
    expect(kept).toEqual(kept.map((_, index) => `note ${index}`));
  });
});

describe('a page whose database was emptied', () => {
  it('does not take it for a first run', async () => {
    const page = await openPage();
    expect(await page.evaluate(() => window.memory.recovery.kind)).toBe('none');
    for (const text of ['one', 'two']) await page.evaluate((note) => window.memory.items.memorize(note), text);
    await page.evaluate(() => window.memory.close());
    const devtools = await served.context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin: served.site.origin, storageTypes: 'indexeddb' });
    await openMemory(page);
    expect(await page.evaluate(() => window.memory.recovery)).toMatchObject({ kind: 'reset', lost: { items: 2 } });
    await page.reload();
    await openMemory(page);
    expect(await page.evaluate(() => window.memory.recovery.kind), 'said once').toBe('none');
  });

  it('takes a session that was deleted on purpose for a new one', async () => {
    const page = await openPage();
    const kind = await page.evaluate(async () => {
      const other = await window.memory.sessions.open('other');
      await other.items.memorize('one');
      await other.close();
      await window.memory.sessions.delete('other');
      const again = await window.memory.sessions.open('other');
      return again.recovery.kind;
    });
    expect(kind).toBe('none');
  });
});

describe('two tabs on one session', () => {
  for (const [what, storageTypes] of [
    ['F41: notice that the database was closed and emptied', 'indexeddb'],
    ['F47: notice that the browser gave the whole site up', 'indexeddb,cache_storage,file_systems,service_workers'],
  ] as const)
    it(`${what}, and write nothing into what came after`, async () => {
      const stale = await openPage();
      for (const text of ['old 1', 'old 2']) await stale.evaluate((note) => window.memory.items.memorize(note), text);
      const devtools = await served.context.newCDPSession(stale);
      await devtools.send('Storage.clearDataForOrigin', { origin: served.site.origin, storageTypes });
      const alone = await stale.evaluate(() =>
        window.memory.items.memorize('into nothing').catch(({ code }: { code: string }) => code),
      );
      expect(alone).toBe('not-found');
      expect(await stale.evaluate(() => window.memory.recovery)).toMatchObject({ kind: 'reset', lost: { items: 2 } });
      expect(await stale.evaluate(async () => (await window.memory.salvage()).bundle)).toContain('old 2');

      const fresh = await openPage();
      for (const text of ['new 1', 'new 2']) await fresh.evaluate((note) => window.memory.items.memorize(note), text);
      await stale.evaluate(() => window.memory.items.memorize('mine'));
      expect(await texts(stale)).toEqual(['new 1', 'new 2', 'mine']);
      await expect.poll(() => texts(fresh)).toEqual(['new 1', 'new 2', 'mine']);
      expect(await stale.evaluate(() => window.memory.recovery)).toMatchObject({ kind: 'reset', kept: { items: 2 } });
      expect(await fresh.evaluate(() => window.memory.recovery.kind)).toBe('reset');
      const capacity = await fresh.evaluate(() => window.memory.items.capacity());
      expect(capacity.usage.items).toBe(3);
    });

  it('F26, F27: interleave 1,000 commands without a lost update or a limit overshot', async () => {
    const limits = { maxItems: 64, maxTokens: 4000 };
    const tabs = [await openPage({ limits }), await openPage({ limits })];
    const results = await Promise.all(
      tabs.map((tab, index) =>
        tab.evaluate(async (owner) => {
          const done: MemorizeResult[] = [];
          // Half one after the other, half all at once: both ways of being in each other's way.
          for (let note = 0; note < 250; note++)
            done.push(await window.memory.items.memorize(`note ${note} of tab ${owner}`));
          const rest = Array.from({ length: 250 }, (_, note) =>
            window.memory.items.memorize(`note ${250 + note} of tab ${owner}`),
          );
          done.push(...(await Promise.all(rest)));
          return done;
        }, index),
      ),
    );
    const crossed = results.map((done) => {
      const own = new Set(done.flatMap(({ items }) => items.map(({ id }) => id)));
      return done.flatMap(({ evicted }) => evicted).some(({ id }) => !own.has(id));
    });
    expect(crossed, 'each sends items of the other away').toEqual([true, true]);
    const all = results.flat();
    expect(all).toHaveLength(1000);
    for (const { usage, stored } of all) {
      expect(stored).toBe(true);
      expect(usage.after.items).toBeLessThanOrEqual(limits.maxItems);
      expect(usage.after.tokens).toBeLessThanOrEqual(limits.maxTokens);
    }
    const added = new Set(all.flatMap(({ items }) => items.map(({ id }) => id)));
    const evicted = all.flatMap((result) => result.evicted.map(({ id }) => id));
    expect(added.size).toBe(1000);
    expect(new Set(evicted).size).toBe(evicted.length);
    expect(evicted).toHaveLength(1000 - 64);

    const fresh = await openPage({ limits });
    const items = await fresh.evaluate(() => window.memory.items.list());
    expect(items.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 64 }, (_, index) => 936 + index));
    expect(items.every(({ id }) => added.has(id) && !evicted.includes(id))).toBe(true);
  });

  it('merge nothing silently: a write over a file that moved on is a conflict', async () => {
    const [one, other] = [await openPage(), await openPage()];
    const base = await one.evaluate(async () => (await window.memory.files.read('overview.md')).revision);
    await other.evaluate(() => window.memory.files.write('overview.md', 'theirs'));
    const outcome = await one.evaluate(
      (baseRevision) => window.memory.files.write('overview.md', 'mine', { baseRevision }),
      base,
    );
    expect(outcome).toMatchObject({ status: 'conflict', current: { text: 'theirs', revision: base + 1 } });
  });
});
