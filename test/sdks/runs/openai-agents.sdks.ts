// The OpenAI Agents SDK with a memory: its own runner, sessions and scripted model, and a real memory.
import { Agent, MemorySession, Runner, setTracingDisabled, tool } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel, type ScriptedModelInput } from '@openai/agents-core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { agentMemory } from '../../../src/entries/openai-agents.ts';
import { memoryStorage } from '../../../src/entries/index.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { saidIn } from '../support/agents/conversation.ts';

setTracingDisabled(true);

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

const said = (): Promise<string[]> => saidIn(memory);
const weather = tool({
  name: 'weather',
  description: 'Tells the weather.',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => `It snows in ${city}.`,
});

/** An agent with its memory, and the requests that its model got. */
async function agentOf(script: ScriptedModelInput[], options: object = {}) {
  const model = new ScriptedModel(script);
  const { tools, callModelInputFilter, session } = await agentMemory(memory, options);
  const agent = new Agent({ name: 'Ann', instructions: 'Be brief.', model, tools: [weather, ...tools] });
  const runner = new Runner({ callModelInputFilter });
  return { agent, runner, session, requests: () => model.calls.map(({ request }) => request) };
}

describe('an agent of the OpenAI Agents SDK', () => {
  it('calls tools of both in one run, and each message stands once', async () => {
    const { agent, runner, session, requests } = await agentOf([
      [functionCall('weather', { city: 'Kiruna' }, { callId: 'c1' })],
      [functionCall('memorize', { text: 'Ann lives in Kiruna.' }, { callId: 'c2' })],
      [assistantMessage('It snows, and I know where you live.')],
    ]);
    const { finalOutput } = await runner.run(agent, 'I am Ann in Kiruna. How is the weather?', { session });
    expect(finalOutput).toBe('It snows, and I know where you live.');
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['Ann lives in Kiruna.']);
    const [first, ...later] = requests();
    expect(first?.systemInstructions).toMatch(/^Be brief\.\n\n.*memorize/s);
    expect(later.map(({ systemInstructions }) => systemInstructions)).toEqual(
      later.map(() => first?.systemInstructions),
    );
    const items = await session.getItems();
    expect(items.map(({ type, role }: { type?: string; role?: string }) => role ?? type)).toEqual([
      'user',
      'function_call',
      'function_call_result',
      'function_call',
      'function_call_result',
      'assistant',
    ]);
    const transcript = await memory.transcript.read();
    expect(transcript.filter(({ role }) => role !== 'system')).toHaveLength(6);
  });

  it('calls tools of both at once, and each call has its result in the next request', async () => {
    const { agent, runner, session, requests } = await agentOf([
      [
        functionCall('weather', { city: 'Kiruna' }, { callId: 'c1' }),
        functionCall('memorize', { text: 'Ann lives in Kiruna.' }, { callId: 'c2' }),
      ],
      [assistantMessage('It snows, and I know where you live.')],
    ]);
    await runner.run(agent, 'I am Ann in Kiruna. How is the weather?', { session });
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['Ann lives in Kiruna.']);
    const [first, second] = requests().map(({ input }) => input as { type?: string; callId?: string }[]);
    expect(second?.slice(0, first?.length)).toEqual(first);
    const ofType = (wanted: string) => second?.flatMap(({ type, callId }) => (type === wanted ? [callId] : []));
    expect(ofType('function_call')).toEqual(['c1', 'c2']);
    expect(ofType('function_call_result')).toEqual(['c1', 'c2']);
    expect((await said()).filter((line) => line.startsWith('tool'))).toHaveLength(2);
    expect(await memory.context.branches()).toHaveLength(1);
  });

  it('extends each request by the next one, over several runs and a reload', async () => {
    const storage = memoryStorage();
    memory = await openFixed({ storage });
    const one = await agentOf([
      [functionCall('weather', { city: 'Oslo' }, { callId: 'c1' })],
      [assistantMessage('It snows.')],
      [assistantMessage('It thaws.')],
    ]);
    await one.runner.run(one.agent, 'How is the weather?', { session: one.session });
    await one.runner.run(one.agent, 'And tomorrow?', { session: one.session });
    await memory.close();
    memory = await openFixed({ storage });
    const two = await agentOf([[assistantMessage('You are welcome.')]]);
    await two.runner.run(two.agent, 'Thanks', { session: two.session });
    const inputs = [...one.requests(), ...two.requests()].map(({ input }) => input as object[]);
    for (const [index, input] of inputs.slice(1).entries()) {
      const before = inputs[index] as object[];
      expect(input.slice(0, before.length).map((each) => JSON.stringify(each))).toEqual(
        before.map((each) => JSON.stringify(each)),
      );
    }
    expect((await said()).filter((line) => !line.startsWith('system'))).toEqual([
      'user: How is the weather?',
      'assistant: ',
      'tool: ',
      'assistant: It snows.',
      'user: And tomorrow?',
      'assistant: It thaws.',
      'user: Thanks',
      'assistant: You are welcome.',
    ]);
  });

  it('gets what the memory knows of the question, and the session keeps what the user said', async () => {
    await memory.items.memorize('Ann keeps a parrot called Kiwi.', { importance: 0.9 });
    const { agent, runner, session, requests } = await agentOf([
      [assistantMessage('Kiwi.')],
      [assistantMessage('It is green.')],
    ]);
    await runner.run(agent, 'What is the name of the parrot that I keep?', { session });
    expect(JSON.stringify(requests()[0]?.input)).toContain('Kiwi');
    await runner.run(agent, 'Which colour has it?', { session });
    const items = (await session.getItems()) as { role?: string; content?: unknown }[];
    expect(items.map(({ content }) => content).filter((content) => typeof content === 'string')).toEqual([
      'What is the name of the parrot that I keep?',
      'Which colour has it?',
    ]);
    expect((await said()).filter((line) => line.startsWith('user'))).toEqual([
      'user: What is the name of the parrot that I keep?',
      'user: Which colour has it?',
    ]);
  });

  it('works with a session of the SDK, which keeps what the model read', async () => {
    await memory.items.memorize('Ann keeps a parrot called Kiwi.', { importance: 0.9 });
    const session = new MemorySession();
    const { agent, runner } = await agentOf([[assistantMessage('Kiwi.')], [assistantMessage('Green.')]]);
    await runner.run(agent, 'What is the name of the parrot that I keep?', { session });
    await runner.run(agent, 'Which colour has it?', { session });
    expect((await said()).filter((line) => line.startsWith('user'))).toEqual([
      'user: What is the name of the parrot that I keep?',
      'user: Which colour has it?',
    ]);
    expect(await memory.context.branches()).toHaveLength(1);
  });

  it('streams', async () => {
    const { agent, runner, session } = await agentOf([[assistantMessage('It snows.')]]);
    const run = await runner.run(agent, 'How is the weather?', { session, stream: true });
    let text = '';
    for await (const part of run.toTextStream()) text += part;
    await run.completed;
    expect(text).toBe('It snows.');
    expect((await said()).filter((line) => !line.startsWith('system'))).toEqual([
      'user: How is the weather?',
      'assistant: It snows.',
    ]);
  });

  it('hands over to another agent, whose requests speak of its own tools', async () => {
    const { tools, callModelInputFilter, session } = await agentMemory(memory);
    const second = new ScriptedModel([[assistantMessage('Bob here.')]]);
    const bob = new Agent({ name: 'Bob', instructions: 'You are Bob.', model: second });
    const first = new ScriptedModel([[functionCall('transfer_to_Bob', {}, { callId: 'c1' })]]);
    const ann = new Agent({ name: 'Ann', instructions: 'You are Ann.', model: first, tools, handoffs: [bob] });
    const { finalOutput } = await new Runner({ callModelInputFilter }).run(ann, 'Get me Bob.', { session });
    expect(finalOutput).toBe('Bob here.');
    expect(first.calls[0]?.request.systemInstructions).toMatch(/^You are Ann\.\n\n/);
    expect(second.calls[0]?.request.systemInstructions).toBe('You are Bob.');
  });

  it('passes the errors of the model on, and keeps the question once', async () => {
    const { agent, runner, session } = await agentOf([{ type: 'error', error: new Error('overloaded') }]);
    await expect(runner.run(agent, 'How is the weather?', { session })).rejects.toThrow('overloaded');
    expect(await said()).toEqual(['user: How is the weather?']);
    expect(await session.getItems()).toHaveLength(1);
  });

  it('asks no model once the caller aborted', async () => {
    const { agent, runner, session, requests } = await agentOf([[assistantMessage('It snows.')]]);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(runner.run(agent, 'How is the weather?', { session, signal })).rejects.toThrow();
    expect(requests()).toEqual([]);
    const { finalOutput } = await runner.run(agent, 'How is the weather?', { session });
    expect(finalOutput).toBe('It snows.');
    expect((await said()).at(-1)).toBe('assistant: It snows.');
  });
});

describe('its session', () => {
  const functionResult = (callId: string, output: string) => ({
    type: 'function_call_result' as const,
    name: 'weather',
    callId,
    status: 'completed' as const,
    output,
  });
  const user = (content: string) => ({ type: 'message' as const, role: 'user' as const, content });

  it('takes no item a second time that a request of the run recorded, and the same words of a later run once more', async () => {
    const { session, callModelInputFilter } = await agentMemory(memory);
    const asked = user('How is the weather?');
    const steps = [functionCall('weather', {}, { callId: 'c1' }), functionResult('c1', 'Snow.')];
    await session.getItems();
    await callModelInputFilter({ modelData: { input: [asked, ...steps] }, agent: {} });
    await session.addItems([asked]);
    expect(await session.getItems()).toHaveLength(3);
    await session.addItems([asked, assistantMessage('Snow again.')]);
    expect(await said()).toEqual([
      'user: How is the weather?',
      'assistant: ',
      'tool: ',
      'user: How is the weather?',
      'assistant: Snow again.',
    ]);
  });

  it('gives the newest items, takes one back, and begins anew', async () => {
    const { session } = await agentMemory(memory);
    await session.addItems([user('One'), assistantMessage('Two')]);
    await session.addItems([user('Three')]);
    expect(await session.getItems(2)).toMatchObject([{ role: 'assistant' }, user('Three')]);
    expect(await session.popItem()).toEqual(user('Three'));
    expect(await session.getItems()).toHaveLength(2);
    await session.addItems([user('Three, again')]);
    expect((await session.getItems()).at(-1)).toEqual(user('Three, again'));
    await session.clearSession();
    expect(await session.getItems()).toEqual([]);
    expect(await session.popItem()).toBeUndefined();
    expect(await said()).toEqual(['user: One', 'assistant: Two', 'user: Three', 'user: Three, again']);
    expect(await session.getSessionId()).toBe('working-memory');
  });
});
