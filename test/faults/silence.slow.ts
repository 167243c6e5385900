// Every call of an app over a silent storage ends by its deadline with a code.
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  isWorkingMemoryError,
  memoryStorage,
  type OpenOptions,
  openWorkingMemory,
  type WorkingMemory,
} from '../../src/entries/index.ts';
import type { ToolName } from '../../src/entries/tools.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { silentStorage } from '../support/fakes/silent-storage.ts';
import { outcome } from '../support/promises.ts';
import { IMMEDIATE, pathsOf, prepareForAll, wholeApi } from '../support/whole-api.ts';

const DEADLINE = 30_000;
const session = 'silence';

/** One call of each tool. */
const TOOL_INPUTS: Readonly<Record<ToolName, object>> = {
  note: { section: 'Now', text: 'waiting' },
  read: { path: 'detail/a.md' },
  write: { path: 'detail/b.md', content: 'text' },
  edit: { path: 'detail/a.md', find: 'two', replace: 'three' },
  list: {},
  search: { query: 'fact' },
  memorize: { text: 'new' },
  recall: { query: 'fact' },
  forget: { instruction: 'oldest' },
  compact_history: {},
};

const open = (options: Partial<OpenOptions>): Promise<WorkingMemory> =>
  openWorkingMemory({
    session,
    workspace: 'silence',
    worker: false,
    ids: countingIds(),
    deadlineMs: DEADLINE,
    ...options,
  });

async function silenced() {
  const storage = silentStorage();
  const memory = await open({ storage });
  const prepared = await prepareForAll(memory);
  vi.useFakeTimers();
  storage.fallSilent();
  return { storage, memory, calls: wholeApi({ ...prepared, session }) };
}

/** Returns `answered`, the code of the call's error, or another failure; undefined while it waits. */
const ended = ({ value }: { value?: unknown }): string | undefined =>
  isWorkingMemoryError(value) ? value.code : value instanceof Error ? String(value) : (value as string | undefined);

const watch = (work: Promise<unknown>) => outcome(work.then(() => 'answered'));

afterEach(() => void vi.useRealTimers());

describe('a storage that answers nothing', () => {
  it('has a call here for everything that an app can ask', async () => {
    const memory = await open({ storage: silentStorage() });
    expect([...Object.keys(wholeApi({ bundle: '', session })), ...IMMEDIATE].sort()).toEqual(pathsOf(memory).sort());
    await memory.close();
  });

  it.each(Object.keys(wholeApi({ bundle: '', session })))('lets %s end by its deadline', async (path) => {
    const { memory, calls } = await silenced();
    const found = watch((calls[path] as (typeof calls)[string])(memory));
    await vi.advanceTimersByTimeAsync(DEADLINE);
    expect(['answered', 'timeout', 'not-found', 'item-state', 'invalid-input']).toContain(ended(found));
  });

  it('has an input here for every tool of a model', async () => {
    const memory = await open({ storage: silentStorage() });
    const names = (await memory.tools({ set: 'all' })).map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(TOOL_INPUTS).sort());
    await memory.close();
  });

  it.each(Object.entries(TOOL_INPUTS))('lets the tool %s end by its deadline', async (name, input) => {
    const { memory } = await silenced();
    const tool = (await memory.tools({ set: 'all' })).find((one) => one.name === name);
    const found = watch(tool?.execute(input) ?? Promise.reject(new Error(`no tool ${name}`)));
    await vi.advanceTimersByTimeAsync(DEADLINE);
    expect(['answered', 'timeout']).toContain(ended(found));
  });

  it('lets all of them end when they are asked at once, and close after them', async () => {
    const { memory, calls } = await silenced();
    const found = Object.entries(calls).map(([path, ask]) => [path, watch(ask(memory))] as const);
    await vi.advanceTimersByTimeAsync(DEADLINE);
    const waiting = found.filter(([, one]) => ended(one) === undefined).map(([path]) => path);
    expect(waiting).toEqual([]);
    const uncoded = found.filter(([, one]) => ended(one)?.includes(' '));
    expect(uncoded).toEqual([]);
  });

  it('cannot be opened: that ends as well', async () => {
    const storage = silentStorage();
    storage.fallSilent();
    // Loads what opening on this thread needs.
    await (await open({ storage: silentStorage() })).close();
    vi.useFakeTimers();
    const found = outcome(open({ storage }));
    await vi.advanceTimersByTimeAsync(DEADLINE);
    expect(found.value).toMatchObject({ code: 'timeout', details: { method: 'openWorkingMemory' } });
  });

  it('is used again as soon as it answers', async () => {
    const { memory, storage } = await silenced();
    const found = ['one', 'two', 'three'].map((text) => watch(memory.items.memorize(text)));
    await vi.advanceTimersByTimeAsync(DEADLINE);
    expect(found.map(ended)).toEqual(['timeout', 'timeout', 'timeout']);
    storage.answerAgain();
    vi.useRealTimers();
    await memory.items.memorize('four');
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['a fact', 'another fact', 'four']);
    await memory.close();
  });
});

describe('a slow storage', () => {
  it('times no call out while it commits one after the other, however many wait, and close waits for all', async () => {
    const storage = memoryStorage();
    const memory = await open({ storage });
    const { commit } = storage;
    vi.useFakeTimers();
    storage.commit = async (...batch) => {
      await new Promise((resolve) => setTimeout(resolve, DEADLINE * 0.9));
      return commit(...batch);
    };
    const found = Array.from({ length: 50 }, (_, index) => watch(memory.items.memorize(`note ${index}`)));
    const closing = watch(memory.close());
    await vi.advanceTimersByTimeAsync(DEADLINE * 50);
    expect(found.map(ended)).toEqual(found.map(() => 'answered'));
    expect(ended(closing)).toBe('answered');
  });

  it('F72: carries ten thousand calls out that come at once, in their order', async () => {
    const storage = memoryStorage();
    const memory = await open({ storage });
    let waiting = 0;
    let most = 0;
    const appended = await Promise.all(
      Array.from({ length: 10_000 }, async (_, index) => {
        most = Math.max(most, ++waiting);
        const { first } = await memory.transcript.append({ role: 'user', text: `message ${index}` });
        waiting--;
        return first;
      }),
    );
    expect(most).toBe(10_000);
    expect(appended).toEqual(Array.from({ length: 10_000 }, (_, index) => index));
    await memory.close();
  });

  it('whose commit arrives after its deadline leaves it there once, and the next call sees it', async () => {
    const storage = silentStorage();
    const memory = await open({ storage });
    const commit = storage.commit;
    vi.useFakeTimers();
    storage.commit = async (...batch) => {
      storage.commit = commit;
      await commit(...batch);
      return new Promise<never>(() => undefined);
    };
    const late = watch(memory.items.memorize('late'));
    await vi.advanceTimersByTimeAsync(DEADLINE);
    expect(ended(late)).toBe('timeout');
    vi.useRealTimers();
    await memory.items.memorize('next');
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['late', 'next']);
    await memory.close();
  });
});
