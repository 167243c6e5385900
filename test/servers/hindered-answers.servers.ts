// Real servers that execute every command and answer late, in halves, or twice: a call ends with a code or succeeds,
// nothing is stored in part, and the session continues.
import { once } from 'node:events';
import { Redis, type RedisOptions } from 'ioredis';
import { Pool, type PoolConfig } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory } from '../../src/entries/index.ts';
import type { SessionAddress, Storage } from '../../src/storage/port.ts';
import { redisStorage } from '../../src/storage/redis/storage.ts';
import { postgresStorage } from '../../src/storage/sql/open-postgres.ts';
import { hasRedis, NO_REDIS, startRedis } from '../sdks/support/redis/redis-server.ts';
import { type HinderingProxy, hinderingProxy } from '../support/hindering-proxy.ts';
import { batch, put } from '../support/storage/batches.ts';
import { hasPostgres, NO_POSTGRES, startPostgres } from './support/postgres-server.ts';

interface Place {
  readonly name: string;
  readonly isHere: boolean;
  start(): Promise<{ readonly port: number; stop(): Promise<void> }>;
  /** @param impatientMs after which the client gives a silent connection up; without, never */
  storage(port: number, prefix: string, impatientMs?: number): { readonly storage: Storage; end(): unknown };
}

const PLACES: readonly Place[] = [
  {
    name: `Postgres${NO_POSTGRES}`,
    isHere: hasPostgres,
    start: () => startPostgres('fsync=off'),
    storage(port, prefix, impatientMs) {
      const at: PoolConfig = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 2 };
      const client = new Pool({ ...at, ...(impatientMs && { query_timeout: impatientMs }) });
      client.on('error', () => undefined);
      client.on('connect', (one) => one.on('error', () => undefined));
      return { storage: postgresStorage({ client, prefix }), end: () => client.end() };
    },
  },
  {
    name: `Redis${NO_REDIS}`,
    isHere: hasRedis,
    start: () => startRedis(),
    storage(port, prefix, impatientMs) {
      const options: RedisOptions = { retryStrategy: () => 1, ...(impatientMs && { socketTimeout: impatientMs }) };
      const client = new Redis(port, '127.0.0.1', options);
      client.on('error', () => undefined);
      return { storage: redisStorage({ client, prefix }), end: () => client.disconnect() };
    },
  },
];

const HERE: SessionAddress = { workspace: '/here', session: 'one' };
const DEADLINE_MS = 3000;

interface Hindered {
  hinder(proxy: HinderingProxy): void;
  /** Runs after the call has ended. */
  afterwards?(proxy: HinderingProxy): void;
  readonly impatientMs?: number;
  readonly end: 'stored' | 'timeout';
}

const CASES: Readonly<Record<string, Hindered>> = {
  'answers everything late': { hinder: (proxy) => proxy.delay(60), end: 'stored' },
  'answers everything after the deadline': {
    hinder: (proxy) => proxy.delay(2 * DEADLINE_MS),
    afterwards: (proxy) => proxy.delay(0),
    end: 'timeout',
  },
  'stops in the middle of an answer until the connection breaks': {
    hinder: (proxy) => proxy.hinder('halved', 'third', 1),
    afterwards: (proxy) => proxy.breakOff(),
    end: 'timeout',
  },
  'stops in the middle of an answer, and the client gives the connection up': {
    hinder: (proxy) => proxy.hinder('halved', 'third', 1),
    impatientMs: 1000,
    end: 'stored',
  },
};

describe.each(PLACES)('$name that', (place) => {
  let server: Awaited<ReturnType<Place['start']>>;
  let proxy: HinderingProxy;
  let places = 0;
  const ending: (() => unknown)[] = [];
  const storageAt = (port: number, prefix: string, impatientMs?: number): Storage => {
    const { storage, end } = place.storage(port, prefix, impatientMs);
    ending.unshift(end);
    return storage;
  };
  beforeAll(async () => {
    if (!place.isHere) return;
    server = await place.start();
    // Loads what opening on this thread needs, so that the short deadline below is for the server alone.
    await (await openWorkingMemory({ session: 'before', worker: false, storage: memoryStorage() })).close();
  });
  afterAll(() => server?.stop());
  const withProxy = async (): Promise<string> => {
    proxy = await hinderingProxy(server.port);
    ending.push(() => proxy.close());
    return `hindered_${++places}_`;
  };
  afterEach(async () => {
    for (const end of ending.splice(0)) await end();
  });

  it.skipIf(!place.isHere).each(Object.entries(CASES))('%s leaves a session whole, which goes on', async (_, fault) => {
    const prefix = await withProxy();
    const hindered = storageAt(proxy.port, prefix, fault.impatientMs);
    const memory = await openWorkingMemory({
      session: 'one',
      worker: false,
      storage: hindered,
      deadlineMs: DEADLINE_MS,
    });
    await memory.items.memorize(['first', 'second']);
    fault.hinder(proxy);
    const refused = await memory.items.memorize(['third', 'fourth']).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (fault.end === 'stored') expect(refused).toBeUndefined();
    else expect(refused).toMatchObject({ code: fault.end, message: expect.stringContaining('deadlineMs') });
    fault.afterwards?.(proxy);
    const other = storageAt(server.port, prefix);
    const fresh = await openWorkingMemory({ session: 'one', worker: false, storage: other });
    const texts = async (one: typeof memory) => (await one.items.list()).map(({ text }) => text);
    expect([fresh.recovery.kind, ...(await texts(fresh)).slice(0, 2)]).toEqual(['none', 'first', 'second']);
    await fresh.close();
    // A late answer is awaited; memorizing the same text again gives the same item.
    const again = () =>
      memory.items.memorize('fifth').then(
        () => 'stored',
        ({ code }: { code: string }) => code,
      );
    await expect.poll(again).toBe('stored');
    const all = await texts(memory);
    // A call that ended at its deadline may have been executed: as a whole or not at all.
    const isStored = fault.end === 'stored' || all.includes('third');
    expect(all).toEqual(['first', 'second', ...(isStored ? ['third', 'fourth'] : []), 'fifth']);
    await memory.close();
    const later = await openWorkingMemory({ session: 'one', worker: false, storage: other });
    expect(await texts(later)).toEqual(all);
    await later.close();
  });
});

describe.skipIf(!hasRedis)(`Redis${NO_REDIS}`, () => {
  it('that answers twice makes no owner believe a commit that was refused', async () => {
    const server = await startRedis();
    const proxy = await hinderingProxy(server.port);
    const client = new Redis(proxy.port, '127.0.0.1');
    client.on('error', () => undefined);
    const storage = redisStorage({ client });
    const commit = (head: number, key: string) =>
      storage.commit(HERE, { head: head - 1 }, batch(head, [put('items', key, { text: key })]));
    await commit(1, 'first');
    proxy.hinder('repeated', 'mine', 1);
    expect(await commit(2, 'mine')).toEqual({ status: 'done' });
    const isInStep = once(client, 'error');
    const late = commit(2, 'of another owner, too late');
    await expect(late).rejects.toMatchObject({
      code: 'storage-unavailable',
      message: expect.stringContaining('check before you repeat it'),
    });
    expect(proxy.hindered()).toBe(1);
    // The client throws away the answer that is left over.
    await isInStep;
    expect(await commit(3, 'next')).toEqual({ status: 'done' });
    expect((await storage.load(HERE, ['items'])).rows.map(({ key }) => key).sort()).toEqual(['first', 'mine', 'next']);
    client.disconnect();
    await proxy.close();
    await server.stop();
  });
});
