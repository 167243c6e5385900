// An item knows the message that it comes from: a hard forget of either removes the other.
import { describe, expect, it } from 'vitest';
import { memoryStorage, type WorkingMemory } from '../../src/entries/index.ts';
import { memoryTools } from '../../src/entries/tools.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { openFixed } from '../support/fixed-memory.ts';
import { Chat } from '../support/messages/chat.ts';

// A digit sequence alone may stand in a random salt or in a hash; `k` is no hexadecimal digit.
const SAID = 'Also, before I forget: 4711k opens the door of the shed.';
const NOTED = 'The code of the garden house is 47-11k.';

async function conversation(): Promise<WorkingMemory> {
  const memory = await openFixed({ storage: memoryStorage(), workspace: 'ann' });
  await memory.transcript.append([
    { role: 'user', text: 'Good morning.' },
    { role: 'user', text: SAID },
    { role: 'assistant', text: 'Noted.' },
  ]);
  await memory.items.memorize([
    { text: NOTED, message: 1 },
    { text: 'The garden has a shed.', message: 1 },
    { text: 'Says good morning.', message: 0 },
  ]);
  return memory;
}

const textsOf = async (memory: WorkingMemory): Promise<string[]> => (await memory.items.list()).map(({ text }) => text);
const messagesOf = async (memory: WorkingMemory): Promise<string[]> =>
  (await memory.transcript.read()).map(({ text, redacted }) => (redacted ? '(emptied)' : text));

describe('a hard forget', () => {
  it('of an item empties the message that it comes from, whatever its words, and leaves other items', async () => {
    const memory = await conversation();
    const { erasure } = await memory.items.forget({ ids: ['item-1'] }, { mode: 'hard' });
    expect(erasure).toMatchObject({ emptied: [1], shortened: [] });
    expect(await messagesOf(memory)).toEqual(['Good morning.', '(emptied)', 'Noted.']);
    expect(await textsOf(memory)).toEqual(['The garden has a shed.', 'Says good morning.']);
    expect(await memory.export({ format: 'json' })).not.toMatch(/4711k|47-11k/);
    await memory.close();
  });

  it('of a text that is all of a message takes along the items that come from it', async () => {
    const memory = await conversation();
    const { forgotten } = await memory.items.forget({ text: SAID }, { mode: 'hard' });
    expect(forgotten.map(({ id }) => id)).toEqual(['item-1', 'item-2']);
    expect(await messagesOf(memory)).toEqual(['Good morning.', '(emptied)', 'Noted.']);
    expect(await textsOf(memory)).toEqual(['Says good morning.']);
    await memory.close();
  });

  it('of a part of a message leaves the items that come from it and do not say it', async () => {
    const memory = await conversation();
    await memory.items.forget({ text: '4711k' }, { mode: 'hard' });
    expect(await messagesOf(memory)).toEqual(['Good morning.', SAID.replace('4711k', '[forgotten]'), 'Noted.']);
    expect(await textsOf(memory)).toEqual([NOTED, 'The garden has a shed.', 'Says good morning.']);
    await memory.close();
  });

  it('of a message takes the items that come from it, also where there are none', async () => {
    const memory = await conversation();
    const { forgotten } = await memory.items.forget({ message: 1 }, { mode: 'hard' });
    expect(forgotten.map(({ id }) => id)).toEqual(['item-1', 'item-2']);
    const { forgotten: none, erasure } = await memory.items.forget({ message: 2 }, { mode: 'hard' });
    expect([none, erasure?.emptied]).toEqual([[], [2]]);
    expect(await messagesOf(memory)).toEqual(['Good morning.', '(emptied)', '(emptied)']);
    await memory.close();
  });

  it('reaches messages of items that are erased in a whole workspace', async () => {
    const memory = await conversation();
    const { messages } = (await memory.erase({ ids: ['item-1'] })).sessions[0] ?? {};
    expect(messages).toEqual([1]);
    expect(await messagesOf(memory)).toEqual(['Good morning.', '(emptied)', 'Noted.']);
    await memory.close();
  });
});

describe('the message of an item', () => {
  it('has to be in the transcript, and is handed on to no revision', async () => {
    const memory = await conversation();
    await expect(memory.items.memorize('too early', { message: 3 })).rejects.toMatchObject({ code: 'invalid-input' });
    await memory.items.revise('item-2', 'The garden has two sheds.');
    expect((await memory.items.list()).at(-1)?.message).toBeUndefined();
    await memory.close();
  });

  it('is what the user said last where the model memorizes by its tool', async () => {
    const memory = await openFixed({ storage: memoryStorage() });
    const chat = new Chat(memory, { system: 'You help.' });
    await chat.ask('Good morning.');
    chat.answer('Good morning!');
    expect((await memory.transcript.read())[memory.context.asked() ?? 9]?.text).toBe('Good morning.');
    await chat.ask(SAID);
    const [memorize] = memoryTools(memory, { only: ['memorize'] });
    await memorize?.execute({ text: NOTED });
    const [item] = await memory.items.list();
    const messages = await memory.transcript.read();
    expect(messages.find(({ index }) => index === item?.message)?.text).toBe(SAID);
    await memory.items.forget({ ids: [item?.id ?? ''] }, { mode: 'hard' });
    expect(await memory.export({ format: 'json' })).not.toMatch(/4711k|47-11k/);
    await memory.close();
  });

  describe('where a tool has answered since the user spoke', () => {
    const asked = async (said: string, ...results: readonly string[]) => {
      const memory = await openFixed({ storage: memoryStorage() });
      const chat = new Chat(memory, { system: 'You help.' });
      await chat.ask(said);
      for (const result of results) chat.called('look_up', {}, result);
      await chat.prepare();
      const [memorize] = memoryTools(memory, { only: ['memorize'] });
      const memorized = async (text: string) => {
        await memorize?.execute({ text });
        const { id, message } = (await memory.items.list()).at(-1) ?? {};
        return { id: id ?? '', from: message === undefined ? undefined : (await memory.transcript.read())[message] };
      };
      return { memory, memorized };
    };

    it('is the result that has more words of the item, and the user’s message stays', async () => {
      const said = 'Look into the mail about the holiday flat, please.';
      const { memory, memorized } = await asked(said, '{"total": 1}', 'Subject: key box. Code: 4711k, by the door.');
      const { id, from } = await memorized('The key box has the code 4711k.');
      expect(from?.results?.[0]?.text).toContain('4711k');
      await memory.items.forget({ ids: [id] }, { mode: 'hard' });
      expect((await memory.transcript.read()).map(({ text }) => text)).toContain(said);
      expect(await memory.export({ format: 'json' })).not.toContain('4711k');
      await memory.close();
    });

    it('is the user’s message where that has as many words of the item', async () => {
      const { memory, memorized } = await asked('钥匙盒的密码是四七一一,帮我查一下天气。', '多云,二十度。');
      expect((await memorized('钥匙盒密码 4711k')).from?.role).toBe('user');
      expect((await memorized('今天多云')).from?.role).toBe('tool');
      await memory.close();
    });

    it('is none where neither has a word of the item: forgetting it empties nothing', async () => {
      const { memory, memorized } = await asked('Wie ist das Wetter?', 'cloudy');
      const before = (await memory.transcript.read()).map(({ text }) => text);
      const { id, from } = await memorized('The user lives in Graz.');
      expect(from).toBeUndefined();
      await memory.items.forget({ ids: [id] }, { mode: 'hard' });
      expect((await memory.transcript.read()).map(({ text }) => text)).toEqual(before);
      await memory.close();
    });
  });

  it('follows it into an import, and is left out where the message is', async () => {
    const memory = await conversation();
    const bundle = await memory.export({ format: 'json' });
    await memory.close();
    const fresh = await openFixed({ storage: memoryStorage(), ids: countingIds('other') });
    await fresh.import(bundle);
    expect((await fresh.items.list()).map(({ message }) => message)).toEqual([1, 1, 0]);
    await fresh.close();
    const occupied = await openFixed({ storage: memoryStorage(), ids: countingIds('other') });
    await occupied.transcript.append({ role: 'user', text: 'of another conversation' });
    await occupied.import(bundle);
    expect((await occupied.items.list()).map(({ message }) => message)).toEqual([undefined, undefined, undefined]);
    await occupied.close();
  });
});
