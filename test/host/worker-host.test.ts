// A session and its successive workers in the host, with connections that the test makes.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineConnection } from '../../src/boundary/connect.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import { type LiveWorker, workerLost } from '../../src/boundary/workers/live-worker.ts';
import { repeatsOf } from '../../src/boundary/repeats.ts';
import { workerHost } from '../../src/host/worker-host.ts';
import { outcome } from '../support/promises.ts';

const DEADLINE = 30_000;
const methods = { listItems: null, memorize: null, storeVectors: null } as unknown as Engine;
const never = new Promise<never>(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class FakeWorker {
  #lost: string | undefined;
  readonly lost = (): string | undefined => this.#lost;
  readonly end = (reason: string): void => void (this.#lost ??= reason);
}

type Answer = (method: string, worker: LiveWorker) => Promise<unknown>;

/** A session of a page whose nth worker answers as the nth of these says; those after it answer all. */
async function hosted(...answers: readonly Answer[]) {
  const workers: FakeWorker[] = [];
  const opened: string[] = [];
  const connections: { readonly isEnded: boolean }[] = [];
  const members = new Set<() => void>();
  const page = {
    deadlineMs: DEADLINE,
    join: (reopen: () => void) => void members.add(reopen),
    leave: (reopen: () => void) => void members.delete(reopen),
    living: async () => {
      if (workers.at(-1)?.lost() !== undefined || workers.length === 0) workers.push(new FakeWorker());
      return workers.at(-1) as unknown as LiveWorker;
    },
  };
  const open = async (worker: LiveWorker): Promise<EngineConnection> => {
    const own = workers.indexOf(worker as unknown as FakeWorker);
    const answer = answers[own] ?? (async () => []);
    await answer('open', worker);
    opened.push(`in worker ${own + 1}`);
    const connection = { isEnded: false };
    connections.push(connection);
    const ask = (method: string): Promise<unknown> => answer(method, worker);
    const status = { storage: 'indexeddb', quarantined: [], head: 0, step: 0 } as unknown as EngineConnection['status'];
    const end = (): void => void (connection.isEnded = true);
    return {
      ask,
      status,
      repeats: repeatsOf(methods),
      isLost: () => connection.isEnded || worker.lost() !== undefined,
      end,
    };
  };
  const host = await workerHost(page, open, 'file', []);
  return { host, workers, members, opened, connections };
}

describe('reopen', () => {
  it('keeps a worker that answers', async () => {
    const { host, workers } = await hosted();
    await host.reopen();
    expect([workers.length, host.restarts(), workers[0]?.lost()]).toEqual([1, 0, undefined]);
  });

  it.each([
    ['does not answer', () => never],
    ['cannot read its storage', () => Promise.reject(new Error('no storage'))],
  ])('replaces one that %s', async (_, answer) => {
    const { host, workers } = await hosted(async (method) => (method === 'open' ? [] : answer()));
    const reopened = outcome(host.reopen().then(() => 'reopened'));
    await vi.advanceTimersByTimeAsync(2000);
    expect(reopened.value).toBe('reopened');
    expect([workers.length, host.restarts()]).toEqual([2, 1]);
    expect(workers[0]?.lost()).toBe('it did not answer when it was reopened');
    expect(host.runtime().reason).toContain('started again 1 times');
  });
});

describe('opening', () => {
  it('goes on in the next worker when the one that it began in is ended for another session', async () => {
    const { host, opened } = await hosted(async (_, worker) => {
      worker.end('ended for another session');
      throw workerLost('ended for another session', 'unknown');
    });
    expect([opened, host.restarts()]).toEqual([['in worker 2'], 0]);
  });

  it('fails, and leaves the page, when the session cannot be opened in a worker that lives', async () => {
    const left: unknown[] = [];
    const page = { deadlineMs: DEADLINE, join: () => undefined, leave: (one: unknown) => void left.push(one) };
    const living = async () => new FakeWorker() as unknown as LiveWorker;
    const refusing = workerHost({ ...page, living }, () => Promise.reject(new Error('storage-version')), 'file', []);
    await expect(refusing).rejects.toThrow('storage-version');
    expect(left).toHaveLength(1);
  });
});

describe('a call whose worker is lost before the answer', () => {
  const losing =
    (applied: 'no' | 'unknown', afterMs = 0): Answer =>
    async (method) => {
      if (method === 'open') return [];
      await new Promise((later) => setTimeout(later, afterMs));
      throw workerLost('it ended', applied);
    };
  const asked = async (answer: Answer, ask: (engine: Engine) => Promise<unknown>) => {
    const { host, workers } = await hosted(answer);
    const engine = await host.engine();
    const result = outcome(ask(engine).then(() => 'answered'));
    workers[0]?.end('it ended');
    await vi.advanceTimersByTimeAsync(2 * DEADLINE);
    return { result: result.value, workers: workers.length };
  };

  it('is answered by the next one when it only reads', async () => {
    const read = await asked(losing('unknown'), (engine) => engine.listItems());
    expect(read).toEqual({ result: 'answered', workers: 2 });
  });

  it('is made again when it writes and never reached the worker', async () => {
    const write = await asked(losing('no'), (engine) => engine.memorize([{ text: 'a' }]));
    expect(write).toEqual({ result: 'answered', workers: 2 });
  });

  it('rejects when it writes and may have been applied, and starts no worker', async () => {
    const write = await asked(losing('unknown'), (engine) => engine.memorize([{ text: 'a' }]));
    expect(write).toMatchObject({ result: { code: 'worker-lost', details: { applied: 'unknown' } }, workers: 1 });
  });

  it('rejects when it concerns that engine alone', async () => {
    const write = await asked(losing('no'), (engine) => engine.storeVectors('model', []));
    expect(write).toMatchObject({ result: { code: 'worker-lost' }, workers: 1 });
  });

  it('rejects when it has waited longer than its deadline', async () => {
    const read = await asked(losing('unknown', DEADLINE + 1), (engine) => engine.listItems());
    expect(read).toMatchObject({ result: { code: 'worker-lost' }, workers: 1 });
  });

  it('is repeated once', async () => {
    const { host, workers } = await hosted(losing('unknown'), losing('unknown'));
    const result = outcome((await host.engine()).listItems());
    workers[0]?.end('it ended');
    await vi.advanceTimersByTimeAsync(1);
    workers[1]?.end('it ended');
    await vi.advanceTimersByTimeAsync(1);
    expect(result.value).toMatchObject({ code: 'worker-lost' });
    expect(workers).toHaveLength(2);
  });
});

describe('a worker that was replaced for another session', () => {
  it('has this one opened again, without a call of it', async () => {
    const { host, workers, members, opened } = await hosted();
    workers[0]?.end('it ended');
    for (const reopen of members) reopen();
    await vi.advanceTimersByTimeAsync(0);
    expect([host.restarts(), opened]).toEqual([1, ['in worker 1', 'in worker 2']]);
  });
});

describe('a closed host', () => {
  it('starts no worker any more, whoever still asks for one', async () => {
    const { host, workers, members } = await hosted();
    await host.close();
    await expect(host.engine()).rejects.toMatchObject({ code: 'closed' });
    expect([workers.length, members.size]).toEqual([1, 0]);
  });

  it('lets the session go that was being opened when it was let go', async () => {
    const { host, workers, connections } = await hosted();
    workers[0]?.end('it ended');
    const engine = host.engine();
    host.end();
    await expect(engine).rejects.toMatchObject({ code: 'closed' });
    expect(connections.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });
});
