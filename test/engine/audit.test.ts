import { describe, expect, it } from 'vitest';
import {
  type AuditRecord,
  memoryStorage,
  openWorkingMemory,
  type OpenOptions,
  type WorkingMemory,
} from '../../src/entries/index.ts';
import { countingIds, fakeClock } from '../support/fakes/fakes.ts';

async function open(options: Partial<OpenOptions> = {}): Promise<WorkingMemory> {
  return openWorkingMemory({
    session: 'audited',
    storage: memoryStorage(),
    worker: false,
    ids: countingIds(),
    ...options,
  });
}

async function all(records: AsyncIterable<AuditRecord>): Promise<AuditRecord[]> {
  const collected: AuditRecord[] = [];
  for await (const record of records) collected.push(record);
  return collected;
}

/** A storage that remembers which parts of the journal were asked for. */
function watched() {
  const storage = memoryStorage();
  const pages: { from: number; limit: number }[] = [];
  return {
    pages,
    storage: {
      ...storage,
      journal: (address: Parameters<typeof storage.journal>[0], from: number, limit: number) => {
        pages.push({ from, limit });
        return storage.journal(address, from, limit);
      },
    },
  };
}

describe('audit', () => {
  it('tells every event with its commit, its time and what was used before and after', async () => {
    const clock = fakeClock();
    const memory = await open({ clock, limits: { maxItems: 1 } });
    const opened = clock.now;
    clock.now += 1000;
    await memory.items.memorize('one two');
    await memory.items.step();
    clock.now += 1000;
    await memory.items.memorize('three');
    const [created, overview, memorized, stepped, ...last] = await all(memory.items.audit());

    expect([created?.event.type, overview?.event.type]).toEqual(['session-created', 'file-written']);
    expect(created).toMatchObject({ head: 1, time: opened, step: 0 });
    expect(memorized).toMatchObject({
      head: 2,
      time: opened + 1000,
      step: 0,
      event: { type: 'item-memorized', id: 'item-1' },
    });
    expect(stepped).toMatchObject({ head: 3, step: 0, event: { type: 'step-advanced', step: 1 } });
    expect(last.map(({ event }) => event.type)).toEqual(['item-memorized', 'capacity-exceeded', 'item-evicted']);
    for (const record of last)
      expect(record).toMatchObject({
        head: 4,
        time: opened + 2000,
        step: 1,
        usage: { before: { items: 1 }, after: { items: 1 } },
      });
    expect(last.at(-1)?.event).toMatchObject({
      id: 'item-1',
      position: 0,
      reason: 'capacity-exceeded',
      importance: 0.5,
    });
    await memory.close();
  });

  it('is a chain: each commit starts from what the one before it left', async () => {
    const memory = await open({ limits: { maxItems: 3 } });
    for (let note = 0; note < 8; note++) await memory.items.memorize(`note ${note}`);
    await memory.items.forget('oldest', { mode: 'hard' });
    await memory.items.forget('oldest');
    await memory.items.restore('item-7');
    const records = await all(memory.items.audit());
    const commits = [...new Map(records.map((record) => [record.head, record])).values()];
    commits.forEach(({ head, usage }, index) => {
      expect(head).toBe(index + 1);
      expect(usage.before).toEqual(commits[index - 1]?.usage.after ?? { items: 0, tokens: 0 });
    });
    expect(commits.at(-1)?.usage.after).toEqual((await memory.items.capacity()).usage);
    await memory.close();
  });

  it('reads on, page by page, beyond what one question to the storage gives', async () => {
    const { storage, pages } = watched();
    const memory = await open({ storage });
    for (let step = 0; step < 1100; step++) await memory.items.step();
    pages.length = 0;
    const records = await all(memory.items.audit());
    expect(records.flatMap(({ event }) => (event.type === 'step-advanced' ? [event.step] : []))).toEqual(
      Array.from({ length: 1100 }, (_, step) => step + 1),
    );
    expect(pages.length).toBeGreaterThan(2);
    pages.forEach(({ limit }) => expect(limit).toBeLessThanOrEqual(500));
    await memory.close();
  });

  it('reads no further than it is listened to', async () => {
    const { storage, pages } = watched();
    const memory = await open({ storage });
    for (let step = 0; step < 1100; step++) await memory.items.step();
    pages.length = 0;
    for await (const { head } of memory.items.audit()) if (head === 10) break;
    expect(pages).toHaveLength(1);
    await memory.close();
  });

  it('begins after the commit that is named', async () => {
    const memory = await open();
    for (let step = 0; step < 5; step++) await memory.items.step();
    const heads = async (after: number) => (await all(memory.items.audit({ after }))).map(({ head }) => head);
    expect(await heads(4)).toEqual([5, 6]);
    expect(await heads(6)).toEqual([]);
    expect(await heads(99)).toEqual([]);
    expect(new Set(await heads(0))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    await memory.close();
  });

  it('goes on from where the last reading ended, without a gap or a repeat', async () => {
    const memory = await open();
    await memory.items.step();
    const first = await all(memory.items.audit());
    await memory.items.step();
    await memory.items.step();
    const rest = await all(memory.items.audit({ after: first.at(-1)?.head ?? 0 }));
    expect([...first, ...rest]).toEqual(await all(memory.items.audit()));
    expect(rest).toHaveLength(2);
    await memory.close();
  });

  it('tells the same as a listener heard', async () => {
    const memory = await open({ limits: { maxItems: 2 } });
    const heard: unknown[] = [];
    memory.subscribe(({ events, ...commit }) => heard.push(...events.map((event) => ({ ...commit, event }))));
    for (let note = 0; note < 5; note++) await memory.items.memorize(`note ${note}`);
    await memory.items.sweep();
    expect(await all(memory.items.audit({ after: 1 }))).toEqual(heard);
    await memory.close();
  });

  it('reaches as far back as the journal is kept', async () => {
    const memory = await open({ journal: { maxEntries: 16 } });
    for (let step = 0; step < 40; step++) await memory.items.step();
    expect((await all(memory.items.audit())).map(({ head }) => head)).toEqual(
      Array.from({ length: 16 }, (_, entry) => entry + 26),
    );
    await memory.close();
  });

  it('holds none of the words', async () => {
    const memory = await open();
    await memory.items.memorize('xylophone', { tags: ['xylophone'], speaker: 'xylophone' });
    await memory.items.forget({ tags: ['xylophone'] }, { mode: 'hard' });
    expect(JSON.stringify(await all(memory.items.audit()))).not.toContain('xylophone');
    await memory.close();
  });

  it('rejects once the memory is closed', async () => {
    const memory = await open();
    await memory.close();
    await expect(all(memory.items.audit())).rejects.toMatchObject({ code: 'closed' });
  });
});
