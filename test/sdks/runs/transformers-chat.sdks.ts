// Chat over a text generation of transformers.js, which has no tools and the window of its model's positions.
// test/peers runs it with the real package.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { promptChat, textGeneration } from '../../../src/entries/prompt-api.ts';
import { FakeTextStreamer, fakeTextGenerator } from '../../support/fakes/fake-text-generator.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { abortWithin, answerOf, saidIn } from '../support/agents/conversation.ts';

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

const said = (): Promise<string[]> => saidIn(memory);

describe('a chat over transformers.js', () => {
  it('streams its answers, records them, and extends each request by the next', async () => {
    const { generator, asked, options } = fakeTextGenerator(['It snows.', 'It thaws.']);
    const model = textGeneration(generator, FakeTextStreamer, { max_new_tokens: 64, temperature: 0.2 });
    const chat = promptChat(model, memory, { instructions: 'Be brief.' });
    const pieces: string[] = [];
    for await (const piece of chat.ask('How is the weather?')) pieces.push(piece);
    expect(pieces).toEqual(['It ', 'snows.']);
    expect(await answerOf(chat, 'And tomorrow?')).toBe('It thaws.');
    expect(asked[1]).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'How is the weather?' },
      { role: 'assistant', content: 'It snows.' },
      { role: 'user', content: 'And tomorrow?' },
    ]);
    expect(options[0]).toEqual({ max_new_tokens: 64, temperature: 0.2 });
    expect(await said()).toEqual(
      asked[1]?.map(({ role, content }) => `${role}: ${content}`).concat('assistant: It thaws.'),
    );
  });

  it('never meets the window, in which it leaves room for the answer, however long it goes on', async () => {
    const turns = 60;
    const answers = Array.from({ length: turns }, (_, turn) => `Answer ${turn}: ${'words and more words '.repeat(8)}`);
    const { generator, asked } = fakeTextGenerator(answers, 1600);
    const model = textGeneration(generator, FakeTextStreamer, { max_new_tokens: 100 });
    const chat = promptChat(model, memory, { instructions: 'Be brief.' });
    for (let turn = 0; turn < turns; turn++) await answerOf(chat, `Question ${turn} of the user, in a few words?`);
    expect(asked).toHaveLength(turns);
    const begunAnew = asked.filter(
      (request, index) =>
        index > 0 && JSON.stringify(request.slice(0, asked[index - 1]?.length)) !== JSON.stringify(asked[index - 1]),
    );
    expect(begunAnew.length).toBeGreaterThan(0);
    expect(begunAnew.length).toBeLessThan(turns / 3);
    expect(await memory.transcript.count()).toBe(2 * turns + 1);
  });

  it('brings what the memory knows of the question', async () => {
    await memory.items.memorize('Ann keeps a parrot called Kiwi.', { importance: 0.9 });
    const { generator, asked } = fakeTextGenerator(['Kiwi.']);
    await answerOf(
      promptChat(textGeneration(generator, FakeTextStreamer), memory),
      'Which name has the parrot that I keep?',
    );
    expect(JSON.stringify(asked[0])).toContain('called Kiwi');
  });

  it('keeps no half answer of a model that fails, and the same question again stands once', async () => {
    const { generator, asked } = fakeTextGenerator([new Error('device lost'), 'It snows.']);
    const chat = promptChat(textGeneration(generator, FakeTextStreamer), memory);
    await expect(answerOf(chat, 'How is the weather?')).rejects.toThrow('device lost');
    expect(await answerOf(chat, 'How is the weather?')).toBe('It snows.');
    expect(asked[1]).toHaveLength(1);
    expect(await said()).toEqual(['user: How is the weather?', 'assistant: It snows.']);
  });

  it('stops where the caller aborts, and gives the template both questions as one message then', async () => {
    const { generator, asked, stopped } = fakeTextGenerator(['It snows, and it goes on.', 'Any time.']);
    const chat = promptChat(textGeneration(generator, FakeTextStreamer), memory);
    await abortWithin(chat, 'How is the weather?');
    await vi.waitFor(() => expect(stopped()).toBe(1));
    expect(await answerOf(chat, 'Thanks')).toBe('Any time.');
    expect(asked[1]).toEqual([{ role: 'user', content: 'How is the weather?\nThanks' }]);
    expect(await said()).toEqual(['user: How is the weather?', 'user: Thanks', 'assistant: Any time.']);
  });

  it('stops the model where the reader leaves', async () => {
    const { generator, stopped } = fakeTextGenerator(['It snows, and it goes on.']);
    const chat = promptChat(textGeneration(generator, FakeTextStreamer), memory);
    for await (const _ of chat.ask('How is the weather?')) break;
    await vi.waitFor(() => expect(stopped()).toBe(1));
    expect(await said()).toEqual(['user: How is the weather?']);
  });
});
