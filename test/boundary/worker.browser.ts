// The worker boundary with real workers over real IndexedDB.
import { describe, expect, it } from 'vitest';
import { WorkingMemoryError } from '../../src/errors.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { ended, failure, freshSession, newest, open, texts, workers } from '../support/browser/hooked-memories.ts';

describe('a memory in a worker', () => {
  it('stores, recalls and finds everything again after it was closed', async () => {
    const session = freshSession();
    const memory = await open({ session });
    expect(memory.runtime).toEqual({
      place: 'worker',
      worker: 'own',
      reach: 'session',
      storage: 'indexeddb',
      quarantined: [],
    });
    await memory.items.memorize('The release is planned for Friday', { importance: 0.9 });
    await memory.items.memorize([{ text: '同步冲突用向量时钟解决' }, { text: 'Coffee is on the third floor' }]);
    await memory.files.write('overview.md', '# Plan\n\nShip it.');
    await memory.close();

    const again = await open({ session });
    expect(await again.items.capacity()).toMatchObject({ usage: { items: 3 } });
    expect((await again.items.remember('when is the release?')).hits[0]?.item).toMatchObject({
      importance: 0.9,
      sequence: 0,
    });
    expect((await again.items.remember('冲突')).hits[0]?.item.text).toContain('向量时钟');
    expect(await again.files.read('overview.md')).toMatchObject({ text: '# Plan\n\nShip it.', revision: 2 });
  });

  it('moves a whole session to another one: tree, transcript, state and items, by zip and by JSON', async () => {
    const memory = await open();
    await memory.items.memorize('The release is planned for Friday');
    await memory.files.write('detail/sync.md', '# Sync\n\nA vector clock decides.');
    await memory.transcript.append({ role: 'user', text: '发布定在周五' });
    await memory.state.onEvent({ type: 'task_started', context: { task: 'ship it' } });
    for (const packed of [await memory.export(), await memory.export({ format: 'json' })]) {
      const other = await open();
      expect(await other.import(packed)).toMatchObject({ items: 1, messages: 1, skipped: [] });
      expect((await other.files.search('vector clock')).hits[0]).toMatchObject({
        path: 'detail/sync.md',
        heading: 'Sync',
      });
      expect((await other.files.search('周五')).hits[0]).toMatchObject({ scope: 'transcript', message: 0 });
      expect((await other.state.read()).current_state.task).toBe('ship it');
      expect((await other.items.list()).map(({ text }) => text)).toEqual(['The release is planned for Friday']);
      await other.sessions.fork(`${freshSession()}`);
      expect((await other.sessions.list()).length).toBeGreaterThan(1);
    }
    const conflict = await memory.files.write('overview.md', 'x', { baseRevision: 99 });
    expect(conflict).toMatchObject({ status: 'conflict', reason: 'stale', diff: expect.stringContaining('+x') });
    const [read] = await memory.tools({ only: ['read'] });
    expect(await read?.execute({ path: 'detail/sync.md' })).toContain('A vector clock decides.');
  });

  it('throws errors whole: class, code and details', async () => {
    const memory = await open({ limits: { maxTokens: 10 } });
    const error = await failure(
      memory.items.memorize('one two three four five six seven eight nine ten eleven twelve'),
    );
    expect(error).toBeInstanceOf(WorkingMemoryError);
    expect(error).toMatchObject({ code: 'item-too-large', details: { maxTokens: 10 } });
    expect(error.message).toMatch(/Split it, or raise limits\.maxTokens/);
    expect(await memory.items.list()).toEqual([]);
  });

  it('F21: refuses what cannot cross with a clear error', async () => {
    const memory = await open();
    const error = await failure(memory.items.memorize({ text: 'x', at: (() => 1) as unknown as number }));
    expect(error.code).toBe('invalid-input');
  });

  it('tells its listeners about commits, until they end', async () => {
    const memory = await open();
    const seen: string[] = [];
    const end = memory.subscribe(({ events }) => seen.push(...events.map(({ type }) => type)));
    await memory.items.memorize('one');
    // Commits and answers come over one port.
    expect(seen).toEqual(['item-memorized']);
    end();
    await memory.items.memorize('two');
    expect(seen.filter((type) => type === 'item-memorized')).toHaveLength(1);
  });

  it('stops waiting when a signal says so', async () => {
    const memory = await open();
    const controller = new AbortController();
    newest().postMessage('be busy');
    const call = failure(memory.items.remember('anything', { signal: controller.signal }));
    controller.abort();
    expect((await call).code).toBe('aborted');
  });
});

describe('a worker that is gone', () => {
  const losses: readonly (readonly [string, string, (worker: Worker) => void])[] = [
    ['F08', 'was terminated', (worker) => worker.terminate()],
    ['F09', 'closed itself', (worker) => worker.postMessage('close yourself')],
  ];
  for (const [id, how, lose] of losses) {
    it(`${id}: rejects the pending writes when it ${how}, and the next one answers the pending reads`, async () => {
      const memory = await open();
      await memory.items.memorize('acknowledged before');
      // Loads what recall needs: a call that is not sent yet when the worker goes is known not to be applied.
      await memory.items.remember('anything');
      newest().postMessage('be busy');
      const write = failure(memory.items.memorize('a'));
      const reads = [memory.items.remember('acknowledged'), memory.files.read('overview.md')].map(ended);
      lose(newest());
      expect(await write).toMatchObject({ code: 'worker-lost', details: { applied: 'unknown' } });
      expect(await Promise.all(reads)).toEqual(['answered', 'answered']);
      expect(await texts(memory)).toContain('acknowledged before');
      expect(memory.runtime.reason).toMatch(/started again 1 times/);
    });
  }

  it('keeps the limits that were set, in the next one', async () => {
    const memory = await open();
    await memory.items.setLimits({ maxItems: 2 });
    newest().terminate();
    await memory.items.list();
    await memory.items.memorize(['a', 'b', 'c'].map((text) => ({ text })));
    expect(await memory.items.capacity()).toMatchObject({ limits: { maxItems: 2 }, usage: { items: 2 } });
  });

  it('is started once for calls that come together', async () => {
    const memory = await open();
    newest().terminate();
    await memory.items.list();
    await Promise.all([memory.items.list(), memory.items.capacity(), memory.reopen()]);
    expect(workers).toHaveLength(2);
  });

  it('F12: is not mistaken for one that only threw, of which the page hears', async () => {
    const memory = await open();
    addEventListener('error', (event) => event.preventDefault(), { once: true });
    const told: string[] = [];
    newest().addEventListener('error', (event) => {
      event.preventDefault();
      told.push(event.message);
    });
    newest().postMessage('throw');
    await expect.poll(() => told).toEqual([expect.stringContaining('thrown in a timer on request')]);
    expect(await memory.items.list()).toEqual([]);
    expect(workers).toHaveLength(1);
  });

  for (const [what, version] of [
    ['another version', '9.9.9'],
    ['a version that did not say so', ''],
  ]) {
    it(`is refused when its file is of ${what}`, async () => {
      const script = `postMessage('working-memory ready ${version}'.trimEnd())`;
      const other = () => new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
      const error = await failure(openWorkingMemory({ session: 'other-version', worker: other }));
      expect(error).toMatchObject({ code: 'worker-lost', details: { applied: 'no' } });
      expect(error.message).toContain(version || 'unknown');
      expect(error.message).toContain('from one release');
    });
  }

  it('F10: cannot be opened from a script that is missing, broken or refused', async () => {
    const missing = () => new Worker('/no-such-worker.js', { type: 'module' });
    const broken = () =>
      new Worker(new URL('../support/browser/broken-worker.js', import.meta.url), { type: 'module' });
    const refused = () => new Worker('https://elsewhere.invalid/worker.js', { type: 'module' });
    for (const worker of [missing, broken, refused]) {
      const error = await failure(openWorkingMemory({ session: freshSession(), worker }));
      expect(error).toMatchObject({ code: 'worker-lost', details: { applied: 'no' } });
    }
  });

  it('rejects later calls with closed once the memory was closed', async () => {
    const memory = await open();
    await memory.close();
    expect((await failure(memory.items.list())).code).toBe('closed');
  });
});

describe('without a worker', () => {
  it('runs on the same thread over the same data and says why', async () => {
    const session = freshSession();
    const inWorker = await open({ session });
    await inWorker.items.memorize('written in the worker');
    const here = await open({ session, worker: false });
    expect(here.runtime).toMatchObject({
      place: 'same-thread',
      storage: 'indexeddb',
      reason: 'worker: false was given',
    });
    expect((await here.items.list()).map(({ text }) => text)).toEqual(['written in the worker']);
  });

  it('stays on the thread of ports that cannot cross', async () => {
    const memory = await open({ worker: 'auto', clock: () => 5 });
    expect(memory.runtime).toMatchObject({ place: 'same-thread', reason: expect.stringMatching(/clock/) });
  });
});

describe('two owners of one session', () => {
  it('lose no update and never overshoot, also when neither waits for the other', async () => {
    const session = freshSession();
    const limits = { maxItems: 20, maxTokens: 4000 };
    const [one, other] = [await open({ session, limits }), await open({ session, limits })];
    const writes = [one, other].map((memory, owner) =>
      Promise.all(Array.from({ length: 100 }, (_, index) => memory.items.memorize(`note ${index} of owner ${owner}`))),
    );
    const results = (await Promise.all(writes)).flat();
    for (const { usage } of results) expect(usage.after.items).toBeLessThanOrEqual(20);
    const evicted = results.flatMap((result) => result.evicted.map(({ id }) => id));
    expect(new Set(evicted).size).toBe(180);
    expect(new Set(results.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(200);
    const newest = Array.from({ length: 20 }, (_, index) => 180 + index);
    for (const memory of [one, other]) {
      await expect.poll(async () => (await memory.items.list()).map(({ sequence }) => sequence)).toEqual(newest);
    }
  });

  it('see each other’s commits without writing', async () => {
    const session = freshSession();
    const [one, other] = [await open({ session }), await open({ session })];
    await one.items.memorize('from the one');
    await expect.poll(async () => (await other.items.list()).map(({ text }) => text)).toEqual(['from the one']);
    await one.files.write('overview.md', 'mine');
    await expect.poll(async () => (await other.files.read('overview.md')).text).toBe('mine');
  });
});
