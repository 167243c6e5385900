// Sessions that begin in a full storage, or whose storage was emptied under an open memory.
import { describe, expect, it } from 'vitest';
import { type OpenOptions, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { type PlainMessage, plainMessages } from '../../src/entries/lenses.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { fullStorage } from '../support/fakes/full-storage.ts';

let openings = 0;
const open = (options: Partial<OpenOptions>): Promise<WorkingMemory> =>
  openWorkingMemory({ session: 'full', worker: false, ids: countingIds(`item-${++openings}`), ...options });

const full = { code: 'storage-quota' };

describe('a new session on a full storage', () => {
  async function opened() {
    const storage = fullStorage();
    storage.leaveRoom(0);
    return { storage, memory: await open({ storage }) };
  }

  it('opens, prepares requests that are not saved, and refuses what must be stored', async () => {
    const { memory } = await opened();
    const list: PlainMessage[] = [{ role: 'user', content: 'hello' }];
    expect(await memory.context.prepare(plainMessages, list)).toMatchObject({ messages: list, saved: false });
    expect(memory.health()).toMatchObject({ state: 'full', unsaved: 1 });
    await expect(memory.items.memorize('no room for this')).rejects.toMatchObject(full);
    expect(await memory.items.list()).toEqual([]);
    expect((await memory.items.remember('anything')).hits).toEqual([]);
    await memory.close();
  });

  it('is stored with the first command that there is room for, whole', async () => {
    const { storage, memory } = await opened();
    const list: PlainMessage[] = [{ role: 'user', content: 'hello' }];
    await memory.context.prepare(plainMessages, list);
    storage.leaveRoom(1_000_000);
    await memory.items.memorize('room again');
    expect((await memory.files.read('overview.md')).revision).toBe(1);
    list.push({ role: 'assistant', content: 'Hi.' }, { role: 'user', content: 'more' });
    expect(await memory.context.prepare(plainMessages, list)).toMatchObject({ saved: true });
    await memory.close();
    const again = await open({ storage });
    expect(again.recovery.kind).toBe('none');
    expect((await again.items.list()).map(({ text }) => text)).toEqual(['room again']);
    expect(await again.transcript.count()).toBe(3);
    for await (const { event } of again.items.audit()) {
      expect(event.type).toBe('session-created');
      break;
    }
    await again.close();
  });
});

describe('reopen after the storage was emptied', () => {
  it('begins the session anew, and says what was lost', async () => {
    const storage = fullStorage();
    const memory = await open({ storage });
    await memory.items.memorize(['one', 'two'].map((text) => ({ text })));
    await storage.remove({ workspace: '/', session: 'full' });
    await expect(memory.items.memorize('three')).rejects.toMatchObject({ code: 'not-found' });
    await memory.reopen();
    expect(memory.recovery).toMatchObject({ kind: 'reset', lost: { items: 2 } });
    expect(await memory.items.list()).toEqual([]);
    await memory.items.memorize('three');
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['three']);
    expect((await memory.items.remember('one')).hits).toEqual([]);
    expect((await memory.files.read('overview.md')).revision).toBe(1);
    await memory.close();
    const again = await open({ storage });
    expect((await again.items.list()).map(({ text }) => text)).toEqual(['three']);
    expect(again.recovery.kind).toBe('none');
    await again.close();
  });

  it('leaves a session alone that is stored', async () => {
    const memory = await open({ storage: fullStorage() });
    await memory.items.memorize('one');
    await memory.reopen();
    expect(memory.recovery.kind).toBe('none');
    expect(await memory.items.list()).toHaveLength(1);
    await memory.close();
  });

  it('does not begin anything for a memory that only reads', async () => {
    const storage = fullStorage();
    await (await open({ storage })).close();
    const memory = await open({ storage, readOnly: true });
    await storage.remove({ workspace: '/', session: 'full' });
    await memory.reopen();
    expect(await storage.sessions()).toEqual([]);
    await memory.close();
  });
});
