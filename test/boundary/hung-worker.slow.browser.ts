// Workers and databases that do not answer: every call ends with a code, and the memory recovers.
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { idbStorage } from '../../src/storage/indexeddb/storage.ts';
import { ended, freshSession, newest, open, texts, workers } from '../support/browser/hooked-memories.ts';
import { prepareForAll, wholeApi } from '../support/whole-api.ts';

/** Long enough for the first answer of a fresh worker on a busy machine, short enough to wait for several times. */
const deadlineMs = 4000;

describe('a worker in an endless loop', () => {
  it('lets everything that an app can ask end with a code', async () => {
    const session = freshSession();
    const memory = await open({ session, workspace: 'hung', deadlineMs });
    const prepared = await prepareForAll(memory);
    newest().postMessage('hang');
    const { reopen: _, close: __, ...calls } = wholeApi({ ...prepared, session });
    const ends = await Promise.all(
      Object.entries(calls).map(async ([path, ask]) => [path, await ended(ask(memory))] as const),
    );
    const local = [
      'context.measure',
      'context.guide',
      'context.origin',
      'tools',
      'embedding.',
      'files.markSeen',
      'shared.files.markSeen',
    ];
    for (const [path, end] of ends) {
      if (path === 'persist') {
        // The browser answers, and Firefox asks the user first.
        expect(['answered', 'timeout']).toContain(end);
        continue;
      }
      expect([path, end]).toEqual([path, local.some((name) => path.startsWith(name)) ? 'answered' : 'timeout']);
    }
  });

  it('is replaced by reopen, which finds everything again', async () => {
    const memory = await open({ deadlineMs });
    await memory.items.memorize('acknowledged before');
    newest().postMessage('hang');
    const waiting = ended(memory.items.memorize('on its way'));
    await memory.reopen();
    expect(await waiting).toBe('worker-lost');
    expect(await texts(memory)).toContain('acknowledged before');
    expect(workers).toHaveLength(2);
  });

  it('is replaced by itself after two deadlines without an answer', async () => {
    const memory = await open({ deadlineMs });
    await memory.items.memorize('acknowledged before');
    newest().postMessage('hang');
    expect(memory.health()).toMatchObject({ state: 'ok', restarts: 0 });
    expect(await ended(memory.items.list())).toBe('timeout');
    expect(memory.health()).toMatchObject({ state: 'unavailable', restarts: 0 });
    await expect
      .poll(() => texts(memory).catch((error: Error) => error.message), { timeout: 30_000 })
      .toEqual(['acknowledged before']);
    expect(memory.health()).toMatchObject({ state: 'ok', restarts: 1 });
    expect(workers).toHaveLength(2);
  });

  it('F20: is ended by close, which says that it could not wait', async () => {
    const session = freshSession();
    const memory = await open({ session, deadlineMs });
    await memory.items.memorize('acknowledged before');
    newest().postMessage('hang');
    const waiting = ended(memory.items.memorize('on its way'));
    expect(await ended(memory.close())).toBe('timeout');
    expect(['timeout', 'worker-lost']).toContain(await waiting);
    expect(await ended(memory.items.list())).toBe('closed');
    expect(await texts(await open({ session }))).toContain('acknowledged before');
  });
});

describe('a worker that answers', () => {
  it('is kept by reopen', async () => {
    const memory = await open();
    await memory.reopen();
    expect(workers).toHaveLength(1);
  });

  it('F20: does everything that was asked before it is closed', async () => {
    const session = freshSession();
    const memory = await open({ session });
    await memory.items.memorize('the PIN is 4711');
    const [{ id } = { id: '' }] = await memory.items.list();
    const asked = [
      memory.items.memorize('the last words'),
      memory.state.onEvent({ type: 'task_started', context: { task: 'close' } }),
      memory.items.forget({ ids: [id] }, { mode: 'hard' }),
      memory.files.write('detail/plan.md', 'ship it'),
    ];
    let answered = 0;
    for (const call of asked) void call.then(() => answered++);
    const closing = memory.close();
    expect(answered, 'all are on their way').toBe(0);
    await closing;
    expect(await Promise.all(asked.map(ended))).toEqual(asked.map(() => 'answered'));
    const again = await open({ session });
    expect(await texts(again)).toEqual(['the last words']);
    expect((await again.files.read('detail/plan.md')).text).toBe('ship it');
  });

  it('F13: tells the app of a rejection that nobody handles, as of an error', async () => {
    await open();
    const told: string[] = [];
    newest().addEventListener('error', (event) => {
      event.preventDefault();
      told.push(event.message);
    });
    newest().postMessage('reject');
    await expect.poll(() => told).toEqual([expect.stringContaining('rejected on request')]);
  });
});

describe('a page without Web Locks', () => {
  it('F32: gets over a lost worker by itself', async () => {
    const locks = Object.getOwnPropertyDescriptor(Navigator.prototype, 'locks') as PropertyDescriptor;
    Object.defineProperty(Navigator.prototype, 'locks', { configurable: true, value: undefined });
    onTestFinished(() => void Object.defineProperty(Navigator.prototype, 'locks', locks));
    const memory = await open({ deadlineMs });
    await memory.items.memorize('acknowledged before');
    newest().terminate();
    expect(await ended(memory.items.list())).toBe('timeout');
    await expect
      .poll(() => texts(memory).catch((error: Error) => error.message), { timeout: 30_000 })
      .toEqual(['acknowledged before']);
  });
});

describe('a database that does not answer', () => {
  const request = <T>(asked: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      asked.addEventListener('success', () => resolve(asked.result));
      asked.addEventListener('error', () => reject(asked.error as DOMException));
    });

  it('F49: because of a transaction that never ends, times calls out and takes them again when it has ended', async () => {
    const name = freshSession();
    const memory = await open({ worker: 'auto', storage: idbStorage({ name }), deadlineMs });
    const other = await request(indexedDB.open(name));
    other.addEventListener('versionchange', () => other.close());
    const stuck = other.transaction([...other.objectStoreNames], 'readwrite').objectStore('manifest');
    let isStuck = true;
    const stay = (): void => {
      if (isStuck) stuck.count().addEventListener('success', stay);
    };
    stay();
    const ends = await Promise.all(['one', 'two', 'three'].map((text) => ended(memory.items.memorize(text))));
    expect(ends).toEqual(['timeout', 'timeout', 'timeout']);
    isStuck = false;
    await expect
      .poll(() => ended(memory.items.memorize('four', { tags: ['last'] })), { timeout: 30_000 })
      .toBe('answered');
    // A call that timed out may have been committed all the same: once, in its place.
    expect((await texts(memory)).filter((text) => text !== 'four')).toEqual(
      ['one', 'two', 'three'].slice(0, (await texts(memory)).length - 1),
    );
    other.close();
  });

  it('because it is being deleted, cannot be opened until that is done', async () => {
    const name = freshSession();
    const former = await open({ worker: 'auto', storage: idbStorage({ name }) });
    // A connection that does not make room, as an old version in another tab might.
    const deaf = await request(indexedDB.open(name));
    const deleted = request(indexedDB.deleteDatabase(name));
    const opening = openWorkingMemory({ session: freshSession(), storage: idbStorage({ name }), deadlineMs });
    expect(await ended(opening)).toBe('timeout');
    deaf.close();
    await deleted;
    await expect
      .poll(() => ended(open({ storage: idbStorage({ name }), worker: 'auto' })), { timeout: 30_000 })
      .toBe('answered');
    await former.close();
  });
});
