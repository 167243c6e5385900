import { beforeEach, describe, expect, it } from 'vitest';
import { durableObjectStorage } from '../../src/storage/durable-object/storage.ts';
import { ROW_STORES, type RowChange, type SessionAddress, type Storage } from '../../src/storage/port.ts';
import { storageContract } from '../contracts/storage.ts';
import { batch, drop, put } from '../support/storage/batches.ts';
import { type FakeDurableObject, fakeDurableObject } from '../support/fakes/fake-durable-object.ts';

for (const backend of ['sqlite', 'kv'] as const) {
  storageContract(`Durable Object storage over a fake of ${backend}`, async () => {
    const object = fakeDurableObject(backend);
    return { storage: durableObjectStorage(object), reopen: async () => durableObjectStorage(object) };
  });
}

const HERE: SessionAddress = { workspace: '/here', session: 'one' };

let object: FakeDurableObject;
let storage: Storage;
beforeEach(() => {
  object = fakeDurableObject('kv');
  storage = durableObjectStorage(object);
});

const commit = (head: number, rows: RowChange[], dropUpTo = 0) =>
  storage.commit(HERE, { head: head - 1 }, batch(head, rows, dropUpTo));

const bigText = (length: number): string => Array.from({ length }, (_, index) => 'ab任\ud83d'[index % 4]).join('');

describe('a row too large for one value', () => {
  const big = put('files', 'detail/a.md', { text: bigText(300_000), revision: 1 });
  const vectors = put('vectors', 'v', { vector: new Float32Array(50_000).fill(0.5), few: Uint8Array.of(1, 2) });

  it('comes back whole from every way of reading', async () => {
    await commit(1, [big, vectors, put('files', 'overview.md', { text: 'small' })]);
    expect((await storage.load(HERE, ['files'])).rows).toEqual([big, put('files', 'overview.md', { text: 'small' })]);
    expect(await storage.row(HERE, 'vectors', 'v')).toEqual(vectors.value);
    expect(await storage.rows(HERE, 'files', '', 1)).toEqual([big]);
    expect((await storage.since(HERE, { head: 0 }))?.rows).toEqual([
      big,
      vectors,
      put('files', 'overview.md', { text: 'small' }),
    ]);
  });

  it('leaves no part behind when it shrinks, is deleted, or goes with its session', async () => {
    await commit(1, [big, vectors]);
    const whole = object.keys().length;
    await commit(2, [put('files', 'detail/a.md', { text: bigText(130_000) })]);
    expect(object.keys().length, 'one entry more, parts less').toBeLessThan(whole);
    await commit(3, [put('files', 'detail/a.md', { text: 'small' }), drop('vectors', 'v')]);
    expect(object.keys().filter((key) => key.includes('parts/'))).toEqual([]);
    await commit(4, [big]);
    await storage.remove(HERE);
    expect(object.keys()).toEqual([]);
  });

  it('may be a journal entry, which is dropped with its parts', async () => {
    const many = Array.from({ length: 4000 }, (_, index) => put('items', `item-${index}`, { text: `${index}` }));
    await commit(1, many);
    await commit(2, []);
    expect((await storage.journal(HERE, 0, 9))[0]?.touched).toHaveLength(4000);
    expect((await storage.since(HERE, { head: 1 }))?.entries).toHaveLength(1);
    await commit(3, [], 2);
    expect((await storage.journal(HERE, 0, 9)).map(({ head }) => head)).toEqual([3]);
    expect(object.keys().filter((key) => key.includes('parts/'))).toEqual([]);
    expect((await storage.load(HERE, ['items'])).rows).toHaveLength(4000);
  });

  it('may be a short view: the runtime stores the whole buffer under it', async () => {
    const short = put('vectors', 'v', { vector: new Float32Array(50_000).fill(1).subarray(0, 2) });
    await commit(1, [short]);
    expect(object.keys().filter((key) => key.includes('parts/'))).toHaveLength(1);
    expect(await storage.row(HERE, 'vectors', 'v')).toEqual({ vector: Float32Array.of(1, 1), check: 'c' });
  });

  it('stays in one value up to about 100 kB', async () => {
    await commit(1, [put('vectors', 'v', { vector: new Float32Array(25_000) })]);
    expect(object.keys().filter((key) => key.includes('parts/'))).toEqual([]);
  });
});

describe('a commit to a Durable Object', () => {
  const rows = [put('items', 'a', { text: 'alpha' }), put('files', 'detail/a.md', { text: bigText(200_000) })];

  it('is all or nothing, whichever operation fails', async () => {
    await commit(1, [put('items', 'old', { text: 'old' }), put('files', 'detail/a.md', { text: bigText(130_000) })]);
    const before = await storage.load(HERE, ROW_STORES);
    const keys = object.keys();
    let refusals = 0;
    for (let last = 1; ; last++) {
      let operations = 0;
      object.onOperation = () => {
        if (++operations === last) throw new Error('Internal error in Durable Object storage');
      };
      const outcome = await commit(2, [...rows, drop('items', 'old')]).catch(({ code }: { code: string }) => code);
      object.onOperation = () => undefined;
      if (typeof outcome !== 'string') break;
      refusals++;
      expect(outcome).toBe('storage-unavailable');
      expect(object.keys()).toEqual(keys);
      expect(await storage.load(HERE, ROW_STORES)).toEqual(before);
    }
    expect(refusals).toBeGreaterThan(3);
    expect((await storage.load(HERE, ['items'])).rows.map(({ key }) => key)).toEqual(['a']);
  });

  it('is on disk when it is acknowledged', async () => {
    await commit(1, rows);
    object.reset();
    expect((await storage.load(HERE, ['items', 'files'])).rows).toEqual(rows);
    await storage.remove(HERE);
    object.reset();
    expect(await storage.sessions()).toEqual([]);
  });

  it('counts once when its transaction is tried again', async () => {
    object.conflicts = 2;
    expect(await commit(1, rows)).toEqual({ status: 'done' });
    expect((await storage.load(HERE, ['items', 'files'])).rows).toEqual(rows);
    expect((await storage.journal(HERE, 0, 9)).map(({ head }) => head)).toEqual([1]);
  });

  it('with a key over the limit is refused, and nothing of it is kept', async () => {
    const long = put('items', '任'.repeat(700), { text: 'x' });
    await expect(commit(1, [...rows, long])).rejects.toMatchObject({ code: 'storage-unavailable' });
    expect(object.keys()).toEqual([]);
  });

  it('says when the object is full', async () => {
    object.onOperation = () => {
      throw new Error('database or disk is full: SQLITE_FULL');
    };
    await expect(commit(1, rows)).rejects.toMatchObject({ code: 'storage-quota' });
  });
});

describe('names in a Durable Object', () => {
  it('stay apart, whatever they hold, and beside the keys of the app', async () => {
    const addresses = [
      ['a', 'b'],
      ['a', 'b/items'],
      ['a","b', 'c'],
      ['a', 'b","c'],
      ['任务', '\ud83d'],
      ['任务', '\ud83c'],
    ].map(([workspace = '', session = '']) => ({ workspace, session }));
    await object.transaction((transaction) => transaction.put({ 'working-': 1, 'working-memory0': 2 }));
    for (const address of addresses) {
      await storage.commit(address, { head: 0 }, batch(1, [put('items', JSON.stringify(address), { text: 'x' })]));
    }
    const listed = (await storage.sessions()).map(({ workspace, session }) => ({ workspace, session }));
    expect(listed).toHaveLength(addresses.length);
    expect(listed).toEqual(expect.arrayContaining(addresses));
    for (const address of addresses) {
      expect((await storage.load(address, ['items'])).rows.map(({ key }) => key)).toEqual([JSON.stringify(address)]);
      await storage.remove(address);
    }
    expect(object.keys()).toEqual(['working-', 'working-memory0']);
  });

  it('are read in the order of JavaScript strings', async () => {
    const keys = ['z', '\ud7ff', '\ud83d', '🙂', '\ue000', '\uffff', 'a', '任'];
    await commit(
      1,
      keys.map((key) => put('items', key, { text: key })),
    );
    const read = (await storage.rows(HERE, 'items', 'a', 99)).map(({ key }) => key);
    expect(read).toEqual(keys.filter((key) => key > 'a').sort());
  });
});
