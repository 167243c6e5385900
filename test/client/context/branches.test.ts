// Branches of a conversation: lists that diverge, and returns to an earlier one.
import { describe, expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory, type WorkingMemory } from '../../../src/entries/index.ts';
import { openaiChat, type OpenAiChatMessage } from '../../../src/entries/lenses.ts';
import type { Storage } from '../../../src/storage/port.ts';
import { countingIds, fakeClock } from '../../support/fakes/fakes.ts';

const opened = (storage: Storage = memoryStorage(), options: object = {}): Promise<WorkingMemory> =>
  openWorkingMemory({ session: 'chat', worker: false, storage, clock: fakeClock(), ids: countingIds(), ...options });

const user = (content: string): OpenAiChatMessage => ({ role: 'user', content });
const answer = (content: string): OpenAiChatMessage => ({ role: 'assistant', content });
const system = (content: string): OpenAiChatMessage => ({ role: 'system', content });
const texts = async (memory: WorkingMemory): Promise<string[]> =>
  (await memory.transcript.read({ limit: 1000 })).map(({ text }) => text);

async function chatOf(turns: number, name: string, memory: WorkingMemory): Promise<OpenAiChatMessage[]> {
  const list: OpenAiChatMessage[] = [];
  for (let turn = 0; turn < turns; turn++) {
    list.push(user(`${name} question ${turn}`));
    await memory.context.prepare(openaiChat, [...list]);
    list.push(answer(`${name} answer ${turn}`));
    await memory.context.record(openaiChat, list.at(-1) as OpenAiChatMessage);
  }
  return list;
}

describe('a list that is known', () => {
  it('of two chats on one handle begins no epoch, and each message is one row', async () => {
    const memory = await opened();
    const lists: OpenAiChatMessage[][] = [[system('Be kind.')], [system('Be kind.')]];
    const epochs: unknown[] = [];
    for (let turn = 0; turn < 10; turn++) {
      for (const [chat, list] of lists.entries()) {
        list.push(user(`Chat ${chat}: question ${turn}`));
        const { epochReason, messages } = await memory.context.prepare(openaiChat, [...list]);
        expect(messages).toEqual(list);
        epochs.push(epochReason);
        list.push(answer(`Chat ${chat}: answer ${turn}`));
        await memory.context.record(openaiChat, list.at(-1) as OpenAiChatMessage);
        expect(await memory.context.restore(openaiChat)).toEqual(list);
      }
    }
    expect(epochs).toEqual(['session-started', 'session-started', ...Array.from({ length: 18 })]);
    expect(await memory.transcript.count()).toBe(41);
    expect(await memory.context.branches()).toMatchObject([
      { messages: 21, from: 1, text: 'Chat 0: question 0', current: false },
      { messages: 21, from: 1, text: 'Chat 1: question 0', current: true },
    ]);
  });

  it('is found however far back it was left, also after a reload', async () => {
    const storage = memoryStorage();
    const memory = await opened(storage);
    const list = await chatOf(40, 'Long', memory);
    const edited = [...list.slice(0, 2), user('Another way')];
    expect(await memory.context.prepare(openaiChat, edited)).toMatchObject({ epochReason: 'history-edited' });
    expect(await memory.transcript.count()).toBe(81);
    await memory.close();
    const again = await opened(storage);
    expect(await again.context.restore(openaiChat)).toEqual(edited);
    const back = await again.context.prepare(openaiChat, [...list, user('And now?')]);
    expect(back.epochReason).toBeUndefined();
    expect(await again.transcript.count()).toBe(82);
    expect(await again.context.restore(openaiChat)).toEqual([...list, user('And now?')]);
  });

  it('is gone back to after an undo, and after what was said instead', async () => {
    const memory = await opened();
    const list = await chatOf(3, 'My', memory);
    const undone = await memory.context.prepare(openaiChat, list.slice(0, 3));
    expect(undone).toMatchObject({ epoch: 2, epochReason: 'history-edited', messages: list.slice(0, 3) });
    expect(await memory.context.restore(openaiChat)).toEqual(list.slice(0, 3));
    const other = [...list.slice(0, 3), answer('Other'), user('Go on')];
    expect(await memory.context.prepare(openaiChat, other)).toMatchObject({ epoch: 2, prefixChanged: false });
    const back = await memory.context.prepare(openaiChat, [...list, user('Go on')]);
    expect(back).toMatchObject({ epoch: 1, prefixChanged: false });
    expect(await memory.context.prepare(openaiChat, [...other, answer('Well.')])).toMatchObject({ epoch: 2 });
    expect(await memory.transcript.count()).toBe(10);
  });

  it('has its rows, and an epoch, when its ledger was dropped', async () => {
    const memory = await opened(undefined, { context: { keptBranches: 2 } });
    const lists: OpenAiChatMessage[][] = [];
    for (const name of ['One', 'Two', 'Three']) lists.push(await chatOf(3, name, memory));
    expect(await memory.context.branches()).toHaveLength(3);
    const [first = []] = lists;
    const back = await memory.context.prepare(openaiChat, [...first, user('Again')]);
    expect(back.epochReason).toBe('session-started');
    expect(await memory.transcript.count()).toBe(19);
    expect(await memory.context.restore(openaiChat)).toEqual([...first, user('Again')]);
  });

  it('keeps one row for each message where the system prompt changes', async () => {
    const memory = await opened();
    const said = [user('One'), answer('Two'), user('Three')];
    await memory.context.prepare(openaiChat, [system('A'), ...said.slice(0, 1)]);
    await memory.context.prepare(openaiChat, [system('B'), ...said]);
    expect(await memory.context.restore(openaiChat)).toEqual([system('B'), ...said]);
    await memory.context.prepare(openaiChat, said);
    expect(await memory.context.restore(openaiChat)).toEqual(said);
    expect(await texts(memory)).toEqual(['A', 'One', 'B', 'Two', 'Three']);
  });
});

describe('branches', () => {
  it('are listed with what tells them apart, and restored', async () => {
    const memory = await opened();
    const list = await chatOf(2, 'First', memory);
    await memory.context.prepare(openaiChat, list.slice(0, 3));
    await memory.context.record(openaiChat, answer('Made anew'));
    const edited = [...list.slice(0, 2), user('Edited')];
    await memory.context.prepare(openaiChat, edited);
    const branches = await memory.context.branches();
    expect(branches).toMatchObject([
      { id: '0', messages: 4, from: 0, text: 'First question 0', current: false },
      { id: '4', messages: 4, from: 3, text: 'Made anew', current: false },
      { id: '5', messages: 3, from: 2, text: 'Edited', current: true },
    ]);
    expect(await memory.context.restore(openaiChat, { branch: '4' })).toEqual([
      ...list.slice(0, 3),
      answer('Made anew'),
    ]);
    await memory.context.record(openaiChat, user('More'));
    expect(await memory.context.restore(openaiChat)).toEqual([...list.slice(0, 3), answer('Made anew'), user('More')]);
    expect(await memory.context.restore(openaiChat, { branch: '0' })).toEqual(list);
    await expect(memory.context.restore(openaiChat, { branch: '99' })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('none of them is there before a list was', async () => {
    const memory = await opened();
    expect(await memory.context.branches()).toEqual([]);
    expect(await memory.context.restore(openaiChat)).toEqual([]);
  });

  it('are marked in a search, with the number of the message in the list', async () => {
    const memory = await opened();
    const list = [user('Which bird sings?'), answer('A heron sings.'), user('Sure?')];
    await memory.context.prepare(openaiChat, list);
    await memory.context.prepare(openaiChat, list.slice(0, 1));
    await memory.context.record(openaiChat, [answer('A robin sings.'), user('Thanks')]);
    const { hits } = await memory.files.search('sings');
    const found = hits.map(({ message, place, abandoned }) => ({ message, place, abandoned }));
    expect(found).toContainEqual({ message: 1, place: undefined, abandoned: true });
    expect(found).toContainEqual({ message: 3, place: 1, abandoned: undefined });
    const current = await memory.files.search('sings', { abandoned: false });
    expect(current.hits.map(({ message }) => message).sort()).toEqual([0, 3]);
    const [search] = (await memory.tools()).filter(({ name }) => name === 'search');
    expect(await search?.execute({ query: 'sings' })).toMatch(/taken back.*\n {2}A heron/);
  });

  it('come with an import, whose list is recognised', async () => {
    const memory = await opened();
    const list = await chatOf(2, 'First', memory);
    const edited = [...list.slice(0, 2), user('Edited')];
    await memory.context.prepare(openaiChat, edited);
    const copy = await opened(undefined, { session: 'copy' });
    await copy.import(await memory.export({ format: 'json' }));
    expect(await copy.context.restore(openaiChat)).toEqual(edited);
    expect(await copy.context.branches()).toMatchObject([
      { messages: 4, current: false },
      { messages: 3, current: true },
    ]);
    await copy.context.prepare(openaiChat, [...list, user('And now?')]);
    expect(await copy.context.restore(openaiChat)).toEqual([...list, user('And now?')]);
    expect(await copy.transcript.count()).toBe(6);
  });

  it('of a second tab are not behind those of the first', async () => {
    const storage = memoryStorage();
    const [one, other] = [await opened(storage), await opened(storage)];
    const list = await chatOf(1, 'Tab', one);
    expect(await other.context.restore(openaiChat)).toEqual(list);
    await one.context.record(openaiChat, user('More'));
    expect(await other.context.branches()).toMatchObject([{ messages: 3, current: true }]);
  });
});

describe('an undo of a compaction', () => {
  it('follows the list to the branch that left it', async () => {
    const memory = await opened();
    const list = await chatOf(20, 'Long', memory);
    const asked = [...list, user('And now?')];
    await memory.context.prepare(openaiChat, asked);
    const { applied, receipt = '' } = await memory.context.compact.apply({ target: 'conversation', keepRecent: 3 });
    expect(applied).toBe(true);
    expect((await memory.context.prepare(openaiChat, asked)).hidden).toHaveLength(1);
    await memory.context.record(openaiChat, answer('First try'));
    expect((await memory.context.prepare(openaiChat, asked)).hidden).toHaveLength(1);
    await memory.context.record(openaiChat, answer('Second try'));
    await memory.context.compact.undo(receipt);
    const again = [...asked, answer('Second try'), user('Go on')];
    expect((await memory.context.prepare(openaiChat, again)).hidden).toEqual([]);
    expect(await memory.context.restore(openaiChat)).toEqual(again);
  });
});

describe('a restored list whose messages are no longer all kept', () => {
  const large = (at: number): OpenAiChatMessage => user(`${at} ${'words that fill the transcript '.repeat(120)}`);

  it('has a notice in the place of each, is not sent with it, and goes on', async () => {
    const storage = memoryStorage();
    const options = { transcript: { maxBytes: 65_536 }, context: { window: 1_000_000 } };
    const memory = await opened(storage, options);
    const list: OpenAiChatMessage[] = [];
    for (let turn = 0; turn < 12; turn++) {
      list.push(large(turn));
      await memory.context.prepare(openaiChat, [...list]);
      list.push(answer(`Fine ${turn}`));
      await memory.context.record(openaiChat, list.at(-1) as OpenAiChatMessage);
    }
    for (let turn = 12; turn < 20; turn++) {
      list.push(large(turn), answer(`Fine ${turn}`));
      await memory.context.record(openaiChat, list.slice(-2));
    }
    await memory.close();
    const again = await opened(storage, options);
    const restored = await again.context.restore(openaiChat);
    expect(restored).toHaveLength(list.length);
    const gone = restored.findIndex((message, at) => message.content === list[at]?.content);
    expect(gone).toBeGreaterThan(4);
    // The answer to a question that is gone goes with it: a request begins with the user.
    const shown = gone + (restored[gone]?.role === 'assistant' ? 1 : 0);
    expect(restored.slice(gone)).toEqual(list.slice(gone));
    expect(restored[4]).toEqual(user('[messages/4 is no longer kept]'));
    const count = await again.transcript.count();
    const next = await again.context.prepare(openaiChat, [...restored, user('And now?')]);
    expect(next.messages).toEqual([...restored.slice(shown), user('And now?')]);
    expect(next.hidden.filter(({ why }) => why === 'dropped')).toHaveLength(shown);
    expect(next).toMatchObject({ prefixChanged: true, epochReason: 'history-edited' });
    expect(await again.transcript.count()).toBe(count + 1);
    await again.context.record(openaiChat, answer('Well.'));
    expect(await again.transcript.count()).toBe(count + 2);
    const on = [...restored, user('And now?'), answer('Well.'), user('Go on.')];
    expect(await again.context.prepare(openaiChat, on)).toMatchObject({ prefixChanged: false, epoch: next.epoch });
  });

  it('is recognised where something was forgotten for good', async () => {
    const memory = await opened();
    const secret = 'the door code of the depot is 88-41-07';
    await memory.items.memorize(secret);
    const list = [user('Hello'), answer('Hi.'), user(secret), answer('Noted.')];
    await memory.context.record(openaiChat, list);
    await memory.items.forget('oldest', { mode: 'hard' });
    const restored = await memory.context.restore(openaiChat);
    expect(restored).toEqual([list[0], list[1], user('[messages/2 is no longer kept]'), list[3]]);
    const { messages } = await memory.context.prepare(openaiChat, [...restored, user('And now?')]);
    expect(messages).toEqual([list[0], list[1], list[3], user('And now?')]);
    expect(await memory.transcript.count()).toBe(5);
  });
});
