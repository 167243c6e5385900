// `npm run bench -- fleet [--sessions N] [--only NAME]`: many sessions of 64 short items on a local Postgres, Redis and
// SQLite: what one takes to open and to commit to, and how many bytes it has there.
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { openWorkingMemory } from 'working-memory';
import { postgresStorage } from 'working-memory/postgres';
import { redisStorage } from 'working-memory/redis';
import { sqliteStorage } from 'working-memory/sqlite';
import { startRedis } from '../../test/sdks/support/redis/redis-server.ts';
import { startPostgres } from '../../test/servers/support/postgres-server.ts';
import { loadAverage, machineLine, NODE, type Row, table } from '../report.ts';

type Storage = ReturnType<typeof sqliteStorage>;

interface Place {
  readonly storage: Storage;
  bytes(): Promise<number>;
  stop(): Promise<void>;
}

const ITEMS = 64;
const OPENED = 100;
const OWNERS = [1, 4, 16];
const COMMITS = 160;
const MILLION = 1_000_000;

const require = createRequire(join(process.cwd(), 'test/servers/package.json'));

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  async postgres() {
    const { Pool } = require('pg') as { Pool: new (options: object) => PgPool };
    const server = await startPostgres();
    const pool = new Pool({ host: '127.0.0.1', port: server.port, user: 'postgres', database: 'postgres', max: 16 });
    // The server's end reaches connections that are closing.
    pool.on('connect', (client) => client.on('error', () => undefined));
    pool.on('error', () => undefined);
    const size =
      "SELECT sum(pg_total_relation_size(oid))::text AS bytes FROM pg_class WHERE relname LIKE 'working_memory%' AND relkind = 'r'";
    return {
      storage: postgresStorage({ client: pool }),
      bytes: async () => Number((await pool.query(size, [])).rows[0]?.bytes),
      stop: async () => (await pool.end(), server.stop()),
    };
  },
  async redis() {
    const { Redis } = require('ioredis') as { Redis: new (port: number, host: string) => RedisLike };
    const server = await startRedis('--appendonly', 'yes');
    const client = new Redis(server.port, '127.0.0.1');
    const used = async (): Promise<number> => Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
    const empty = await used();
    return {
      storage: redisStorage({ client }),
      bytes: async () => (await used()) - empty,
      stop: async () => (client.disconnect(), server.stop()),
    };
  },
  async sqlite() {
    const Database = require('better-sqlite3') as new (file: string) => SqliteLike;
    const folder = await mkdtemp(join(tmpdir(), 'working-memory-fleet-'));
    const db = new Database(join(folder, 'memory.db'));
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    const pragma = (name: string): number => Number(Object.values(db.prepare(`PRAGMA ${name}`).all()[0] ?? {})[0]);
    return {
      storage: sqliteStorage({ db }),
      bytes: async () => pragma('page_count') * pragma('page_size'),
      stop: async () => (db.close(), rm(folder, { recursive: true })),
    };
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

/** @param args of the command, without the name of the bench */
export async function fleet(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { sessions: { type: 'string' }, only: { type: 'string' } },
  });
  const sessions = Number(values.sessions ?? 1000);
  const loadBefore = loadAverage();
  const rows: Row[] = [];
  for (const [name, start] of Object.entries(PLACES)) {
    if (values.only !== undefined && values.only !== name) continue;
    const place = await start();
    try {
      rows.push(...(await measured(name, place, sessions)));
    } finally {
      await place.stop();
    }
  }
  console.log(table(rows));
  console.log(machineLine(NODE, loadBefore));
}

async function measured(name: string, { storage, bytes }: Place, sessions: number): Promise<Row[]> {
  let handed = 0;
  const counted: Storage = {
    ...storage,
    commit(address, basis, batch) {
      handed +=
        JSON.stringify(batch.rows).length + JSON.stringify(batch.manifest).length + JSON.stringify(batch.entry).length;
      return storage.commit(address, basis, batch);
    },
  };
  const open = (session: string, within = storage) => openWorkingMemory({ session, storage: within, worker: false });
  for (let turn = 0; turn < sessions; turn++) {
    const memory = await open(`session-${turn}`, counted);
    await memory.items.memorize(
      Array.from({ length: ITEMS }, (_, item) => `Fact ${item} of ${turn}: ${textOf(turn + item)}`),
    );
    await memory.close();
  }
  const each = (await bytes()) / sessions;
  const opening: number[] = [];
  const committing: number[] = [];
  for (let turn = 0; turn < OPENED; turn++) {
    const session = `session-${(turn * 7919) % sessions}`;
    let before = performance.now();
    const memory = await open(session);
    opening.push(performance.now() - before);
    before = performance.now();
    await memory.items.memorize(`One more: ${textOf(turn)}`);
    committing.push(performance.now() - before);
    await memory.close();
  }
  let before = performance.now();
  const page = await storage.sessions({ limit: 100 });
  const paged = performance.now() - before;
  const rates: string[] = [];
  for (const owners of OWNERS) {
    const memories = await Promise.all(Array.from({ length: owners }, (_, owner) => open(`session-${owner}`)));
    before = performance.now();
    await Promise.all(
      memories.map(async (memory) => {
        for (let turn = 0; turn < COMMITS / owners; turn++) await memory.items.memorize(textOf(turn));
      }),
    );
    rates.push(`${owners}: ${Math.round((COMMITS * 1000) / (performance.now() - before))}/s`);
    await Promise.all(memories.map((memory) => memory.close()));
  }
  const kilobytes = (count: number): string => `${(count / 1000).toFixed(1)} kB`;
  const row = (what: string, figure: string, how?: string): Row => ({
    bench: 'fleet',
    runtime: name,
    what,
    figure,
    ...(how !== undefined && { measured: how }),
  });
  return [
    row(`open one of ${sessions} sessions`, quantiles(opening), `${OPENED} of them`),
    row('memorize one text in it', quantiles(committing), `${OPENED} times`),
    row(`list ${page.length} sessions`, `${paged.toFixed(1)} ms`),
    row(
      `a session of ${ITEMS} short items there`,
      kilobytes(each),
      `${kilobytes(handed / sessions)} were handed to the adapter`,
    ),
    row('10⁶ such sessions, by multiplication', `${((each * MILLION) / 1e9).toFixed(1)} GB`),
    row('commits by so many owners at once', rates.join(' · '), 'a session each'),
  ];
}

function quantiles(all: readonly number[]): string {
  const sorted = [...all].sort((one, other) => one - other);
  const at = (share: number): string => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)} ms`;
  return `median ${at(0.5)}, p99 ${at(0.99)}`;
}

const WORDS = [
  'deploy',
  'key',
  'Friday',
  'rotates',
  'customer',
  'prefers',
  'train',
  'Lyon',
  'budget',
  'of',
  'the',
  'review',
];
const textOf = (seed: number): string =>
  Array.from({ length: 10 }, (_, place) => WORDS[(seed * 31 + place * place * 7) % WORDS.length]).join(' ');
