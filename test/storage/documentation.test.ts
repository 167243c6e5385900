// The examples of docs/storage.md are programs; this runs them as written.
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { createStorage } from 'unstorage';
import fsDriver from 'unstorage/drivers/fs';
import { describe, expect, it } from 'vitest';
import { durableObjectStorage } from '../../src/entries/durable-object.ts';
import { openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { redisStorage } from '../../src/entries/redis.ts';
import { unstorageStorage } from '../../src/entries/unstorage.ts';
import { fakeDurableObject } from '../support/fakes/fake-durable-object.ts';
import { hasRedis, NO_REDIS, startRedis } from '../support/storage/redis-server.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const page = readFileSync(new URL('../../docs/storage.md', import.meta.url), 'utf8');

/** Runs the example under a heading with these names bound in place of its imports; gives back the value of `result`. */
async function run(heading: string, bound: object, result: string): Promise<unknown> {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const [, code] = /```js\n([\s\S]*?)```/.exec(section) ?? [];
  if (code === undefined) throw new Error(`docs/storage.md has no example under ${heading}.`);
  const names = { openWorkingMemory, durableObjectStorage, redisStorage, unstorageStorage, createStorage, ...bound };
  // A program from a page of our own.
  const AsyncFunction = (async () => undefined).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<unknown>;
  const program = code.replaceAll(/^import .*\n|^export /gm, '');
  return new AsyncFunction(...Object.keys(names), `${program}\nreturn ${result};`)(...Object.values(names));
}

const expectItWorks = async (memory: WorkingMemory, kind: string): Promise<void> => {
  expect(memory.runtime.storage).toBe(kind);
  await memory.items.memorize('kept');
  expect((await memory.items.list()).map(({ text }) => text)).toEqual(['kept']);
  await memory.close();
};

describe('the example of docs/storage.md', () => {
  it('for a Durable Object answers requests, also after the object was evicted', async () => {
    class DurableObject {
      constructor(readonly ctx: object) {}
    }
    const storage = fakeDurableObject();
    const Agent = (await run('Durable Object', { DurableObject }, 'Agent')) as new (ctx: object) => {
      fetch(request: Request): Promise<Response>;
    };
    const ask = async (agent: InstanceType<typeof Agent>, body: string): Promise<string[]> => {
      const response = await agent.fetch(new Request('https://agent', { method: 'POST', body }));
      return ((await response.json()) as { text: string }[]).map(({ text }) => text);
    };
    expect(await ask(new Agent({ storage }), 'first')).toEqual(['first']);
    storage.reset();
    expect(await ask(new Agent({ storage }), 'second')).toEqual(['first', 'second']);
  });

  it.skipIf(!hasRedis)(`for Redis opens a memory${NO_REDIS}`, async () => {
    const server = await startRedis();
    const bound = { Redis, process: { env: { REDIS_URL: `redis://127.0.0.1:${server.port}` } } };
    const { client, memory } = (await run('Redis', bound, '{ client, memory }')) as {
      client: Redis;
      memory: WorkingMemory;
    };
    await expectItWorks(memory, 'redis');
    client.disconnect();
    await server.stop();
  });

  it('for unstorage opens a memory', async () => {
    const base = await temporaryFolder();
    const bound = { fsDriver: () => fsDriver({ base }) };
    await expectItWorks((await run('unstorage', bound, 'memory')) as WorkingMemory, 'unstorage, one process at a time');
  });
});
