// Databases of the fleet bench: how to start each, and how a process connects to it.
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresStorage } from 'working-memory/postgres';
import { redisStorage } from 'working-memory/redis';
import { sqliteStorage } from 'working-memory/sqlite';
import { startRedis } from '../../test/sdks/support/redis/redis-server.ts';
import { startPostgres } from '../../test/servers/support/postgres-server.ts';

export type Storage = ReturnType<typeof sqliteStorage>;
export type Batch = Parameters<Storage['commit']>[2];

/** Connection of one process to a database. */
export interface Connection {
  readonly storage: Storage;
  /** Stores a batch in the shortest way: one row on a server, the same rows in one transaction in SQLite. */
  commitBare(batch: Batch): unknown;
  /** Makes every later commit wait for the disk, where it did not before. */
  sync?(): Promise<unknown>;
  /** Returns the bytes that the database uses for everything stored. */
  bytes(): Promise<number>;
  end(): Promise<void>;
}

export interface Engine {
  /** Starts the database; other processes connect through `at`. */
  start(): Promise<{ readonly at: string; stop(): Promise<void> }>;
  connect(at: string): Connection;
  /** Limit of the time of a `memorize` ÷ that of `commitBare`. */
  readonly everyday: number;
}

const require = createRequire(join(process.cwd(), 'test/servers/package.json'));

export const ENGINES: Readonly<Record<string, Engine>> = {
  postgres: {
    everyday: 1.5,
    async start() {
      const { port, stop } = await startPostgres();
      return { at: String(port), stop };
    },
    connect(port) {
      const { Pool } = require('pg') as { Pool: new (options: object) => PgPool };
      const pool = new Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 16 });
      // Stopping the server breaks connections that are still closing.
      pool.on('connect', (client) => client.on('error', () => undefined));
      pool.on('error', () => undefined);
      let bare: Promise<unknown> | undefined;
      const size =
        "SELECT sum(pg_total_relation_size(oid))::text AS bytes FROM pg_class WHERE relname LIKE 'working_memory%' AND relkind = 'r'";
      return {
        storage: postgresStorage({ client: pool }),
        async commitBare(batch) {
          bare ??= pool.query(
            'CREATE TABLE IF NOT EXISTS bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, value text)',
            [],
          );
          await bare;
          await pool.query('INSERT INTO bare (value) VALUES ($1)', [JSON.stringify(batch)]);
        },
        bytes: async () => Number((await pool.query(size, [])).rows[0]?.bytes),
        end: () => pool.end(),
      };
    },
  },
  redis: {
    everyday: 1.5,
    async start() {
      const { port, stop } = await startRedis('--appendonly', 'yes');
      return { at: String(port), stop };
    },
    connect(port) {
      const { Redis } = require('ioredis') as { Redis: new (port: number, host: string) => RedisLike };
      const client = new Redis(Number(port), '127.0.0.1');
      let rows = 0;
      return {
        storage: redisStorage({ client }),
        commitBare: (batch) => client.call('HSET', ['bare', String(rows++), JSON.stringify(batch)]),
        sync: () => client.call('CONFIG', ['SET', 'appendfsync', 'always']),
        bytes: async () => Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]),
        end: async () => client.disconnect(),
      };
    },
  },
  sqlite: {
    everyday: 2,
    async start() {
      const folder = await mkdtemp(join(tmpdir(), 'working-memory-fleet-'));
      return { at: join(folder, 'memory.db'), stop: () => rm(folder, { recursive: true }) };
    },
    connect(file) {
      const Database = require('better-sqlite3') as new (file: string) => SqliteLike;
      const db = new Database(file);
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      let put: ReturnType<typeof db.prepare> | undefined;
      let drop: ReturnType<typeof db.prepare> | undefined;
      const pragma = (name: string): number => Number(Object.values(db.prepare(`PRAGMA ${name}`).all()[0] ?? {})[0]);
      return {
        storage: sqliteStorage({ db }),
        commitBare({ rows, manifest, entry }) {
          if (!put || !drop) {
            db.exec('CREATE TABLE IF NOT EXISTS bare (key TEXT PRIMARY KEY, value TEXT)');
            put = db.prepare('INSERT OR REPLACE INTO bare VALUES (?, ?)');
            drop = db.prepare('DELETE FROM bare WHERE key = ?');
          }
          db.exec('BEGIN IMMEDIATE');
          for (const { store, key, value } of rows) {
            if (value) put.run(`${store}/${key}`, JSON.stringify(value));
            else drop.run(`${store}/${key}`);
          }
          put.run('manifest', JSON.stringify(manifest));
          put.run(`journal/${manifest.head}`, JSON.stringify(entry));
          db.exec('COMMIT');
        },
        bytes: async () => pragma('page_count') * pragma('page_size'),
        end: async () => db.close(),
      };
    },
  },
};

interface PgPool {
  on(event: 'connect', listener: (client: { on(event: 'error', listener: () => void): void }) => void): void;
  on(event: 'error', listener: () => void): void;
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly { readonly bytes?: string }[] }>;
  end(): Promise<void>;
}
interface RedisLike {
  call(command: string, args: string[]): Promise<unknown>;
  info(section: string): Promise<string>;
  disconnect(): void;
}
interface SqliteLike {
  prepare(sql: string): { all(...values: unknown[]): Record<string, unknown>[]; run(...values: unknown[]): unknown };
  exec(sql: string): unknown;
  close(): void;
}
