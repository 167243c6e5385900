// SQLite files that are locked, full, foreign or read-only, and SQLite in Cloudflare's own runtime.
import { Miniflare } from 'miniflare';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { D1Like } from '../../../src/storage/sql/clients/sqlite-client.ts';
import { sqliteStorage } from '../../../src/storage/sql/open-sqlite.ts';
import type { SessionAddress, Storage } from '../../../src/storage/port.ts';
import { storageContract } from '../../contracts/storage.ts';
import { batch, put } from '../../support/storage/batches.ts';
import { badTexts } from '../../support/bad-texts.ts';
import { anySqlite, sqliteFile } from '../support/sqlite-databases.ts';

const HERE: SessionAddress = { workspace: '/here', session: 'one' };
const commit = (storage: Storage, head: number, text = `${head}`) =>
  storage.commit(HERE, { head: head - 1 }, batch(head, [put('items', `item-${head}`, { text })]));

describe.skipIf(!anySqlite)(
  `a SQLite file${anySqlite ? '' : ' (skipped: no SQLite for Node is to be had here)'}`,
  () => {
    let place: Awaited<ReturnType<typeof sqliteFile>>;
    const newPlace = async () => {
      if (!anySqlite) throw new Error('skipped');
      place = await sqliteFile(anySqlite);
      return place;
    };
    afterEach(() => place.close());

    it('that another connection holds is waited for', async () => {
      await newPlace();
      const storage = sqliteStorage({ db: place.open() });
      await commit(storage, 1);
      const db = place.open();
      db.exec('PRAGMA busy_timeout = 0');
      const waiting = sqliteStorage({ db });
      const holder = place.open();
      holder.exec('BEGIN IMMEDIATE');
      const outcome = commit(waiting, 2);
      await new Promise((resolve) => setTimeout(resolve, 30));
      holder.exec('ROLLBACK');
      expect(await outcome).toEqual({ status: 'done' });
      holder.exec('BEGIN IMMEDIATE');
      await expect(commit(waiting, 3)).rejects.toMatchObject({
        code: 'storage-unavailable',
        message: expect.stringContaining('no effect'),
      });
      holder.exec('ROLLBACK');
      expect(await commit(waiting, 3)).toEqual({ status: 'done' });
    });

    it('inside a transaction of the app refuses, because a commit would not be one', async () => {
      const db = (await newPlace()).open();
      const storage = sqliteStorage({ db });
      await commit(storage, 1);
      db.exec('BEGIN');
      await expect(commit(storage, 2)).rejects.toMatchObject({
        message: expect.stringContaining('connection of its own'),
      });
      db.exec('COMMIT');
      expect(await commit(storage, 2)).toEqual({ status: 'done' });
    });

    it('that is full keeps nothing of a commit, and has room again after a deletion', async () => {
      const db = (await newPlace()).open();
      db.exec('PRAGMA max_page_count = 100');
      const storage = sqliteStorage({ db });
      let kept = 0;
      const refused = await (async () => {
        for (let head = 1; head < 100; head++) {
          await commit(storage, head, 'x'.repeat(50_000));
          kept = head;
        }
      })().catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'storage-quota' });
      expect((await storage.load(HERE, ['items'])).rows).toHaveLength(kept);
      expect((await storage.load(HERE, [])).manifest?.head).toBe(kept);
      await storage.remove(HERE);
      expect(await commit(storage, 1)).toEqual({ status: 'done' });
    });

    it('of another application or a newer schema is left alone, and one that is only read says so', async () => {
      const db = (await newPlace()).open();
      db.exec('CREATE TABLE working_memory_rows (id TEXT)');
      await expect(commit(sqliteStorage({ db }), 1)).rejects.toMatchObject({
        code: 'storage-unavailable',
        message: expect.stringContaining('another prefix'),
      });
      expect(db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()).toHaveLength(1);
      const storage = sqliteStorage({ db, prefix: 'ours_' });
      await commit(storage, 1);
      db.exec('ALTER TABLE ours_journal RENAME TO ours_journal_2; UPDATE ours_schema SET version = 7');
      for (const each of [storage, sqliteStorage({ db, prefix: 'ours_' })]) {
        await expect(commit(each, 2)).rejects.toMatchObject({
          code: 'storage-version',
          details: { stored: 7, supported: 1 },
        });
      }
      const reader = sqliteStorage({ db, prefix: 'read_' });
      await commit(reader, 1);
      db.exec('PRAGMA query_only = 1');
      expect((await reader.load(HERE, ['items'])).rows).toHaveLength(1);
      await expect(commit(reader, 2)).rejects.toMatchObject({ code: 'read-only' });
    });

    it('keeps names, keys and values of any characters, and puts a damaged row aside', async () => {
      const db = (await newPlace()).open();
      const storage = sqliteStorage({ db });
      const names = [
        ...new Set([
          ...Object.values(badTexts(60)),
          'a\u0000b',
          'a\u0001b',
          '\ud83d',
          "'); --",
          '🙂',
          'x'.repeat(10_000),
        ]),
      ];
      const rows = names.map((name) => put('items', name, { text: name, not: NaN }));
      const vector = put('vectors', 'v', { vector: Float32Array.of(0.1, -0) });
      for (const name of names) {
        const address = { workspace: name, session: name };
        await storage.commit(address, { head: 0 }, batch(1, [...rows, vector]));
        const read = await storage.rows(address, 'items', '', 999);
        expect(read.map(({ key }) => key)).toEqual([...names].sort());
        expect(read.every(({ key, value }) => value?.text === key)).toBe(true);
        expect(await storage.row(address, 'vectors', 'v')).toEqual(vector.value);
      }
      expect((await storage.sessions()).map(({ session }) => session)).toEqual([...names].sort());
      db.exec("UPDATE working_memory_rows SET value = '{torn' WHERE store = 'vectors'");
      expect((await storage.load({ workspace: '🙂', session: '🙂' }, ['vectors'])).rows).toEqual([
        { store: 'vectors', key: 'v', value: { broken: 'v', check: '' } },
      ]);
    });
  },
);

describe('Cloudflare’s D1 in miniflare', () => {
  let miniflare: Miniflare;
  let places = 0;
  beforeAll(async () => {
    miniflare = new Miniflare({
      modules: true,
      script: 'export default { fetch: () => new Response() }',
      d1Databases: { DB: 'memory' },
    });
    await miniflare.ready;
  });
  afterAll(() => miniflare.dispose());

  storageContract('SQLite storage over D1', async () => {
    const prefix = `place_${++places}_`;
    const open = async () => sqliteStorage({ db: (await miniflare.getD1Database('DB')) as unknown as D1Like, prefix });
    return { storage: await open(), reopen: open };
  });
});
