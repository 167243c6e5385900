// The rows of a session stay within its limits, however careless the model is.
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import { exportBundle, importBundle } from '../../src/client/on-demand/bundle.ts';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { ROW_STORES, type RowStore, type Storage } from '../../src/storage/port.ts';
import { testEngine } from '../support/engine.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { bundleOf, itemOf, jsonOf } from '../support/storage/bundles.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const HERE = { workspace: '/', session: 'test' };

async function careless(files: object, { writes, paths }: { writes: number; paths: number }) {
  const storage = memoryStorage();
  const opened = await testEngine({ files }, { storage });
  for (let count = 0; count < writes; count++) {
    opened.clock.now += 1000;
    const path = `detail/draft-${count % paths}.md`;
    await opened.engine.writeFile(path, `draft ${count} `.repeat(100), { force: true });
    if (count % 3 === 0) await opened.engine.deleteFile(path);
  }
  const rowsOf = async (store: RowStore) => (await storage.load(HERE, [store])).rows;
  return { ...opened, storage, rowsOf };
}

const textBytes = (rows: readonly { value: object | undefined }[]): number =>
  rows.reduce((sum, { value }) => sum + ((value as { text?: string } | undefined)?.text ?? '').length, 0);

describe('files that are written and deleted over and over', () => {
  const files = { maxHistoryBytes: 20_000, keptDeletedPaths: 5 };

  it('leave a history within its bytes, and few deleted paths', async () => {
    const { engine, rowsOf } = await careless(files, { writes: 120, paths: 40 });
    expect(textBytes(await rowsOf('fileHistory'))).toBeLessThanOrEqual(20_000);
    expect(textBytes(await rowsOf('fileHistory'))).toBeGreaterThan(15_000);
    const deleted = (await rowsOf('files')).filter(({ value }) => value?.['deleted']);
    expect(deleted.map(({ key }) => key).sort()).toEqual(
      [25, 28, 31, 34, 37].map((count) => `detail/draft-${count}.md`),
    );
    // An older deletion is forgotten with its history; the newest counts on.
    expect(await engine.fileHistory('detail/draft-22.md')).toEqual([]);
    expect(await engine.writeFile('detail/draft-37.md', 'again')).toMatchObject({ revision: 5 });
    expect(await engine.writeFile('detail/draft-22.md', 'anew')).toMatchObject({ revision: 1 });
  });

  it('are counted again by another owner, and after reopening', async () => {
    const { storage, engine, rowsOf, clock } = await careless(files, { writes: 60, paths: 20 });
    await engine.close();
    const again = await testEngine({ files }, { storage, clock });
    expect((await again.engine.status()).recovery).toMatchObject({ kind: 'none' });
    for (let count = 0; count < 30; count++) {
      clock.now += 1000;
      await again.engine.writeFile('detail/more.md', `more ${count} `.repeat(100), { force: true });
    }
    expect(textBytes(await rowsOf('fileHistory'))).toBeLessThanOrEqual(20_000);
    const history = await again.engine.fileHistory('detail/more.md');
    expect(history.length).toBeGreaterThan(10);
    expect(history.at(-1)?.text).toContain('more 28');
  });

  it('take of a bundle what the limits allow, and touch no other row', async () => {
    const opened = await testEngine({ files });
    const paths = Array.from({ length: 300 }, (_, count) => `detail/gone-${count}.md`);
    const text = 'gone '.repeat(100);
    const by = { updatedAt: 1, step: 0, source: 'user', trust: 2 } as const;
    const bundle = bundleOf({
      deleted: paths.map((path) => ({ path, revision: 2 })),
      history: paths.map((path) => ({ path, text, revision: 1, ...by })),
    });
    const host = { settings: opened.settings, alone: <T>(work: () => Promise<T>) => work() };
    await importBundle(opened.engine, jsonOf(bundle), {}, host);
    const rowsOf = async (store: RowStore) => (await opened.host.storage.load(HERE, [store])).rows;
    expect((await rowsOf('files')).filter(({ value }) => value?.['deleted'])).toHaveLength(5);
    expect((await rowsOf('fileHistory')).length).toBeLessThanOrEqual(5);
    expect((await opened.journal()).at(-1)?.touched.length).toBeLessThan(15);
  });

  it('do not show the list of their revisions to a reader or in an export', async () => {
    const { engine, settings } = await careless(files, { writes: 10, paths: 2 });
    expect(Object.keys(await engine.readFile('detail/draft-0.md')).sort()).toEqual(
      ['path', 'revision', 'source', 'step', 'text', 'trust', 'updatedAt'].sort(),
    );
    const text = await exportBundle(engine, 'json', settings);
    const { files: exported, deleted } = JSON.parse(String(text)) as { files: object[]; deleted: object[] };
    expect(exported).toHaveLength(2);
    expect(deleted).toHaveLength(1);
    for (const file of [...exported, ...deleted]) expect(file).not.toHaveProperty('former');
  });
});

describe('a transcript beyond its bytes', () => {
  const LIMIT = 65_536;
  const said = (count: number) => ({ role: 'user' as const, text: `message ${count} ${'word '.repeat(200)}` });

  async function talkative(messages: number, storage: Storage = memoryStorage()) {
    const opened = await testEngine({ transcript: { maxBytes: LIMIT } }, { storage });
    // Messages are counted once they are in the index.
    await opened.engine.recall('word', { scope: 'transcript' });
    for (let count = 0; count < messages; count++) await opened.engine.appendMessages([said(count)]);
    const rows = async () => (await storage.load(HERE, ['messages'])).rows;
    return { ...opened, storage, rows };
  }

  it('drops the oldest messages and keeps the numbers of the others', async () => {
    const { engine, rows } = await talkative(200);
    const stored = await rows();
    const bytes = stored.reduce((sum, { value }) => sum + JSON.stringify(value).length, 0);
    expect(bytes).toBeLessThan(LIMIT + 100 * stored.length);
    expect(bytes).toBeGreaterThan(0.9 * LIMIT);
    expect(await engine.countMessages()).toBe(200);
    const all = await engine.readMessages(0, 1000);
    expect(all.map(({ index }) => index)).toEqual(Array.from({ length: 200 }, (_, index) => index));
    const dropped = all.filter((message) => message.dropped);
    expect(dropped).toHaveLength(200 - stored.length);
    expect(new Set(dropped.map(({ text }) => text))).toEqual(new Set(['']));
    expect(all.findIndex((message) => !message.dropped)).toBe(dropped.length);
    expect(all.at(-1)?.text).toContain('message 199');
    expect(await engine.readMessages(3, 2)).toMatchObject([
      { index: 3, dropped: true },
      { index: 4, dropped: true },
    ]);
    expect(await engine.readMessages(dropped.length - 1, 2)).toMatchObject([
      { index: dropped.length - 1, dropped: true },
      { index: dropped.length, text: expect.stringContaining(`message ${dropped.length} `) },
    ]);
  });

  it('says so in the journal, by numbers', async () => {
    const { commits, rows } = await talkative(200);
    const trims = commits.flatMap(({ events }) => events.filter(({ type }) => type === 'transcript-trimmed'));
    expect(trims.length).toBeGreaterThan(2);
    expect(trims.length).toBeLessThan(60);
    expect(trims[0]).toMatchObject({ from: 0, to: expect.any(Number), bytes: expect.any(Number) });
    expect(trims.at(-1)).toMatchObject({ to: 200 - (await rows()).length });
  });

  it('no longer finds what it dropped, also after reopening, where it goes on', async () => {
    const { engine, storage, rows } = await talkative(200);
    const finds = async (reader: typeof engine, prompt: string) =>
      (await reader.recall(prompt, { scope: 'transcript', limit: 300 })).hits.length;
    const { length } = await rows();
    expect(await finds(engine, 'word')).toBe(length);
    const again = await testEngine({ transcript: { maxBytes: LIMIT } }, { storage });
    expect((await again.engine.status()).recovery).toMatchObject({ kind: 'none' });
    expect(await finds(again.engine, 'word')).toBe(length);
    expect(await again.engine.appendMessages([said(200)])).toEqual({ first: 200, count: 1 });
    expect((await again.engine.readMessages(0, 1))[0]).toMatchObject({ index: 0, dropped: true });
  });

  it('is cut and opened again in a folder as well', async () => {
    const root = await temporaryFolder();
    const { engine } = await talkative(90, fileStorage({ root }));
    const before = await engine.readMessages(0, 1000);
    expect(before[0]).toMatchObject({ dropped: true });
    await engine.close();
    const again = await testEngine({ transcript: { maxBytes: LIMIT } }, { storage: fileStorage({ root }) });
    expect((await again.engine.status()).recovery).toMatchObject({ kind: 'none' });
    expect(await again.engine.readMessages(0, 1000)).toEqual(before);
    expect(await again.engine.appendMessages([said(90)])).toEqual({ first: 90, count: 1 });
  });

  it('keeps the newest message, however large', async () => {
    const { engine } = await talkative(5);
    await engine.appendMessages([{ role: 'user', text: 'x'.repeat(2 * LIMIT) }]);
    const all = await engine.readMessages(0, 10);
    expect(all.map(({ dropped = false }) => dropped)).toEqual([true, true, true, true, true, false]);
  });

  it('is the same for another owner that follows', async () => {
    const { storage } = await talkative(5);
    const other = await testEngine({ transcript: { maxBytes: LIMIT } }, { storage });
    await other.engine.recall('word', { scope: 'transcript' });
    const first = await testEngine({ transcript: { maxBytes: LIMIT } }, { storage });
    await first.engine.recall('word', { scope: 'transcript' });
    for (let count = 5; count < 120; count++) await first.engine.appendMessages([said(count)]);
    await other.engine.memorize([{ text: 'catches up' }]);
    const hits = async (engine: typeof other.engine) =>
      (await engine.recall('word', { scope: 'transcript', limit: 300 })).hits.length;
    expect(await hits(other.engine)).toBe(await hits(first.engine));
  });
});

describe('the ids of hard-forgotten items', () => {
  const forgetAll = async (
    engine: Awaited<ReturnType<typeof testEngine>>['engine'],
    count: number,
    clock: { now: number },
  ) => {
    for (let turn = 0; turn < count; turn++) {
      clock.now += 1000;
      await engine.memorize([{ text: `secret ${turn}` }]);
      await engine.forget('oldest', 'hard');
    }
  };

  it('are kept up to their number, the newest', async () => {
    const storage = memoryStorage();
    const { engine, clock } = await testEngine({ tombstones: { maxIds: 3 } }, { storage });
    await forgetAll(engine, 8, clock);
    const kept = async () => (await storage.load(HERE, ['tombstones'])).rows.map(({ key }) => key).sort();
    expect(await kept()).toEqual(['item-6', 'item-7', 'item-8']);
    await engine.memorize([{ text: 'one' }, { text: 'two' }, { text: 'three' }, { text: 'four' }]);
    await engine.forget({ ids: ['item-9', 'item-10', 'item-11', 'item-12'] }, 'hard');
    expect(await kept()).toHaveLength(3);
  });

  it('of a bundle use the room that is free, and the bundle’s own items stay forgotten', async () => {
    const { engine, clock, settings } = await testEngine({ tombstones: { maxIds: 3 } });
    await forgetAll(engine, 2, clock);
    const tombstones = [1, 2, 3].map((time) => ({ id: `gone-${time}`, time, step: 0 }));
    const data = jsonOf(bundleOf({ tombstones, items: [itemOf('gone-1')] }));
    const result = await importBundle(engine, data, {}, { settings, alone: (work) => work() });
    expect(result).toMatchObject({ tombstones: 1, items: 0 });
    expect(result.skipped).toContainEqual({
      where: 'tombstones',
      reason: 'no room for 2 forgotten ids; tombstones.maxIds allows 3',
    });
  });

  it('tell an owner that reads for a forget of another one, also where their number stays', async () => {
    const storage = memoryStorage();
    const [first, second] = [
      await testEngine({ tombstones: { maxIds: 1 } }, { storage, ids: countingIds('first') }),
      await testEngine({ tombstones: { maxIds: 1 } }, { storage, ids: countingIds('second') }),
    ];
    await forgetAll(first.engine, 1, first.clock);
    await first.engine.memorize([{ text: 'tango' }, { text: 'foxtrot' }]);
    await first.engine.appendMessages([{ role: 'user', text: 'we danced tango and then foxtrot' }]);
    await second.engine.memorize([{ text: 'catches up' }]);
    // While the second reads the messages for its own forget, the first forgets the other word.
    const row = storage.row.bind(storage);
    let isFirst = true;
    storage.row = async (address, store, key) => {
      const found = await row(address, store, key);
      if (store === 'messages' && isFirst) {
        isFirst = false;
        await first.engine.forget({ ids: ['first-2'] }, 'hard');
      }
      return found;
    };
    await second.engine.forget({ ids: ['first-3'] }, 'hard');
    expect(isFirst).toBe(false);
    expect(JSON.stringify(await second.engine.readMessages(0, 10))).not.toMatch(/tango|foxtrot/);
  });
});

describe('a careless model', () => {
  const LIMITS = {
    limits: { maxItems: 8, maxTokens: 500 },
    longTail: { maxItems: 20 },
    files: { maxFiles: 8, maxTotalBytes: 20_000, maxHistoryBytes: 20_000, keptDeletedPaths: 4 },
    transcript: { maxBytes: 65_536 },
    tombstones: { maxIds: 5 },
    journal: { maxEntries: 30 },
  };
  /** Bytes that the limits allow, with the numbers beside the texts; templates, blocks and rounding included. */
  const MOST = 20_000 + 20_000 + 65_536 + 30 * 1500 + 33 * 500 + 20_000;

  /** Stored bytes after that many operations of every kind. */
  async function stored(operations: number): Promise<number> {
    const storage = memoryStorage();
    const { engine, clock, journal } = await testEngine(LIMITS, { storage });
    await engine.recall('word', { scope: 'transcript' });
    const full = (error: unknown): void => expect(error).toMatchObject({ code: 'tree-full' });
    for (let count = 0; count < operations; count++) {
      clock.now += 1000;
      const path = `detail/draft-${count % 50}.md`;
      await engine.memorize([{ text: `fact ${count} ${'and so on '.repeat(count % 20)}` }]);
      await engine.appendMessages([{ role: 'user', text: `message ${count} ${'word '.repeat(60)}` }]);
      await engine.writeFile(path, `draft ${count} `.repeat(150), { force: true }).catch(full);
      if (count % 2 === 0) await engine.deleteFile(path).catch(() => undefined);
      if (count % 5 === 0) await engine.forget('oldest', 'hard');
    }
    const { rows } = await storage.load(HERE, ROW_STORES);
    return JSON.stringify(rows).length + JSON.stringify(await journal()).length;
  }

  it('fills a session up to its limits, and no further', async () => {
    const [some, more] = [await stored(250), await stored(500)];
    expect(some).toBeLessThan(MOST);
    expect(more).toBeLessThan(MOST);
    expect(Math.abs(more - some)).toBeLessThan(0.15 * some);
  });
});
