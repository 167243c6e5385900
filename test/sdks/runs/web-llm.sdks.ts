// Chat over a WebLLM engine: its own types and its own check of requests, with a small window and no tools.
import type { ChatCompletionMessageParam, MLCEngineInterface } from '@mlc-ai/web-llm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { openaiChatSingleSystem } from '../../../src/entries/lenses.ts';
import { run } from '../../../src/entries/openai.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { saidIn } from '../support/agents/conversation.ts';
import { scriptedEngine } from '../support/agents/scripted-engine.ts';

const MODEL = 'Llama-3.2-1B-Instruct-q4f16_1-MLC';

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

const options = { model: MODEL, lens: openaiChatSingleSystem, only: [] as const };
const ask = (
  engine: MLCEngineInterface,
  messages: ChatCompletionMessageParam[],
  content: string,
  more: object = {},
) => {
  messages.push({ role: 'user', content });
  return run(engine, memory, messages, { ...options, ...more });
};
const said = (): Promise<string[]> => saidIn(memory);

describe('a chat over WebLLM', () => {
  it('streams, records its answers, and sends the guide alone, for there are no tools', async () => {
    const { engine, requests } = scriptedEngine(['It snows.', 'It thaws.']);
    const messages: ChatCompletionMessageParam[] = [];
    let text = '';
    for await (const part of ask(engine, messages, 'How is the weather?')) if (part.type === 'text') text += part.text;
    expect(text).toBe('It snows.');
    expect(await ask(engine, messages, 'And tomorrow?').answer()).toMatchObject({ text: 'It thaws.', finish: 'stop' });
    expect(requests.at(-1)).toEqual([
      { role: 'system', content: await memory.context.guide({ tools: [] }) },
      { role: 'user', content: 'How is the weather?' },
      { role: 'assistant', content: 'It snows.' },
      { role: 'user', content: 'And tomorrow?' },
    ]);
    expect(await said()).toHaveLength(5);
  });

  it('never meets the window, however long it goes on, with one system message that its requests begin with', async () => {
    const turns = 60;
    const answers = Array.from({ length: turns }, (_, turn) => `Answer ${turn}: ${'words and more words '.repeat(8)}`);
    const { engine, requests } = scriptedEngine(answers, 1500);
    const messages: ChatCompletionMessageParam[] = [{ role: 'system', content: 'Be brief.' }];
    for (let turn = 0; turn < turns; turn++)
      await ask(engine, messages, `Question ${turn} of the user, in a few words?`, { contextWindow: 1500 }).answer();
    expect(requests).toHaveLength(turns);
    const begunAnew = requests.filter(
      (request, index) =>
        index > 0 &&
        JSON.stringify(request.slice(0, requests[index - 1]?.length)) !== JSON.stringify(requests[index - 1]),
    );
    expect(begunAnew.length).toBeGreaterThan(0);
    expect(begunAnew.length).toBeLessThan(turns / 3);
    for (const request of requests) {
      expect(request.filter(({ role }) => role === 'system')).toHaveLength(1);
      expect(request[0]?.content).toMatch(/^Be brief\./);
    }
    expect(await memory.transcript.count()).toBe(2 * turns + 1);
  });

  it('brings what the memory knows of the question', async () => {
    await memory.items.memorize('Ann keeps a parrot called Kiwi.', { importance: 0.9 });
    const { engine, requests } = scriptedEngine(['Kiwi.']);
    await ask(engine, [], 'What is the name of the parrot that I keep?').answer();
    expect(JSON.stringify(requests[0])).toContain('called Kiwi');
  });

  it('keeps no half answer of a model that fails, and the same list again stands once', async () => {
    const { engine } = scriptedEngine([new Error('device lost'), 'It snows.']);
    const messages: ChatCompletionMessageParam[] = [];
    await expect(ask(engine, messages, 'How is the weather?').answer()).rejects.toThrow('device lost');
    expect((await run(engine, memory, messages, options).answer()).text).toBe('It snows.');
    expect((await said()).slice(1)).toEqual(['user: How is the weather?', 'assistant: It snows.']);
  });

  it('stops at the next piece where the caller aborts, though the engine knows no signal, and goes on from there', async () => {
    const { engine, left, requests } = scriptedEngine(['It snows, and it goes on.', 'Any time.']);
    const controller = new AbortController();
    const messages: ChatCompletionMessageParam[] = [];
    const pieces: string[] = [];
    const reading = (async () => {
      for await (const part of ask(engine, messages, 'How is the weather?', { signal: controller.signal })) {
        if (part.type === 'text') pieces.push(part.text);
        controller.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(pieces).toEqual(['It ']);
    expect(left()).toBe(1);
    expect((await said()).slice(1)).toEqual(['user: How is the weather?']);
    expect((await ask(engine, messages, 'Thanks').answer()).text).toBe('Any time.');
    expect(requests[1]?.slice(0, requests[0]?.length)).toEqual(requests[0]);
    expect((await said()).slice(1)).toEqual(['user: How is the weather?', 'user: Thanks', 'assistant: Any time.']);
  });
});
