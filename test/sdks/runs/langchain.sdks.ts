// Agents of LangChain with a memory: its own agent, tools and scripted model, and a real memory.
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { createAgent, fakeModel } from 'langchain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { langchainMiddleware } from '../../../src/entries/langchain.ts';
import { langchain } from '../../../src/entries/lenses.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { saidIn } from '../support/agents/conversation.ts';

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

const said = (): Promise<string[]> => saidIn(memory);
const weather = tool(({ city }: { city: string }) => `It snows in ${city}.`, {
  name: 'weather',
  description: 'Tells the weather.',
  schema: z.object({ city: z.string() }),
});
const call = (id: string, name: string, args: Record<string, unknown>) => ({
  id,
  name,
  args,
  type: 'tool_call' as const,
});

describe('an agent of LangChain', () => {
  it('calls tools of both, and each message stands once', async () => {
    const model = fakeModel()
      .respondWithTools([call('c1', 'weather', { city: 'Kiruna' })])
      .respondWithTools([call('c2', 'memorize', { text: 'Ann lives in Kiruna.' })])
      .respond(new AIMessage('It snows, and I know where you live.'));
    const agent = createAgent({
      model,
      tools: [weather],
      systemPrompt: 'Be brief.',
      middleware: [await langchainMiddleware(memory)],
    });
    const { messages } = await agent.invoke({ messages: [new HumanMessage('I am Ann in Kiruna. How is it there?')] });
    expect(messages.at(-1)?.text).toBe('It snows, and I know where you live.');
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['Ann lives in Kiruna.']);
    const [first] = model.calls[0]?.messages ?? [];
    expect(first?.text).toMatch(/^Be brief\.\n\n.*memorize/s);
    expect((await said()).map((line) => line.split(':')[0])).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'assistant',
    ]);
    await agent.invoke({ messages: [...messages, new HumanMessage('Thanks')] }).catch(() => undefined);
    expect((await said()).filter((line) => line === 'assistant: It snows, and I know where you live.')).toHaveLength(1);
  });

  it('calls tools of both at once, and pairs, prefix and transcript hold', async () => {
    const model = fakeModel()
      .respondWithTools([
        call('c1', 'weather', { city: 'Kiruna' }),
        call('c2', 'memorize', { text: 'Ann lives in Kiruna.' }),
        call('c3', 'weather', { city: 'Oslo' }),
      ])
      .respond(new AIMessage('It snows in both.'))
      .respond(new AIMessage('Any time.'));
    const agent = createAgent({ model, tools: [weather], middleware: [await langchainMiddleware(memory)] });
    const { messages } = await agent.invoke({ messages: [new HumanMessage('I am Ann in Kiruna. And Oslo?')] });
    await agent.invoke({ messages: [...messages, new HumanMessage('Thanks')] });
    const [, second = [], third = []] = model.calls.map((each) => each.messages);
    expect(second.flatMap((message) => langchain.results(message))).toEqual([
      { id: 'c1', text: 'It snows in Kiruna.' },
      { id: 'c2', text: expect.stringContaining('Memorized') },
      { id: 'c3', text: 'It snows in Oslo.' },
    ]);
    expect(JSON.stringify(third.slice(0, second.length))).toBe(JSON.stringify(second));
    expect((await said()).map((line) => line.split(':')[0]).join(' ')).toBe(
      'user assistant tool tool tool assistant user assistant',
    );
    expect(await memory.context.branches()).toHaveLength(1);
  });

  it('extends each request by the next one, and the state keeps what the user said', async () => {
    await memory.items.memorize('Ann keeps a parrot called Kiwi.', { importance: 0.9 });
    const model = fakeModel()
      .respondWithTools([call('c1', 'weather', { city: 'Oslo' })])
      .respond(new AIMessage('Kiwi, and it snows.'))
      .respond(new AIMessage('Any time.'));
    const agent = createAgent({ model, tools: [weather], middleware: [await langchainMiddleware(memory)] });
    const question = 'What is the name of the parrot that I keep, and how is the weather?';
    const { messages } = await agent.invoke({ messages: [new HumanMessage(question)] });
    expect(messages[0]?.text).toBe(question);
    await agent.invoke({ messages: [...messages, new HumanMessage('Thanks')] });
    const requests = model.calls.map((each) => each.messages.map((message) => JSON.stringify(message)));
    expect(requests[0]?.join()).toContain('Kiwi');
    for (const [index, request] of requests.slice(1).entries()) {
      const before = requests[index] ?? [];
      expect(request.slice(0, before.length)).toEqual(before);
    }
  });

  it('passes the errors of the model on, and the same request again counts once', async () => {
    const model = fakeModel().respond(new Error('overloaded')).respond(new AIMessage('It snows.'));
    const agent = createAgent({ model, tools: [], middleware: [await langchainMiddleware(memory)] });
    const messages = [new HumanMessage('How is the weather?')];
    await expect(agent.invoke({ messages })).rejects.toThrow('overloaded');
    await agent.invoke({ messages });
    expect(await said()).toEqual(['user: How is the weather?', 'assistant: It snows.']);
  });

  it('streams', async () => {
    const model = fakeModel().respond(new AIMessage('It snows.'));
    const agent = createAgent({ model, tools: [], middleware: [await langchainMiddleware(memory)] });
    let text = '';
    const messages = [new HumanMessage('How is the weather?')];
    for await (const [part] of await agent.stream({ messages }, { streamMode: 'messages' })) text += part.text;
    expect(text).toBe('It snows.');
    expect(await said()).toEqual(['user: How is the weather?', 'assistant: It snows.']);
  });

  it('stops where the caller aborts, and the same request afterwards counts once', async () => {
    const aborting = new AbortController();
    const leaving = tool(
      () => {
        aborting.abort(new Error('enough'));
        return 'Gone.';
      },
      { name: 'leave', description: 'Ends the run.', schema: z.object({}) },
    );
    const model = fakeModel()
      .respondWithTools([call('c1', 'leave', {})])
      .respond(new AIMessage('It snows.'));
    const agent = createAgent({ model, tools: [leaving], middleware: [await langchainMiddleware(memory)] });
    const messages = [new HumanMessage('How is the weather?')];
    await expect(agent.invoke({ messages }, { signal: aborting.signal })).rejects.toThrow();
    expect(model.calls).toHaveLength(1);
    await agent.invoke({ messages });
    expect((await said()).filter((line) => line.startsWith('user'))).toEqual(['user: How is the weather?']);
  });
});

describe('messages of LangChain', () => {
  const list = [
    new SystemMessage('Be brief.'),
    new HumanMessage({ content: [{ type: 'text', text: 'Look.' }] }),
    new AIMessage({ content: '', tool_calls: [call('c1', 'weather', { city: 'Oslo' })] }),
    new ToolMessage({ content: 'It snows.', tool_call_id: 'c1', name: 'weather' }),
    new AIMessage('It snows.'),
    new HumanMessage('Thanks'),
  ];

  it('say the same as instances and as JSON, and stay instances where a text is added', () => {
    for (const message of list) {
      const seen = (given: object) => {
        const one = given as HumanMessage;
        return [langchain.role(one), langchain.text(one), langchain.calls(one), langchain.results(one)];
      };
      expect(seen(JSON.parse(JSON.stringify(message)) as object)).toEqual(seen(message));
    }
    const appended = langchain.append(list[1] as HumanMessage, 'The tail.');
    expect(appended).toBeInstanceOf(HumanMessage);
    expect(JSON.stringify(appended)).toContain('The tail.');
    const replaced = langchain.withResult(list[3] as ToolMessage, 'c1', 'A stub.');
    expect(replaced).toBeInstanceOf(ToolMessage);
    expect(langchain.results(replaced)).toEqual([{ id: 'c1', text: 'A stub.' }]);
  });

  it('are prepared, and come back as LangChain takes them', async () => {
    const { messages } = await memory.context.prepare(langchain, list);
    expect(messages).toEqual(list);
    const restored = await memory.context.restore(langchain);
    expect(restored).toMatchObject([
      { type: 'system', content: 'Be brief.' },
      { type: 'human', content: 'Look.' },
      { type: 'ai', tool_calls: [call('c1', 'weather', { city: 'Oslo' })] },
      { type: 'tool', tool_call_id: 'c1', content: 'It snows.' },
      { type: 'ai', content: 'It snows.' },
      { type: 'human', content: 'Thanks' },
    ]);
    const model = fakeModel().respond(new AIMessage('Taken.'));
    expect((await model.invoke(restored as never)).text).toBe('Taken.');
  });
});
