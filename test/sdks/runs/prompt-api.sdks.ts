// A chat with the browser's model, which has no tools and a small quota.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { memoryStorage } from '../../../src/entries/index.ts';
import { type PromptApi, promptChat, type PromptSession } from '../../../src/entries/prompt-api.ts';
import { fakePromptApi } from '../../support/fakes/fake-prompt-api.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { abortWithin, answerOf, saidIn } from '../support/agents/conversation.ts';

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

const said = (): Promise<string[]> => saidIn(memory);

describe('a chat over the Prompt API', () => {
  it('streams its answers, records them, and asks one session of the model', async () => {
    const { api, asked, open } = fakePromptApi(['It snows.', 'It thaws.']);
    const chat = promptChat(api, memory, { instructions: 'Be brief.' });
    expect(await answerOf(chat, 'How is the weather?')).toBe('It snows.');
    expect(await answerOf(chat, 'And tomorrow?')).toBe('It thaws.');
    expect(open()).toBe(1);
    expect(asked[1]?.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'system: Be brief.',
      'user: How is the weather?',
      'assistant: It snows.',
      'user: And tomorrow?',
    ]);
    expect(await said()).toEqual([
      'system: Be brief.',
      'user: How is the weather?',
      'assistant: It snows.',
      'user: And tomorrow?',
      'assistant: It thaws.',
    ]);
    chat.release();
    expect(open()).toBe(0);
  });

  it('goes on after a reload', async () => {
    const storage = memoryStorage();
    memory = await openFixed({ storage });
    await answerOf(promptChat(fakePromptApi(['Hello, Ann.']).api, memory), 'I am Ann.');
    await memory.close();
    memory = await openFixed({ storage });
    const { api, asked } = fakePromptApi(['Ann.']);
    await answerOf(promptChat(api, memory), 'Who am I?');
    expect(asked[0]?.map(({ content }) => content)).toEqual(['I am Ann.', 'Hello, Ann.', 'Who am I?']);
  });

  it('never meets the quota, however long it goes on, and begins a session only where the request is compacted', async () => {
    const turns = 60;
    const { api, asked, open } = fakePromptApi(
      Array.from({ length: turns }, (_, turn) => `Answer ${turn}: ${'words and more words '.repeat(8)}`),
      1500,
    );
    let made = 0;
    const counting = { create: (options: never) => (made++, api.create(options)) };
    const chat = promptChat(counting, memory, { instructions: 'Be brief.' });
    for (let turn = 0; turn < turns; turn++) await answerOf(chat, `Question ${turn} of the user, in a few words?`);
    expect(asked).toHaveLength(turns);
    expect(open()).toBe(1);
    expect(made).toBeGreaterThan(1);
    expect(made).toBeLessThan(turns / 3);
    expect(await memory.transcript.count()).toBe(2 * turns + 1);
  });

  it('keeps no half answer, and the same question again stands once', async () => {
    const { api, asked } = fakePromptApi([new Error('gone'), 'It snows.']);
    const chat = promptChat(api, memory);
    await expect(answerOf(chat, 'How is the weather?')).rejects.toThrow('gone');
    expect(await answerOf(chat, 'How is the weather?')).toBe('It snows.');
    expect(asked[1]).toHaveLength(1);
    expect(await said()).toEqual(['user: How is the weather?', 'assistant: It snows.']);
  });

  it('asks a new session after a reader that left within an answer', async () => {
    const { api, asked, open } = fakePromptApi(['It snows, and it goes on.', 'It snows.']);
    const chat = promptChat(api, memory);
    for await (const piece of chat.ask('How is the weather?')) {
      expect(piece).not.toBe('');
      break;
    }
    expect(open()).toBe(0);
    expect(await answerOf(chat, 'How is the weather?')).toBe('It snows.');
    expect(asked[1]?.map(({ content }) => content)).toEqual(['How is the weather?']);
    expect(await said()).toEqual(['user: How is the weather?', 'assistant: It snows.']);
  });

  it('stops within an answer where the caller aborts, and the next question goes on from what was said before', async () => {
    const { api, asked, open } = fakePromptApi(['Hello, Ann.', 'It snows, and it goes on.', 'Any time.']);
    const chat = promptChat(api, memory);
    await answerOf(chat, 'I am Ann.');
    await abortWithin(chat, 'How is the weather?');
    expect(open()).toBe(0);
    expect(await answerOf(chat, 'Thanks')).toBe('Any time.');
    expect(asked[2]?.slice(0, 3)).toEqual(asked[1]);
    expect(await said()).toEqual([
      'user: I am Ann.',
      'assistant: Hello, Ann.',
      'user: How is the weather?',
      'user: Thanks',
      'assistant: Any time.',
    ]);
  });

  it('asks a new session after one that failed to take the conversation, of which it may hold a part', async () => {
    await answerOf(promptChat(fakePromptApi(['Hello, Ann.']).api, memory), 'I am Ann.');
    const { api, asked, open } = fakePromptApi(['Ann.']);
    let failures = 1;
    const create: PromptApi['create'] = async (options) => {
      const session = await api.create(options);
      const append: PromptSession['append'] = async (messages, given) => {
        await session.append(messages, given);
        if (failures-- > 0) throw new Error('out of memory');
      };
      return { ...session, append };
    };
    const chat = promptChat({ create }, memory);
    await expect(answerOf(chat, 'Who am I?')).rejects.toThrow('out of memory');
    expect(open()).toBe(0);
    expect(await answerOf(chat, 'Who am I?')).toBe('Ann.');
    expect(asked[0]?.map(({ content }) => content)).toEqual(['I am Ann.', 'Hello, Ann.', 'Who am I?']);
  });

  it('brings what the memory knows of the question', async () => {
    await memory.items.memorize('Ann keeps a parrot called Kiwi.', { importance: 0.9 });
    const { api, asked } = fakePromptApi(['Kiwi.']);
    await answerOf(promptChat(api, memory), 'What is the name of the parrot that I keep?');
    expect(JSON.stringify(asked[0])).toContain('called Kiwi');
  });
});
