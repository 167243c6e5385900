// Closing a memory: earlier calls finish, later ones are refused, and the wait ends.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage, type OpenOptions, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { silentStorage } from '../support/fakes/silent-storage.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { outcome } from '../support/promises.ts';

const open = (options: Partial<OpenOptions>): Promise<WorkingMemory> =>
  openWorkingMemory({ session: 'closing', worker: false, ids: countingIds(), ...options });

describe('closing a memory', () => {
  it('first does everything that was asked before, in that order', async () => {
    const storage = memoryStorage();
    const memory = await open({ storage });
    await memory.items.memorize(['the PIN is 4711', 'a fact']);
    const asked = [
      memory.items.memorize('the last words'),
      memory.files.write('detail/plan.md', 'ship it'),
      memory.transcript.append({ role: 'user', text: 'goodbye' }),
      memory.state.onEvent({ type: 'task_started', context: { task: 'close' } }),
      memory.items.forget({ ids: ['item-1'] }, { mode: 'hard' }),
      memory.export({ format: 'json' }),
    ];
    await memory.close();
    for (const work of asked) await expect(work).resolves.toBeDefined();

    const again = await open({ storage });
    expect((await again.items.list()).map(({ text }) => text)).toEqual(['a fact', 'the last words']);
    expect((await again.files.read('detail/plan.md')).text).toBe('ship it');
    expect((await again.transcript.read()).map(({ text }) => text)).toEqual(['goodbye']);
    expect((await again.state.read()).current_state.task).toBe('close');
    await again.close();
  });

  it('refuses whatever is asked later, and closes once', async () => {
    const memory = await open({ storage: memoryStorage() });
    const closing = memory.close();
    const closed = { code: 'closed' };
    await expect(memory.items.list()).rejects.toMatchObject(closed);
    await expect(memory.tools()).rejects.toMatchObject(closed);
    await expect(memory.context.guide()).rejects.toMatchObject(closed);
    await expect(memory.reopen()).rejects.toMatchObject(closed);
    await expect(memory.sessions.open('other')).rejects.toMatchObject(closed);
    await expect(memory.items.audit()[Symbol.asyncIterator]().next()).rejects.toMatchObject(closed);
    await closing;
    await memory.close();
  });

  it('ends what listeners hear, and takes later ones without telling them anything', async () => {
    const embedder = { model: 'none', embed: async (texts: readonly string[]) => texts.map(() => new Float32Array(8)) };
    const memory = await open({ storage: memoryStorage(), embedder });
    const heard: unknown[] = [];
    const subscribe = () =>
      [memory, memory.context, memory.embedding].map((of) => of.subscribe((news: unknown) => void heard.push(news)));
    subscribe();
    void memory.items.memorize('a fact');
    await memory.close();
    expect(heard).toContainEqual(expect.objectContaining({ events: [expect.anything()] }));
    const before = heard.length;
    for (const stop of subscribe()) stop();
    subscribe();
    await expect(memory.items.memorize('another')).rejects.toMatchObject({ code: 'closed' });
    await memory.embedding.stop();
    expect(heard).toHaveLength(before);
  });

  it('is not stopped by a call that fails', async () => {
    const memory = await open({ storage: memoryStorage() });
    const wrong = expect(memory.items.memorize('')).rejects.toMatchObject({ code: 'invalid-input' });
    await memory.close();
    await wrong;
  });
});

describe('closing over a storage that no longer answers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('ends at the deadline with a code, as every call before it', async () => {
    const storage = silentStorage();
    const memory = await open({ storage, deadlineMs: 1000 });
    storage.fallSilent();
    const write = outcome(memory.items.memorize('never stored'));
    const closing = outcome(memory.close());
    await vi.advanceTimersByTimeAsync(999);
    expect([write.value, closing.value]).toEqual([undefined, undefined]);
    await vi.advanceTimersByTimeAsync(1);
    expect(write.value).toMatchObject({ code: 'timeout' });
    expect(closing.value).toMatchObject({ code: 'timeout', details: { method: 'close', afterMs: 1000 } });
  });
});
