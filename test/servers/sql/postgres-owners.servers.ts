// Postgres under owners that wait for each other, share one connection, or open an older copy.
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkingMemory } from '../../../src/entries/index.ts';
import { postgresStorage } from '../../../src/storage/sql/open-postgres.ts';
import type { SessionAddress } from '../../../src/storage/port.ts';
import { batch, put } from '../../support/storage/batches.ts';
import { hasPostgres, NO_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres-server.ts';

const HERE: SessionAddress = { workspace: '/here', session: 'one' };

describe.skipIf(!hasPostgres)(`Postgres with many owners${NO_POSTGRES}`, () => {
  let server: PostgresServer;
  /** The last one first. */
  const ending: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    server = await startPostgres('fsync=off');
  });
  afterAll(async () => {
    for (const end of ending) await end();
    await server.stop();
  });

  const poolAt = (
    options: { readonly database?: string; readonly max?: number; readonly options?: string } = {},
  ): Pool => {
    const at = { host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' };
    const pool = new Pool({ ...at, max: 4, ...options });
    pool.on('error', () => undefined);
    ending.unshift(() => pool.end().catch(() => undefined));
    return pool;
  };

  it('a commit that the server ends for a deadlock is sent again, and counts once', async () => {
    const prefix = 'deadlock_';
    const storage = postgresStorage({ client: poolAt({ options: '-c deadlock_timeout=4s' }), prefix });
    await storage.commit(HERE, { head: 0 }, batch(1, [put('items', 'a', { text: 'first' })]));
    const other = new Client({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres' });
    await other.connect();
    ending.unshift(() => other.end());
    const deadlocks = async (): Promise<number> => {
      await other.query('SELECT pg_stat_clear_snapshot()');
      const { rows } = await other.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()');
      return Number(rows[0]?.deadlocks);
    };
    // A row first and then its session: the reverse of a commit.
    await other.query(`SET deadlock_timeout = '30s'; BEGIN; SELECT * FROM ${prefix}rows FOR UPDATE`);
    const committing = storage.commit(HERE, { head: 1 }, batch(2, [put('items', 'a', { text: 'second' })]));
    const isWaiting = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    await expect.poll(async () => (await other.query(isWaiting)).rows[0]?.n).toBe(1);
    await other.query(`SELECT * FROM ${prefix}sessions FOR UPDATE`);
    await other.query('COMMIT');
    expect(await committing).toEqual({ status: 'done' });
    await expect.poll(deadlocks, { timeout: 20_000 }).toBeGreaterThan(0);
    expect((await storage.load(HERE, ['items'])).rows).toEqual([put('items', 'a', { text: 'second' })]);
    expect((await storage.journal(HERE, 0, 9)).map(({ head }) => head)).toEqual([1, 2]);
  });

  it('a session that is begun beside its removals begins, or meets the former one', async () => {
    const storage = postgresStorage({ client: poolAt({ max: 8 }), prefix: 'anew_' });
    for (let turn = 0; turn < 20; turn++) {
      await storage.commit(HERE, { head: 0 }, batch(1, [put('items', 'former', {})]));
      const removing = Array.from({ length: 5 }, () => storage.remove(HERE, { head: 1 }));
      const begun = await storage.commit(HERE, { head: 0 }, batch(2, [put('items', 'anew', {})]));
      expect(await Promise.all(removing)).toContain(true);
      const { rows } = await storage.load(HERE, ['items']);
      expect(rows.map(({ key }) => key)).toEqual(begun.status === 'done' ? ['anew'] : []);
      await storage.remove(HERE);
    }
  });

  it('twenty owners of one connection lose nothing and do not wait for each other', async () => {
    const client = poolAt({ max: 1 });
    const storage = postgresStorage({ client, prefix: 'narrow_' });
    const memories = await Promise.all(
      Array.from({ length: 20 }, (_, owner) =>
        openWorkingMemory({ session: `s${owner % 4}`, storage, worker: false, limits: { maxItems: 500 } }),
      ),
    );
    await Promise.all(
      memories.map(async (memory, owner) => {
        for (let turn = 0; turn < 2; turn++) await memory.items.memorize(`${turn} of owner ${owner}`);
      }),
    );
    for (let turn = 0; turn < 4; turn++) {
      const { rows } = await storage.load({ workspace: '/', session: `s${turn}` }, ['items']);
      expect(rows).toHaveLength(10);
    }
    await Promise.all(memories.map((memory) => memory.close()));
  });

  it('a commit on a replica that is behind is refused by its basis, and the memory says what is lost', async () => {
    const first = poolAt({ max: 1 });
    await first.query('CREATE DATABASE primary_database');
    const before = poolAt({ database: 'primary_database' });
    const early = await openWorkingMemory({
      session: 'one',
      storage: postgresStorage({ client: before }),
      worker: false,
    });
    await early.items.memorize('known to both');
    await early.close();
    await before.end();
    await first.query('CREATE DATABASE behind TEMPLATE primary_database');
    let now = poolAt({ database: 'primary_database' });
    // Like a host name that points to another server after a failover.
    const client = { query: (text: string, values: unknown[]) => now.query(text, values) };
    const storage = postgresStorage({ client });
    const memory = await openWorkingMemory({ session: 'one', storage, worker: false });
    await memory.items.memorize('not replicated');
    const { manifest } = await storage.load({ workspace: '/', session: 'one' }, []);
    now = poolAt({ database: 'behind' });
    const basis = { head: manifest?.head ?? 0, ...(manifest?.commit !== undefined && { commit: manifest.commit }) };
    const refused = await storage.commit({ workspace: '/', session: 'one' }, basis, batch(basis.head + 1, []));
    expect(refused).toMatchObject({ status: 'moved', moved: { entries: undefined } });
    await memory.items.memorize('after the failover');
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['known to both', 'after the failover']);
    expect(memory.recovery.kind).toBe('rolled-back');
    await memory.close();
  });
});
