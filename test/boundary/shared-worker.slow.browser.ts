// Several sessions of a page in one worker: what they share, and how they are isolated.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { ended, failure, freshSession, newest, open, texts, workers } from '../support/browser/hooked-memories.ts';
import { randomFrom } from '../support/script.ts';

/** Sessions that hold one item each, of their own. */
async function openSessions(count: number, options: Parameters<typeof open>[0] = {}): Promise<WorkingMemory[]> {
  const memories = await Promise.all(Array.from({ length: count }, () => open(options)));
  await Promise.all(memories.map((memory, index) => memory.items.memorize(noteOf(index))));
  return memories;
}

const noteOf = (index: number): string => `note of session ${index}`;
const everyText = (memories: readonly WorkingMemory[]): Promise<string[][]> => Promise.all(memories.map(texts));
const notes = (count: number): string[][] => Array.from({ length: count }, (_, index) => [noteOf(index)]);
const restarts = (memories: readonly WorkingMemory[]): number[] => memories.map((memory) => memory.health().restarts);
const deadlineMs = 4000;

/** Names of the locks that living workers of this page hold. */
const lives = async (): Promise<number> =>
  ((await navigator.locks.query()).held ?? []).filter(({ name }) => name?.startsWith('working-memory ready')).length;

describe('sessions of one page', () => {
  it('live in one worker, each with its own items, and remember with more of them than there are kernels', async () => {
    const memories = await openSessions(20);
    expect(workers).toHaveLength(1);
    expect(await everyText(memories)).toEqual(notes(20));
    for (const round of [1, 2]) {
      for (const [index, memory] of memories.entries()) {
        const { hits } = await memory.items.remember(`session ${round}`);
        expect(hits.map(({ item }) => item.text)).toEqual([noteOf(index)]);
      }
    }
    const [first, ...others] = memories as [WorkingMemory, ...WorkingMemory[]];
    await first.close();
    expect(await everyText(others)).toEqual(notes(20).slice(1));
    expect(await lives()).toBe(1);
    await Promise.all(others.map((memory) => memory.close()));
    await expect.poll(lives).toBe(0);
    expect(workers).toHaveLength(1);
  });

  it('hear of the commits of their own session alone, before the call that made them is answered', async () => {
    const [one, other] = (await openSessions(2)) as [WorkingMemory, WorkingMemory];
    const heard: string[] = [];
    one.subscribe(({ events }) => heard.push(...events.map(({ type }) => type)));
    other.subscribe(() => heard.push('of the other'));
    await one.items.memorize('heard');
    expect(heard).toEqual(['item-memorized']);
  });

  it('have a worker each where they wait unlike long', async () => {
    await Promise.all([open({ deadlineMs }), open({ deadlineMs: deadlineMs + 1 }), open({ deadlineMs })]);
    expect(workers).toHaveLength(2);
  });

  it('do not mind one that cannot be opened, and a worker without any ends', async () => {
    const refused = async (): Promise<string> =>
      (await failure(open({ session: freshSession(), readOnly: true }))).code;
    expect(await refused()).toBe('not-found');
    await expect.poll(lives).toBe(0);
    const memories = await openSessions(2);
    expect(await refused()).toBe('not-found');
    expect(await everyText(memories)).toEqual(notes(2));
    expect(workers).toHaveLength(2);
  });
});

describe('one session', () => {
  it('whose kernel traps twice is refused that answer, and no other session is', async () => {
    const [one, other] = (await openSessions(2)) as [WorkingMemory, WorkingMemory];
    const remembered = async (memory: WorkingMemory): Promise<string[]> =>
      (await memory.items.remember('note')).hits.map(({ item }) => item.text);
    newest().postMessage({ traps: 1 });
    expect(await remembered(one)).toEqual([noteOf(0)]);
    newest().postMessage({ traps: 2 });
    expect((await failure(one.items.remember('note'))).code).toBe('kernel-unavailable');
    expect(await remembered(other)).toEqual([noteOf(1)]);
    expect(await remembered(one)).toEqual([noteOf(0)]);
    expect(restarts([one, other])).toEqual([0, 0]);
  });

  it('that keeps the worker busy delays the others and changes nothing for them', async () => {
    const memories = await openSessions(3);
    newest().postMessage('be busy');
    const asked = memories.flatMap((memory) => [ended(memory.items.memorize('meanwhile')), ended(memory.items.list())]);
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['answered']));
    expect(await everyText(memories)).toEqual(notes(3).map((own) => [...own, 'meanwhile']));
    expect(restarts(memories)).toEqual([0, 0, 0]);
  });

  it('that is closed takes its own pending calls along and leaves those of the others', async () => {
    const [one, other] = (await openSessions(2, { deadlineMs })) as [WorkingMemory, WorkingMemory];
    newest().postMessage('be busy');
    const asked = other.items.memorize('meanwhile');
    const [closed, answered] = await Promise.all([ended(one.close()), ended(asked)]);
    expect([closed, answered]).toEqual(['answered', 'answered']);
    expect((await failure(one.items.list())).code).toBe('closed');
    expect(await texts(other)).toEqual([noteOf(1), 'meanwhile']);
  });
});

describe('a worker of several sessions', () => {
  it('that is terminated is replaced once, by the first call, and every session is open again', async () => {
    const memories = await openSessions(3);
    newest().postMessage('be busy');
    const writes = memories.map((memory) => failure(memory.items.memorize('on its way')));
    newest().terminate();
    for (const error of await Promise.all(writes)) {
      expect(error).toMatchObject({ code: 'worker-lost', details: { applied: 'unknown' } });
    }
    expect(await texts(memories[1] as WorkingMemory)).toContain(noteOf(1));
    await expect.poll(() => restarts(memories)).toEqual([1, 1, 1]);
    expect(workers).toHaveLength(2);
    const heard: string[] = [];
    memories[2]?.subscribe(({ events }) => heard.push(...events.map(({ type }) => type)));
    expect((await everyText(memories)).map(([own]) => own)).toEqual(notes(3).flat());
    expect(restarts(memories)).toEqual([1, 1, 1]);
  });

  it('that hangs is replaced once for all when it was silent for two deadlines', async () => {
    const memories = await openSessions(3, { deadlineMs });
    newest().postMessage('hang');
    const ends = await Promise.all(memories.map((memory) => ended(memory.items.list())));
    expect(ends).toEqual(['timeout', 'timeout', 'timeout']);
    await expect
      .poll(() => texts(memories[0] as WorkingMemory).catch((error: Error) => error.message), { timeout: 30_000 })
      .toEqual([noteOf(0)]);
    await expect.poll(() => restarts(memories)).toEqual([1, 1, 1]);
    expect(memories.map((memory) => memory.health().state)).toEqual(['ok', 'ok', 'ok']);
    expect(await everyText(memories)).toEqual(notes(3));
    expect(workers).toHaveLength(2);
  });

  it('that misses the ping of one session’s reopen is replaced for all; what the others read is read again', async () => {
    const memories = await openSessions(3, { deadlineMs });
    const [one, two, three] = memories as [WorkingMemory, WorkingMemory, WorkingMemory];
    newest().postMessage('hang');
    const read = texts(two);
    const write = failure(three.items.memorize('on its way'));
    await one.reopen();
    expect(await read).toEqual([noteOf(1)]);
    expect(await write).toMatchObject({ code: 'worker-lost', details: { applied: 'unknown' } });
    await expect.poll(() => restarts(memories)).toEqual([1, 1, 1]);
    expect(await texts(three)).toEqual([noteOf(2)]);
    expect(workers).toHaveLength(2);
  });

  it('that is killed while all of them write loses nothing acknowledged and stores nothing twice', async () => {
    const roomy = { doubles: 'keep', limits: { maxItems: 1000, maxTokens: 100_000 } } as const;
    const memories = await openSessions(3, roomy);
    const acknowledged = notes(3);
    const random = randomFrom(11);
    for (let death = 0; death < 5; death++) {
      // A worker that is killed before it says that it listens gives no sign: its start takes as long as it may.
      await everyText(memories);
      const writes = memories.flatMap(({ items }, session) =>
        Array.from({ length: 8 }, async (_, write) => {
          const text = `write ${write} before death ${death} in session ${session}`;
          await items.memorize(text);
          acknowledged[session]?.push(text);
        }),
      );
      await new Promise((later) => setTimeout(later, random() * 60));
      newest().terminate();
      for (const end of await Promise.all(writes.map(ended))) expect(['answered', 'worker-lost']).toContain(end);
    }
    for (const [session, stored] of (await everyText(memories)).entries()) {
      expect(new Set(stored).size).toBe(stored.length);
      expect(stored).toEqual(expect.arrayContaining(acknowledged[session] ?? []));
    }
    expect(workers.length).toBeGreaterThan(3);
  });

  it('that hangs is let go by a session that is closed, and replaced for the one that stays', async () => {
    // A ping, the end of a worker that hangs and the start of another one take three seconds when nothing else runs.
    const [one, other] = (await openSessions(2, { deadlineMs: 2 * deadlineMs })) as [WorkingMemory, WorkingMemory];
    newest().postMessage('hang');
    expect(await ended(one.close())).toBe('timeout');
    await other.reopen();
    expect(await texts(other)).toEqual([noteOf(1)]);
    expect(workers).toHaveLength(2);
  });
});
