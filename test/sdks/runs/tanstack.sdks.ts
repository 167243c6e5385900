// TanStack AI chats with a memory: its own loop and tools, an adapter of its own class, and a real memory.
import { chat, type ChatMiddleware, maxIterations, type ModelMessage, toolDefinition } from '@tanstack/ai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { tanstack, tanstackMiddleware } from '../../../src/entries/tanstack.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { saidIn } from '../support/agents/conversation.ts';
import { ScriptedTextAdapter, type ScriptedTurn, textOf } from '../support/agents/scripted-text-adapter.ts';

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

const said = (): Promise<string[]> => saidIn(memory);
const roles = async (): Promise<string> => (await said()).map((line) => line.split(':')[0]).join(' ');
const weather = toolDefinition({
  name: 'weather',
  description: 'Tells the weather.',
  inputSchema: z.object({ city: z.string() }),
}).server(({ city }) => `It snows in ${city}.`);
const call = (id: string, name: string, input: object) => ({ id, name, input });

/** An app: its list grows by what each chat said. */
function appOver(turns: readonly ScriptedTurn[]) {
  const adapter = new ScriptedTextAdapter(turns);
  const list: ModelMessage[] = [];
  /** Keeps the messages of a chat that ended well. */
  const keeping: ChatMiddleware = {
    onFinish: ({ messages }) => {
      list.splice(0, list.length, ...messages);
    },
  };
  const ask = async (question: string, abortController = new AbortController()): Promise<string> => {
    const chunks = chat({
      adapter,
      messages: [...list, { role: 'user', content: question }],
      tools: [weather],
      systemPrompts: ['Be brief.'],
      agentLoopStrategy: maxIterations(10),
      middleware: [tanstackMiddleware(memory), keeping],
      abortController,
      debug: false,
    });
    let text = '';
    for await (const piece of textOf(chunks)) text += piece;
    return text;
  };
  return { adapter, list, ask };
}

/** Each request holds all of the one before, as the provider reads it. */
function expectExtension({ requests }: ScriptedTextAdapter): void {
  const read = requests.map(({ messages }) => messages.map((message) => JSON.stringify(message)));
  for (const [index, request] of read.slice(1).entries()) {
    const before = read[index] ?? [];
    expect(request.slice(0, before.length)).toEqual(before);
  }
}

describe('a chat of TanStack AI', () => {
  it('streams, and the answer is recorded', async () => {
    const { ask, adapter } = appOver(['It snows.']);
    expect(await ask('How is the weather?')).toBe('It snows.');
    expect(await said()).toEqual(['user: How is the weather?', 'assistant: It snows.']);
    const [{ systemPrompts, tools } = { systemPrompts: [], tools: [] }] = adapter.requests;
    expect(systemPrompts[0]).toBe('Be brief.');
    expect(systemPrompts[1]).toMatch(/memorize/);
    expect(tools).toEqual(expect.arrayContaining(['weather', 'memorize', 'recall']));
  });

  it('calls tools of both over several steps, and each message stands once', async () => {
    const { ask, adapter } = appOver([
      [call('c1', 'weather', { city: 'Kiruna' })],
      [call('c2', 'memorize', { text: 'Ann lives in Kiruna.' })],
      'It snows, and I know where you live.',
      'Any time.',
    ]);
    expect(await ask('I am Ann in Kiruna. How is it there?')).toBe('It snows, and I know where you live.');
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['Ann lives in Kiruna.']);
    expect(await roles()).toBe('user assistant tool assistant tool assistant');
    await ask('Thanks');
    expect(await roles()).toBe('user assistant tool assistant tool assistant user assistant');
    expect(await memory.context.branches()).toHaveLength(1);
    expectExtension(adapter);
  });

  it('calls tools of both at once, and calls and results stay pairs', async () => {
    const { ask, adapter } = appOver([
      [
        call('c1', 'weather', { city: 'Kiruna' }),
        call('c2', 'memorize', { text: 'Ann lives in Kiruna.' }),
        call('c3', 'weather', { city: 'Oslo' }),
      ],
      'It snows in both.',
    ]);
    await ask('I am Ann in Kiruna. And Oslo?');
    const [, second] = adapter.requests;
    expect(second?.messages.flatMap((message) => tanstack.results(message))).toEqual([
      { id: 'c1', text: 'It snows in Kiruna.' },
      { id: 'c2', text: expect.stringContaining('Memorized') },
      { id: 'c3', text: 'It snows in Oslo.' },
    ]);
    expect(second?.messages.flatMap((message) => tanstack.calls(message)).map(({ id }) => id)).toEqual([
      'c1',
      'c2',
      'c3',
    ]);
    expectExtension(adapter);
  });

  it('shows what it knows of a question, and the chat’s own list stays as it was', async () => {
    await memory.items.memorize('Ann keeps a parrot called Kiwi.', { importance: 0.9 });
    const { ask, adapter, list } = appOver([[call('c1', 'weather', { city: 'Oslo' })], 'Kiwi.', 'Any time.']);
    const question = 'What is the name of the parrot that I keep?';
    await ask(question);
    expect(JSON.stringify(adapter.requests[0]?.messages)).toContain('Kiwi');
    expect(list[0]).toEqual({ role: 'user', content: question });
    await ask('Thanks');
    expectExtension(adapter);
  });

  it('tells the model what went wrong with a tool, of the chat’s or of the memory’s', async () => {
    const { ask, adapter } = appOver([
      [call('c1', 'weather', { town: 'Oslo' }), call('c2', 'memorize', {}), call('c3', 'nothing', {})],
      'I see.',
    ]);
    expect(await ask('How is it?')).toBe('I see.');
    const results = adapter.requests[1]?.messages.flatMap((message) => tanstack.results(message)) ?? [];
    expect(results.map(({ id }) => id)).toEqual(['c1', 'c2', 'c3']);
    expect(results[1]?.text).toContain('text');
    expect(await roles()).toBe('user assistant tool tool tool assistant');
  });

  it('passes the provider’s errors on, and the same request again counts once', async () => {
    const { ask } = appOver([new Error('overloaded'), 'It snows.']);
    await expect(ask('How is the weather?')).rejects.toThrow('overloaded');
    expect(await said()).toEqual(['user: How is the weather?']);
    expect(await ask('How is the weather?')).toBe('It snows.');
    expect(await said()).toEqual(['user: How is the weather?', 'assistant: It snows.']);
  });

  it('records nothing of an answer that is aborted, and the conversation goes on', async () => {
    const aborting = new AbortController();
    const { ask, adapter } = appOver([[call('c1', 'weather', { city: 'Oslo' })], { hangsAfter: 'It ' }, 'Fine.']);
    const stopping: ChatMiddleware = {
      onChunk: (_, chunk) => {
        if (chunk.type === 'TEXT_MESSAGE_CONTENT') aborting.abort(new Error('enough'));
      },
    };
    const chunks = chat({
      adapter,
      messages: [{ role: 'user', content: 'How is the weather?' }],
      tools: [weather],
      middleware: [tanstackMiddleware(memory), stopping],
      abortController: aborting,
      debug: false,
    });
    const reading = (async () => {
      for await (const piece of textOf(chunks)) expect(piece).toBe('It ');
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(await roles()).toBe('user assistant tool');
    expect(await ask('Go on.')).toBe('Fine.');
    expect((await said()).at(-1)).toBe('assistant: Fine.');
    expect(await said()).not.toContain('assistant: It ');
  });

  it('ends with the refusal of the memory before anything is sent', async () => {
    const { adapter } = appOver([]);
    const run = async (): Promise<void> => {
      const messages: ModelMessage[] = [{ role: 'user', content: 'Hello' }];
      const own = toolDefinition({ name: 'memorize', description: 'Mine.' }).server(() => 'done');
      const middleware = [tanstackMiddleware(memory)];
      for await (const _ of chat({ adapter, messages, tools: [own], middleware, debug: false })) void _;
    };
    await expect(run()).rejects.toThrow(/both have a tool 'memorize'/);
    expect(adapter.requests).toEqual([]);
  });

  it('prepares the request for a structured output too', async () => {
    const { adapter } = appOver(['Let me see.']);
    const answer = await chat({
      adapter,
      messages: [{ role: 'user', content: 'How is the weather?' }],
      outputSchema: z.object({ weather: z.string() }),
      middleware: [tanstackMiddleware(memory)],
    });
    expect(answer).toEqual({ weather: 'snow' });
    expect((await said())[0]).toBe('user: How is the weather?');
    expect((await said()).at(-1)).toContain('snow');
  });

  it('is restored after a reload as messages that a chat takes', async () => {
    const { ask, list } = appOver([[call('c1', 'weather', { city: 'Oslo' })], 'It snows.']);
    await ask('How is the weather?');
    const restored: ModelMessage[] = (await memory.context.restore(tanstack)) as ModelMessage[];
    const read = (messages: readonly ModelMessage[]) =>
      messages.map((message) => [tanstack.role(message), tanstack.text(message), tanstack.calls(message)]);
    expect(read(restored)).toEqual(read(list));
    const { adapter } = appOver([]);
    const messages = [...restored, { role: 'user' as const, content: 'Thanks' }];
    const middleware = [tanstackMiddleware(memory)];
    for await (const _ of chat({ adapter, messages, middleware })) void _;
    expect(await roles()).toBe('user assistant tool assistant user assistant');
    expect(await memory.context.branches()).toHaveLength(1);
  });
});
