// A busy worker, a worker whose liveness lock is stolen, and owners that communicate through storage only.
import { describe, expect, it, onTestFinished } from 'vitest';
import { freshSession, newest, open, workers } from '../support/browser/hooked-memories.ts';

describe('a worker', () => {
  it('F14: is not mistaken for one that is busy, however often it is asked meanwhile', async () => {
    const memory = await open();
    await memory.items.memorize('before');
    const told: unknown[] = [];
    newest().addEventListener('message', ({ data }) => told.push(data));
    newest().postMessage('be busy');
    const asked = [memory.items.memorize('a'), memory.items.list(), memory.items.memorize('b')];
    await expect.poll(() => told).toContain('was busy');
    await Promise.all(asked);
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['before', 'a', 'b']);
    expect(workers).toHaveLength(1);
    expect(memory.health().restarts).toBe(0);
  });

  it('F30: is replaced when its sign of life is stolen, and nothing is lost or done twice', async () => {
    const memory = await open();
    await memory.items.memorize('before');
    const { held = [] } = await navigator.locks.query();
    const signs = held.flatMap(({ name = '' }) => (name.startsWith('working-memory') ? [name] : []));
    expect(signs.length).toBeGreaterThan(0);
    const writes = Array.from({ length: 20 }, (_, index) => memory.items.memorize(`note ${index}`));
    const ends = Promise.allSettled(writes);
    for (const name of signs) await navigator.locks.request(name, { steal: true }, () => undefined);
    const done = (await ends).flatMap(({ status }, index) => (status === 'fulfilled' ? [`note ${index}`] : []));
    await expect
      .poll(() =>
        memory.items.memorize('after').then(
          () => 'stored',
          () => 'refused',
        ),
      )
      .toBe('stored');
    const texts = (await memory.items.list()).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['before', ...done, 'after']));
    expect(new Set(texts).size).toBe(texts.length);
    expect(memory.health().restarts).toBeGreaterThan(0);
  });
});

describe('two owners of one session', () => {
  it('F32: lose no update where the runtime has neither locks nor channels between them', async () => {
    const locks = Object.getOwnPropertyDescriptor(Navigator.prototype, 'locks') as PropertyDescriptor;
    Object.defineProperty(Navigator.prototype, 'locks', { configurable: true, value: undefined });
    const channel = globalThis.BroadcastChannel;
    Object.assign(globalThis, { BroadcastChannel: undefined });
    onTestFinished(() => {
      Object.defineProperty(Navigator.prototype, 'locks', locks);
      Object.assign(globalThis, { BroadcastChannel: channel });
    });
    const session = freshSession();
    const limits = { maxItems: 10, maxTokens: 4000 };
    const owners = await Promise.all([1, 2].map(() => open({ session, limits, worker: false })));
    expect([navigator.locks, globalThis.BroadcastChannel]).toEqual([undefined, undefined]);
    const writes = owners.map((memory, owner) =>
      Promise.all(Array.from({ length: 30 }, (_, index) => memory.items.memorize(`note ${index} of owner ${owner}`))),
    );
    const results = (await Promise.all(writes)).flat();
    expect(new Set(results.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(60);
    expect(new Set(results.flatMap((result) => result.evicted.map(({ id }) => id))).size).toBe(50);
    for (const memory of owners) {
      await memory.items.step();
      expect(await memory.items.capacity()).toMatchObject({ usage: { items: 10 } });
    }
  });
});
