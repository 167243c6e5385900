// A worker and its successors, as the host keeps them, with connections that the test makes.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineConnection } from '../../src/boundary/connect.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import { workerHost } from '../../src/host/worker-host.ts';
import { outcome } from '../support/promises.ts';

const never = new Promise<never>(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection whose engine answers, or not. */
function connection(
  answer: () => Promise<unknown> = async () => [],
): EngineConnection & { readonly why: () => unknown } {
  let why: string | undefined;
  const engine = { journal: answer, close: answer } as unknown as Engine;
  const status = { storage: 'indexeddb', quarantined: [], head: 0, step: 0 } as unknown as EngineConnection['status'];
  return { engine, status, lost: () => why, end: (reason) => void (why ??= reason), why: () => why };
}

const hosted = (first: EngineConnection) => {
  const started: EngineConnection[] = [];
  const start = async (): Promise<EngineConnection> => {
    const fresh = connection();
    started.push(fresh);
    return fresh;
  };
  return { host: workerHost(first, start, 'file', [], 30_000), started };
};

describe('reopen', () => {
  it('keeps a worker that answers', async () => {
    const first = connection();
    const { host, started } = hosted(first);
    await host.reopen();
    expect([started.length, host.restarts(), first.why()]).toEqual([0, 0, undefined]);
  });

  it.each([
    ['does not answer', () => never],
    ['cannot read its storage', () => Promise.reject(new Error('no storage'))],
  ])('replaces one that %s', async (_, answer) => {
    const first = connection(answer);
    const { host, started } = hosted(first);
    const reopened = outcome(host.reopen().then(() => 'reopened'));
    await vi.advanceTimersByTimeAsync(2000);
    expect(reopened.value).toBe('reopened');
    expect([started.length, host.restarts()]).toEqual([1, 1]);
    expect(first.why()).toBe('it did not answer when it was reopened');
    expect(host.runtime().reason).toContain('started again 1 times');
  });
});

describe('a closed host', () => {
  it('starts no worker any more, whoever still asks for one', async () => {
    const { host, started } = hosted(connection());
    await host.close();
    await expect(host.engine()).rejects.toMatchObject({ code: 'closed' });
    expect(started).toEqual([]);
  });

  it('ends a worker that was being started when it was let go', async () => {
    const first = connection();
    const { host, started } = hosted(first);
    first.end('it ended');
    const engine = host.engine();
    host.end();
    await expect(engine).rejects.toMatchObject({ code: 'closed' });
    expect(started.map((fresh) => fresh.lost())).toEqual(['the memory was closed']);
  });
});
