// The databases of the bench: how each is started, and how a process, this one or an owner that is killed, comes to it.
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

/** A way of one process to a database. */
export interface Connection {
  readonly storage: Storage;
  /** What the database takes for all that is stored. */
  bytes(): Promise<number>;
  end(): Promise<void>;
}

export interface Engine {
  /** `at` leads other processes to it. */
  start(): Promise<{ readonly at: string; stop(): Promise<void> }>;
  connect(at: string): Connection;
}

const require = createRequire(join(process.cwd(), 'test/servers/package.json'));

export const ENGINES: Readonly<Record<string, Engine>> = {
  postgres: {
    async start() {
      const { port, stop } = await startPostgres();
      return { at: String(port), stop };
    },
    connect(port) {
      const { Pool } = require('pg') as { Pool: new (options: object) => PgPool };
      const pool = new Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 16 });
      // The server's end reaches connections that are closing.
      pool.on('connect', (client) => client.on('error', () => undefined));
      pool.on('error', () => undefined);
      const size =
        "SELECT sum(pg_total_relation_size(oid))::text AS bytes FROM pg_class WHERE relname LIKE 'working_memory%' AND relkind = 'r'";
      return {
        storage: postgresStorage({ client: pool }),
        bytes: async () => Number((await pool.query(size, [])).rows[0]?.bytes),
        end: () => pool.end(),
      };
    },
  },
  redis: {
    async start() {
      const { port, stop } = await startRedis('--appendonly', 'yes');
      return { at: String(port), stop };
    },
    connect(port) {
      const { Redis } = require('ioredis') as { Redis: new (port: number, host: string) => RedisLike };
      const client = new Redis(Number(port), '127.0.0.1');
      return {
        storage: redisStorage({ client }),
        bytes: async () => Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]),
        end: async () => client.disconnect(),
      };
    },
  },
  sqlite: {
    async start() {
      const folder = await mkdtemp(join(tmpdir(), 'working-memory-fleet-'));
      return { at: join(folder, 'memory.db'), stop: () => rm(folder, { recursive: true }) };
    },
    connect(file) {
      const Database = require('better-sqlite3') as new (file: string) => SqliteLike;
      const db = new Database(file);
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      const pragma = (name: string): number => Number(Object.values(db.prepare(`PRAGMA ${name}`).all()[0] ?? {})[0]);
      return {
        storage: sqliteStorage({ db }),
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
