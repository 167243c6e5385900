// Agents of Mastra with a memory: its own agent, tools and loop, mock models of the AI SDK 5, 6 and 7, and a real memory.
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import type { ModelMessage } from 'ai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { restoreUiMessages, withMemory } from '../../../src/entries/ai-sdk.ts';
import { memoryStorage } from '../../../src/entries/index.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { FORECAST, type ModelTurn, scriptedModels, type SentPrompt } from '../support/agents/scripted-models.ts';

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

const weather = createTool({
  id: 'weather',
  description: 'The weather.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => {
    if (city === 'Atlantis') throw new Error('no such city');
    return `Snow in ${city}`;
  },
});

type Version = 'v5' | 'v6' | 'v7';

/** One type stands for the three: Mastra declares a V4 of its own that differs from that of the SDK. */
async function agentOf(turns: readonly ModelTurn[], version: Version = 'v6') {
  const { sent, ...models } = scriptedModels(turns);
  const prefixChanges: boolean[] = [];
  const settings = await withMemory(
    memory,
    { model: models[version] as typeof models.v6, instructions: 'Be brief.', tools: { weather } },
    { onPrepared: ({ prefixChanged }) => void prefixChanges.push(prefixChanged) },
  );
  return { agent: new Agent({ id: 'ann', name: 'Ann', ...settings, maxRetries: 0 }), sent, prefixChanges };
}
const user = (content: string): ModelMessage => ({ role: 'user', content });
const rolesOf = async (): Promise<string> => (await memory.transcript.read()).map(({ role }) => role).join(' ');

/** Returns what a provider reads, without the dates that Mastra adds among provider options. */
const readOf = ({ prompt }: SentPrompt): string[] =>
  prompt.map((message) => JSON.stringify(message).replaceAll(/,"providerOptions":{"mastra":{"createdAt":\d+}}/g, ''));

describe.each<Version>(['v5', 'v6', 'v7'])('an agent of Mastra over a model of the AI SDK, %s', (version) => {
  it('calls tools of both at once, and goes on to the answer', async () => {
    const { agent, sent } = await agentOf([FORECAST, 'It snows.'], version);
    const { text } = await agent.generate([user('How is the weather?')]);
    expect(text).toBe('It snows.');
    expect((await memory.items.list()).map((item) => item.text)).toEqual(['The user lives in Oslo']);
    const guide = await memory.context.guide();
    for (const { prompt, tools } of sent) {
      expect(prompt[0]).toMatchObject({ role: 'system', content: `Be brief.\n\n${guide}` });
      expect(tools?.map(({ name }) => name)).toEqual(expect.arrayContaining(['weather', 'memorize']));
    }
    expect(JSON.stringify(sent[1]?.prompt.slice(1))).toContain('Snow in Oslo');
    expect(await rolesOf()).toBe('system user assistant tool assistant');
  });

  it('streams, extends each request by the next over several turns, and records what was said once', async () => {
    const answers: ModelTurn[] = [FORECAST, [{ name: 'weather', input: { city: 'Bergen' } }], 'It snows.', 'Any time.'];
    const { agent, sent, prefixChanges } = await agentOf(answers, version);
    const list: ModelMessage[] = [user('How is the weather?')];
    for (const next of ['Thanks', '']) {
      const stream = await agent.stream(list);
      let text = '';
      for await (const part of stream.textStream) text += part;
      expect(text).toBe(next === '' ? 'Any time.' : 'It snows.');
      list.splice(0, list.length, ...(stream.messageList.get.all.db() as never[]), user(next));
    }
    expect(sent).toHaveLength(4);
    for (const [index, request] of sent.slice(1).entries()) {
      const before = readOf(sent[index] as SentPrompt);
      expect(readOf(request).slice(0, before.length)).toEqual(before);
    }
    expect(prefixChanges).toEqual([false, false, false, false]);
    expect(await rolesOf()).toBe('system user assistant tool assistant tool assistant user assistant');
    expect(await memory.context.branches()).toHaveLength(1);
  });
});

describe('an agent of Mastra', () => {
  it('gets what the memory knows of the question', async () => {
    await memory.items.memorize('The user is allergic to nuts');
    const { agent, sent } = await agentOf(['No cake.']);
    await agent.generate([user('Which cake may the user with the nuts eat?')]);
    expect(JSON.stringify(sent[0]?.prompt.slice(1))).toContain('allergic to nuts');
  });

  it('goes on after a reload', async () => {
    const storage = memoryStorage();
    memory = await openFixed({ storage });
    const one = await agentOf([FORECAST, [{ name: 'weather', input: { city: 'Bergen' } }], 'It snows.']);
    await one.agent.generate([user('How is the weather?')]);
    await memory.close();
    memory = await openFixed({ storage });
    const list = await restoreUiMessages(memory);
    const { agent, sent } = await agentOf(['Any time.']);
    await agent.generate([...(list as never[]), user('Thanks')]);
    const before = readOf(one.sent[2] as SentPrompt);
    expect(readOf(sent[0] as SentPrompt).slice(0, before.length)).toEqual(before);
    expect(await rolesOf()).toBe('system user assistant tool assistant tool assistant user assistant');
  });

  it('ends a model that only ever calls tools after the steps that the caller says, or else after 5', async () => {
    const endless = Array.from({ length: 30 }, (): ModelTurn => [{ name: 'recall', input: { query: 'Oslo' } }]);
    const { agent, sent } = await agentOf(endless);
    await agent.generate([user('Go on')]);
    expect(sent).toHaveLength(5);
    await agent.generate([user('Go on')], { maxSteps: 12 });
    expect(sent).toHaveLength(17);
  });

  it('tells the model which tool failed', async () => {
    const { agent, sent } = await agentOf([[{ name: 'weather', input: { city: 'Atlantis' } }], 'There is none.']);
    await agent.generate([user('How is the weather in Atlantis?')]);
    expect(JSON.stringify(sent[1]?.prompt)).toContain('no such city');
  });

  it('fails with the provider’s own error, and the next question finds all as it was', async () => {
    const { agent } = await agentOf([new Error('the provider is down'), 'It snows.']);
    await expect(agent.generate([user('How is the weather?')])).rejects.toThrow('the provider is down');
    expect((await agent.generate([user('How is the weather?')])).text).toBe('It snows.');
    expect(await rolesOf()).toBe('system user assistant');
  });

  it('stops within an answer where the caller aborts; Mastra’s list keeps what was said, and the next question goes on', async () => {
    const { agent, sent } = await agentOf([FORECAST, { hangsAfter: 'It sn' }, 'Any time.']);
    const aborting = new AbortController();
    const stream = await agent.stream([user('How is the weather?')], { abortSignal: aborting.signal });
    for await (const part of stream.textStream) {
      expect(part).toBe('It ');
      aborting.abort();
    }
    expect(await rolesOf()).toBe('system user assistant tool');
    const kept = stream.messageList.get.all.db();
    expect((await agent.generate([...kept, user('Thanks')] as never)).text).toBe('Any time.');
    const [, second, third] = sent.map(readOf);
    expect(third?.slice(0, second?.length)).toEqual(second);
    expect((await memory.transcript.read()).slice(-3).map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'assistant: It ',
      'user: Thanks',
      'assistant: Any time.',
    ]);
  });
});
