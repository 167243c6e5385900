import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/entries/index.ts';
import type { WorkingMemoryError } from '../../src/errors.ts';
import { randomIds } from '../../src/ports/system.ts';
import { ROW_STORES, type Storage } from '../../src/storage/port.ts';
import { SHARED } from '../../src/tree/session-name.ts';
import { openFixed } from '../support/fixed-memory.ts';

const OF_ANN = { workspace: 'ann' };
const open = (storage: Storage, session: string, options = {}) =>
  openFixed({ storage, session, ids: randomIds, ...OF_ANN, ...options });
const failure = (promise: Promise<unknown>): Promise<WorkingMemoryError> =>
  promise.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: WorkingMemoryError) => error,
  );
const isStored = async (storage: Storage): Promise<boolean> => {
  const { manifest, rows } = await storage.load({ ...OF_ANN, session: SHARED }, ROW_STORES);
  return manifest !== undefined || rows.length > 0;
};

describe('the shared memory of a workspace', () => {
  it('holds in one conversation what another one put into it', async () => {
    const storage = memoryStorage();
    const monday = await open(storage, 'monday');
    await monday.shared.items.memorize('Ann is allergic to nuts', { importance: 0.9 });
    await monday.shared.files.write('detail/diet.md', '# Diet\n\nNo nuts, no peanut oil.');
    const tuesday = await open(storage, 'tuesday');
    const { hits } = await tuesday.shared.items.remember('allergic');
    expect(hits.map(({ item }) => item.text)).toEqual(['Ann is allergic to nuts']);
    expect((await tuesday.shared.files.search('peanut')).hits.map(({ path }) => path)).toEqual(['detail/diet.md']);
    expect((await tuesday.items.remember('allergic', { scope: 'all' })).hits).toEqual([]);
  });

  it('follows what another open conversation puts into it', async () => {
    const storage = memoryStorage();
    const [one, other] = [await open(storage, 'one'), await open(storage, 'other')];
    await one.shared.items.memorize('first');
    await other.shared.items.memorize('second');
    await one.shared.items.memorize('third');
    expect((await one.shared.items.list()).map(({ text }) => text)).toEqual(['first', 'second', 'third']);
  });

  it('answers reads before its first write, and stores nothing for them', async () => {
    const storage = memoryStorage();
    const memory = await open(storage, 'reader');
    const { items, files } = memory.shared;
    expect(await items.list()).toEqual([]);
    expect((await items.remember('anything', { scope: 'all' })).hits).toEqual([]);
    expect((await items.capacity()).usage).toEqual({ items: 0, tokens: 0 });
    expect(await files.list()).toEqual([]);
    expect((await failure(files.read('overview.md'))).code).toBe('not-found');
    const events: unknown[] = [];
    for await (const event of items.audit()) events.push(event);
    expect(events).toEqual([]);
    await memory.close();
    expect(await isStored(storage)).toBe(false);
    await open(storage, 'writer').then(({ shared }) => shared.items.memorize('now'));
    expect(await isStored(storage)).toBe(true);
  });

  it('has limits of its own', async () => {
    const memory = await open(memoryStorage(), 'one', { limits: { maxItems: 1 }, shared: { maxItems: 2 } });
    await memory.shared.items.memorize(['a', 'b', 'c']);
    expect((await memory.shared.items.list()).map(({ text }) => text)).toEqual(['b', 'c']);
    expect((await memory.shared.items.capacity()).limits).toMatchObject({ maxItems: 2, maxTokens: 16_000 });
  });

  it('is no session: no list, search, export, fork, name or deletion reaches it', async () => {
    const storage = memoryStorage();
    const memory = await open(storage, 'one');
    await memory.shared.items.memorize('a secret word');
    await memory.shared.files.write('detail/a.md', 'a secret word');
    expect((await memory.sessions.list({ everywhere: true })).map(({ session }) => session)).toEqual(['one']);
    expect((await memory.sessions.search('secret')).hits).toEqual([]);
    expect(await memory.export({ format: 'json' })).not.toContain('secret');
    for (const reach of [
      memory.sessions.fork(SHARED),
      memory.sessions.rename(SHARED, 'mine'),
      memory.sessions.delete(SHARED),
      memory.import(await memory.export(), { conflict: 'fork', as: SHARED }),
    ]) {
      const { code, message } = await failure(reach);
      expect([code, message]).toEqual(['invalid-input', expect.stringContaining('memory.shared')]);
    }
    for (const reach of [memory.sessions.open(SHARED), open(storage, SHARED)]) {
      const { code, message } = await failure(reach);
      expect([code, message]).toEqual(['invalid-option', expect.stringContaining('memory.shared')]);
    }
    expect(await memory.shared.items.list()).toHaveLength(1);
  });

  it('is not there where the app named no workspace', async () => {
    const storage = memoryStorage();
    const memory = await openFixed({ storage });
    for (const call of [
      memory.shared.items.memorize('mine'),
      memory.shared.items.list(),
      memory.shared.files.list(),
      memory.shared.items.audit()[Symbol.asyncIterator]().next(),
    ]) {
      const { code, message } = await failure(call);
      expect(code).toBe('workspace-not-named');
      expect(message).toContain("workspace: 'ann'");
    }
    expect(await storage.sessions()).toHaveLength(1);
  });

  it('ends with its memory', async () => {
    const memory = await open(memoryStorage(), 'one');
    const last = memory.shared.items.memorize('last');
    await memory.close();
    expect((await last).items).toHaveLength(1);
    expect((await failure(memory.shared.items.list())).code).toBe('closed');
  });
});

describe('a private conversation', () => {
  it('is marked once and for all', async () => {
    const storage = memoryStorage();
    const first = await open(storage, 'open');
    await (await open(storage, 'secret', { private: true })).items.memorize('a wish');
    await (await open(storage, 'secret')).items.memorize('another wish');
    await first.items.memorize('no secret');
    const marks = (await first.sessions.list()).map((entry) => [entry.session, entry.private]);
    expect(marks).toEqual([
      ['open', undefined],
      ['secret', true],
    ]);
  });

  it('stays private as a fork and as an import', async () => {
    const storage = memoryStorage();
    const memory = await open(storage, 'secret', { private: true });
    await memory.items.memorize('a wish');
    expect((await memory.sessions.fork('copy')).private).toBe(true);
    const other = await open(memoryStorage(), 'other');
    for (const bundle of [await memory.export(), await memory.export({ format: 'json' })]) {
      const { code, message } = await failure(other.import(bundle));
      expect([code, message]).toEqual(['invalid-input', expect.stringContaining('private: true')]);
      await other.import(bundle, { conflict: 'fork', as: typeof bundle });
    }
    expect((await other.sessions.list()).flatMap((entry) => (entry.private ? [entry.session] : []))).toEqual([
      'object',
      'string',
    ]);
  });
});
