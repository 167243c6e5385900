// A full storage: requests still work, writes report that they are not stored, and nothing is lost.
import { describe, expect, it } from 'vitest';
import { type OpenOptions, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { type PlainMessage, plainMessages } from '../../src/entries/lenses.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { fullStorage } from '../support/fakes/full-storage.ts';

const open = (options: Partial<OpenOptions>): Promise<WorkingMemory> =>
  openWorkingMemory({ session: 'full', worker: false, ids: countingIds(), clock: () => 5, ...options });

async function filled() {
  const storage = fullStorage();
  const memory = await open({ storage });
  await memory.items.memorize('the cat is called Kiwi');
  await memory.files.write('detail/a.md', 'one');
  storage.leaveRoom(0);
  return { storage, memory };
}

const full = { code: 'storage-quota' };

describe('a full storage', () => {
  it('refuses what must be stored, and answers what is only read', async () => {
    const { memory } = await filled();
    await expect(memory.items.memorize('no room for this')).rejects.toMatchObject(full);
    await expect(memory.files.write('detail/b.md', 'nor for this')).rejects.toMatchObject(full);
    expect((await memory.items.remember('cat')).hits).toHaveLength(1);
    expect((await memory.files.read('detail/a.md')).text).toBe('one');
    expect(await memory.items.capacity()).toMatchObject({ usage: { items: 1 } });
    await memory.close();
  });

  it('F45: is asked no more than three times for a call, however often it refuses', async () => {
    const { storage, memory } = await filled();
    let commits = 0;
    const { commit } = storage;
    storage.commit = (...batch) => {
      commits++;
      return commit(...batch);
    };
    for (let call = 1; call <= 20; call++) {
      await expect(memory.items.memorize(`no room for ${call}`)).rejects.toMatchObject(full);
      expect(commits).toBeGreaterThanOrEqual(call);
      expect(commits).toBeLessThanOrEqual(3 * call);
    }
    storage.leaveRoom(10_000);
    await memory.items.memorize('room again');
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['the cat is called Kiwi', 'room again']);
    await memory.close();
  });

  it('prepares the same requests as one with room, and says that they are not stored', async () => {
    const { memory } = await filled();
    const roomy = await open({ storage: fullStorage() });
    await roomy.items.memorize('the cat is called Kiwi');
    await roomy.files.write('detail/a.md', 'one');
    const list: PlainMessage[] = [{ role: 'system', content: 'Be brief.' }];
    for (const content of ['hello', 'how are you?', 'what is the cat called?']) {
      list.push({ role: 'user', content });
      const request = await memory.context.prepare(plainMessages, list);
      const { messages } = await roomy.context.prepare(plainMessages, list);
      expect(request).toMatchObject({ messages, saved: false, prefixChanged: false });
      list.push({ role: 'assistant', content: 'Fine.' });
    }
    expect(await memory.transcript.count()).toBe(0);
    await Promise.all([memory.close(), roomy.close()]);
  });

  it('prepares a request that has to make room in the window, without the files that it would write', async () => {
    const storage = fullStorage();
    const memory = await open({ storage, context: { window: 2000 } });
    storage.leaveRoom(0);
    const list = Array.from({ length: 40 }, (_, index): PlainMessage => {
      const content = `${index} ${'words that fill the window '.repeat(10)}`;
      return { role: index % 2 === 0 ? 'user' : 'assistant', content };
    }).slice(0, 39);
    const request = await memory.context.prepare(plainMessages, list);
    expect(request).toMatchObject({ saved: false });
    expect(request.messages.length).toBeLessThan(list.length);
    expect(await memory.files.list()).toHaveLength(1);
    expect(request.hidden.filter(({ path }) => path !== undefined)).toEqual([]);
    await memory.close();
  });

  it('keeps recorded answers as well, and stores each once, in its place', async () => {
    const { storage, memory } = await filled();
    const list: PlainMessage[] = [{ role: 'user', content: 'hello' }];
    await memory.context.prepare(plainMessages, list);
    list.push({ role: 'assistant', content: 'Hi.' });
    expect(await memory.context.record(plainMessages, list.slice(-1))).toEqual({ count: 1, saved: false });
    list.push({ role: 'user', content: 'and now?' });
    await memory.context.prepare(plainMessages, list);
    storage.leaveRoom(100_000);
    list.push({ role: 'assistant', content: 'Fine.' });
    expect(await memory.context.record(plainMessages, list.slice(-1))).toEqual({ count: 1, saved: true });
    expect((await memory.transcript.read()).map(({ text }) => text)).toEqual(['hello', 'Hi.', 'and now?', 'Fine.']);
    expect(await memory.context.restore(plainMessages)).toEqual(list);
    await memory.close();
  });

  it('stores what was prepared meanwhile with the first request after there is room', async () => {
    const { storage, memory } = await filled();
    const list: PlainMessage[] = [{ role: 'user', content: 'hello' }];
    await memory.context.prepare(plainMessages, list);
    list.push({ role: 'assistant', content: 'Hi.' }, { role: 'user', content: 'and now?' });
    storage.leaveRoom(100_000);
    expect(await memory.context.prepare(plainMessages, list)).toMatchObject({ saved: true });
    expect((await memory.transcript.read()).map(({ text }) => text)).toEqual(['hello', 'Hi.', 'and now?']);
    await memory.close();
  });
});

it('a session that was there is opened from a full storage as from any other', async () => {
  const { storage, memory } = await filled();
  await memory.close();
  const again = await open({ storage });
  expect((await again.items.list()).map(({ text }) => text)).toEqual(['the cat is called Kiwi']);
  await again.close();
});

describe('requests that are not stored', () => {
  const prepare = (memory: WorkingMemory, count: number) =>
    memory.context.prepare(
      plainMessages,
      Array.from({ length: count }, (_, index): PlainMessage => ({ role: 'user', content: `message ${index}` })),
    );
  const stored = async (memory: WorkingMemory) => (await memory.transcript.read()).map(({ text }) => text);

  it('give way to those that another owner has stored meanwhile', async () => {
    const { storage, memory } = await filled();
    await prepare(memory, 1);
    storage.leaveRoom(100_000);
    const other = await open({ storage });
    await prepare(other, 2);
    expect(await prepare(memory, 3)).toMatchObject({ saved: true });
    expect(await stored(memory)).toEqual(['message 0', 'message 1', 'message 2']);
    await Promise.all([memory.close(), other.close()]);
  });

  it('are forgotten by a hard forget', async () => {
    const { storage, memory } = await filled();
    await prepare(memory, 1);
    storage.leaveRoom(100_000);
    await memory.items.forget({ ids: ['item-1'] }, { mode: 'hard' });
    expect(await prepare(memory, 2)).toMatchObject({ saved: true });
    expect(await stored(memory)).toEqual(['message 0', 'message 1']);
    await memory.close();
  });
});

describe('health', () => {
  it('says that the storage is full until something was committed again', async () => {
    const { storage, memory } = await filled();
    expect(memory.health()).toMatchObject({ state: 'ok', unsaved: 0, restarts: 0, quarantined: 0 });
    const { head } = memory.health().lastCommit ?? {};
    await expect(memory.items.memorize('no room for this')).rejects.toMatchObject(full);
    expect(memory.health().state).toBe('full');
    await memory.items.list();
    await memory.context.prepare(plainMessages, [{ role: 'user', content: 'hello' }]);
    expect(memory.health()).toMatchObject({ state: 'full', unsaved: 1, lastCommit: { head } });
    storage.leaveRoom(100_000);
    await memory.context.prepare(plainMessages, [
      { role: 'user', content: 'hello' },
      { role: 'user', content: 'and now?' },
    ]);
    expect(memory.health()).toMatchObject({ state: 'ok', unsaved: 0, lastCommit: { head: (head ?? 0) + 1, time: 5 } });
    await memory.close();
    expect(memory.health().state).toBe('closed');
  });
});
