// Postgres that delays, disconnects, refuses, or belongs to another app.
import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { postgresSchema, postgresStorage } from '../../../src/storage/sql/open-postgres.ts';
import type { SessionAddress, Storage } from '../../../src/storage/port.ts';
import { badTexts } from '../../support/bad-texts.ts';
import { batch, put } from '../../support/storage/batches.ts';
import { hinderingProxy } from '../../support/hindering-proxy.ts';
import { hasPostgres, NO_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres-server.ts';

const HERE: SessionAddress = { workspace: '/here', session: 'one' };

describe.skipIf(!hasPostgres)(`Postgres${NO_POSTGRES}`, () => {
  let server: PostgresServer;
  let pool: Pool;
  let places = 0;
  const ending: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    server = await startPostgres('fsync=off');
    pool = poolAt(server.port);
  });
  afterEach(async () => {
    for (const end of ending.splice(0)) await end();
  });
  afterAll(async () => {
    await pool.end();
    await server.stop();
  });

  const at = (port: number, settings = '') => ({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    ...(settings && { options: settings }),
  });
  const poolAt = (port: number, settings = ''): Pool => {
    const made = new Pool({ ...at(port, settings), max: 4 });
    made.on('error', () => undefined);
    made.on('connect', (client) => client.on('error', () => undefined));
    return made;
  };
  const other = (port: number, settings = ''): Pool => {
    const made = poolAt(port, settings);
    ending.push(() => made.end());
    return made;
  };
  const newPrefix = (): string => `fault_${++places}_`;
  const commit = (storage: Storage, head: number) =>
    storage.commit(HERE, { head: head - 1 }, batch(head, [put('items', `item-${head}`, { text: `${head}` })]));
  const heads = async (storage: Storage) => (await storage.journal(HERE, 0, 99)).map(({ head }) => head);

  it('a connection that is lost before or after the answer loses no commit, and makes none twice', async () => {
    const prefix = newPrefix();
    const proxy = await hinderingProxy(server.port);
    ending.push(() => proxy.close());
    const storage = postgresStorage({ client: other(proxy.port), prefix });
    await commit(storage, 1);
    for (const [turn, words] of ['UPDATE', 'item-3', 'ORDER BY j.head', 'UNION ALL'].entries()) {
      proxy.hinder('lost', words, 1);
      expect(await commit(storage, turn + 2)).toEqual({ status: 'done' });
      expect((await storage.load(HERE, ['items'])).rows).toHaveLength(turn + 2);
      expect(await storage.since(HERE, { head: 1 })).toMatchObject({ manifest: { head: turn + 2 } });
    }
    expect(proxy.hindered()).toBe(4);
    proxy.hinder('lost', 'item-9', 3);
    await expect(
      storage.commit(HERE, { head: 5 }, batch(6, [put('items', 'item-9', { text: '9' })])),
    ).rejects.toMatchObject({ code: 'storage-unavailable', message: expect.stringContaining('may have taken effect') });
    expect(await heads(storage)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('sessions that the administrator ends in the middle are begun again, and a crash loses nothing', async () => {
    const prefix = newPrefix();
    const storage = postgresStorage({ client: pool, prefix });
    await commit(storage, 1);
    const killer = other(server.port);
    for (let head = 2; head < 30; head++) {
      const killed = killer.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = $1',
        ['client backend'],
      );
      expect(await commit(storage, head)).toEqual({ status: 'done' });
      await killed;
    }
    expect(await heads(storage)).toHaveLength(29);
    await server.crash();
    await expect(storage.load(HERE, ['items'])).rejects.toMatchObject({ code: 'storage-unavailable' });
    await server.start();
    expect(await heads(storage)).toHaveLength(29);
    expect((await storage.load(HERE, ['items'])).rows).toHaveLength(29);
  });

  it('what others hinder under the strictest isolation is sent again', async () => {
    const prefix = newPrefix();
    const strict = () => other(server.port, '-c default_transaction_isolation=serializable');
    const storages = [strict(), strict(), pool].map((client) => postgresStorage({ client, prefix }));
    let done = 0;
    const work = async (storage: Storage, owner: number): Promise<void> => {
      for (let turn = 0; turn < 20;) {
        const { manifest } = await storage.load(HERE, []);
        const head = manifest?.head ?? 0;
        const row = put('items', `${owner}-${turn}`, { text: 'x' });
        const outcome = await storage.commit(HERE, { head }, batch(head + 1, [row]));
        if (outcome.status === 'moved') continue;
        turn++;
        done++;
      }
    };
    await Promise.all(storages.map(work));
    const [storage] = storages;
    expect([
      done,
      (await storage?.load(HERE, ['items']))?.rows.length,
      storage && (await heads(storage)).length,
    ]).toEqual([60, 60, 60]);
  });

  it('a statement that takes longer than the server allows has no effect and says so', async () => {
    const prefix = newPrefix();
    await commit(postgresStorage({ client: pool, prefix }), 1);
    const lock = new Client(at(server.port));
    await lock.connect();
    ending.push(() => lock.end());
    await lock.query(`BEGIN; SELECT * FROM ${prefix}sessions FOR UPDATE`);
    const hasty = postgresStorage({ client: other(server.port, '-c statement_timeout=50'), prefix });
    await expect(commit(hasty, 2)).rejects.toMatchObject({
      code: 'storage-unavailable',
      message: expect.stringContaining('statement_timeout'),
    });
    await lock.query('ROLLBACK');
    expect(await commit(hasty, 2)).toEqual({ status: 'done' });
  });

  it('tables of another application and a newer schema are left alone', async () => {
    for (const [table, columns] of [
      ['sessions', 'id text'],
      ['schema', 'name text'],
      ['rows', 'id text'],
    ]) {
      const prefix = newPrefix();
      await pool.query(`CREATE TABLE ${prefix}${table} (${columns})`);
      await expect(commit(postgresStorage({ client: pool, prefix }), 1)).rejects.toMatchObject({
        code: 'storage-unavailable',
        message: expect.stringContaining('another prefix'),
      });
      const { rows } = await pool.query(`SELECT tablename FROM pg_tables WHERE starts_with(tablename, $1)`, [prefix]);
      expect(rows).toEqual([{ tablename: `${prefix}${table}` }]);
    }
    const prefix = newPrefix();
    const storage = postgresStorage({ client: pool, prefix });
    await commit(storage, 1);
    // Like a newer library, renames what this one must not write to.
    await pool.query(
      `ALTER TABLE ${prefix}sessions RENAME TO ${prefix}sessions_2; UPDATE ${prefix}schema SET version = 2`,
    );
    for (const each of [storage, postgresStorage({ client: pool, prefix })]) {
      const refusal = { code: 'storage-version', details: { stored: 2, supported: 1 } };
      await expect(commit(each, 2)).rejects.toMatchObject(refusal);
      await expect(each.load(HERE, ['items'])).rejects.toMatchObject(refusal);
      await expect(each.sessions()).rejects.toMatchObject(refusal);
    }
  });

  it('a role without rights is told which, one that only reads can read, and the tables may be made by another', async () => {
    const prefix = newPrefix();
    const role = `${prefix}role`;
    await pool.query(`CREATE ROLE ${role}; REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
    const storage = postgresStorage({ client: other(server.port, `-c role=${role}`), prefix });
    await expect(commit(storage, 1)).rejects.toMatchObject({
      code: 'storage-unavailable',
      message: expect.stringContaining('grant'),
    });
    expect(await storage.load(HERE, ['items'])).toEqual({ manifest: undefined, rows: [] });
    await pool.query(postgresSchema({ prefix }));
    await commit(postgresStorage({ client: pool, prefix }), 1);
    const tables = ['schema', 'sessions', 'rows', 'journal'].map((name) => prefix + name).join(', ');
    await pool.query(`GRANT SELECT ON ${tables} TO ${role}`);
    expect((await storage.load(HERE, ['items'])).rows).toHaveLength(1);
    await expect(commit(storage, 2)).rejects.toMatchObject({ code: 'storage-unavailable' });
    await pool.query(`GRANT INSERT, UPDATE, DELETE ON ${tables} TO ${role}`);
    expect(await commit(storage, 2)).toEqual({ status: 'done' });
    const standby = postgresStorage({ client: other(server.port, '-c default_transaction_read_only=on'), prefix });
    await expect(commit(standby, 3)).rejects.toMatchObject({ code: 'read-only' });
    expect((await standby.load(HERE, ['items'])).rows).toHaveLength(2);
  });

  it('twenty that begin at once make the tables once', async () => {
    const prefix = newPrefix();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        postgresStorage({ client: pool, prefix }).commit(
          { workspace: '/', session: `s${turn}` },
          { head: 0 },
          batch(1, []),
        ),
      ),
    );
    expect(outcomes.every(({ status }) => status === 'done')).toBe(true);
    expect(await postgresStorage({ client: pool, prefix }).sessions()).toHaveLength(20);
  });

  it('names and keys of any characters come back, those too long are refused before anything is written', async () => {
    const storage = postgresStorage({ client: pool, prefix: newPrefix() });
    const names = [...BAD_NAMES, ...Object.values(badTexts(60))];
    const rows = [...new Set(names)].map((name) => put('items', name, { text: name }));
    for (const name of names) {
      const address = { workspace: name, session: name };
      expect(await storage.commit(address, { head: 0 }, batch(1, rows))).toEqual({ status: 'done' });
      expect((await storage.rows(address, 'items', '', 99)).map(({ key }) => key)).toEqual(
        rows.map(({ key }) => key).sort(),
      );
      await storage.remove(address);
    }
    expect(await storage.sessions()).toEqual([]);
    const long = incompressible(10_000);
    for (const [address, row] of [
      [{ workspace: '/', session: long }, put('items', 'a', {})],
      [HERE, put('items', long, {})],
    ] as const) {
      await expect(storage.commit(address, { head: 0 }, batch(1, [row]))).rejects.toMatchObject({
        code: 'invalid-input',
        message: expect.stringContaining('2600 bytes'),
      });
    }
    expect(await storage.sessions()).toEqual([]);
  });
});

const BAD_NAMES = [
  "o'clock",
  '"quoted"',
  'a\u0000b',
  'a\u0001b',
  '\u0000',
  '🙂',
  '\ud83d',
  '%_\\',
  "'); DROP TABLE x; --",
  '任务',
  ' ',
];

/** Postgres compresses before it measures. */
const incompressible = (length: number): string =>
  Array.from({ length }, (_, place) => String.fromCharCode(33 + ((place * place * 31 + place * 7) % 90))).join('');
