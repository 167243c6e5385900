// Runs the examples of docs/sdks.md as they are written, with the real SDKs and a real memory.
import { readFileSync } from 'node:fs';
import Anthropic from '@anthropic-ai/sdk';
import { type Content, GoogleGenAI } from '@google/genai';
import { AIMessage } from '@langchain/core/messages';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { Agent, Runner } from '@openai/agents';
import { assistantMessage, ScriptedModel } from '@openai/agents-core/testing';
import * as ai from 'ai';
import { chat as tanstackChat, type ChatMiddleware } from '@tanstack/ai';
import { createAgent, fakeModel } from 'langchain';
import OpenAI from 'openai';
import * as Vue from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import * as aiSdk from '../../../src/entries/ai-sdk.ts';
import * as anthropic from '../../../src/entries/anthropic.ts';
import { memoryHook } from '../../../src/entries/react.ts';
import { memoryComposable } from '../../../src/entries/vue.ts';
import * as geminiEntry from '../../../src/entries/gemini.ts';
import * as langchainEntry from '../../../src/entries/langchain.ts';
import { openaiChatSingleSystem } from '../../../src/entries/lenses.ts';
import * as openai from '../../../src/entries/openai.ts';
import * as openaiAgents from '../../../src/entries/openai-agents.ts';
import * as tanstackEntry from '../../../src/entries/tanstack.ts';
import { memoryStorage, openMany } from '../../../src/entries/index.ts';
import { promptChat, textGeneration } from '../../../src/entries/prompt-api.ts';
import { examplesOf, runExample } from '../../support/examples.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { type StreamedAnswer, streamingProvider } from '../support/agents/streaming-provider.ts';
import { FakeTextStreamer, fakeTextGenerator } from '../../support/fakes/fake-text-generator.ts';
import { fakePromptApi } from '../../support/fakes/fake-prompt-api.ts';
import { saidIn } from '../support/agents/conversation.ts';
import { scriptedEngine } from '../support/agents/scripted-engine.ts';
import { ScriptedTextAdapter } from '../support/agents/scripted-text-adapter.ts';
import { scriptedModels } from '../support/agents/scripted-models.ts';

const page = readFileSync(new URL('../../../docs/sdks.md', import.meta.url), 'utf8');

/** Lines of a program that a user writes, from its import to the answer. */
const linesOf = (code: string): number => code.split('\n').filter((line) => line.trim() !== '').length;

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

/** The address of a server with these answers. */
async function served(answers: readonly StreamedAnswer[], format: object = {}): Promise<string> {
  return (await streamingProvider<never>(answers, format)).url;
}

const said = (): Promise<string[]> => saidIn(memory);

describe('docs/sdks.md, AI SDK', () => {
  const [generate = '', agent = '', route = '', reload = ''] = examplesOf(page, 'AI SDK');
  const bound = (answer: string) => ({ ...ai, ...aiSdk, memory, model: scriptedModels([answer]).v6, tools: {} });

  it('takes at most 5 lines for each way', () => {
    expect([generate, agent, route, reload].map(linesOf)).toEqual([3, 4, 5, 2]);
  });

  it('answers, as a text, as an agent’s stream and as a route', async () => {
    expect(await runExample(generate, bound('It snows.'), 'text')).toBe('It snows.');
    const shown: string[] = [];
    await runExample(agent, { ...bound('It thaws.'), show: (part: string) => shown.push(part) });
    expect(shown.join('')).toBe('It thaws.');
    const list = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Thanks' }] }];
    const request = new Request('http://localhost', { method: 'POST', body: JSON.stringify({ messages: list }) });
    const POST = (await runExample(route, bound('Any time.'), 'POST')) as (request: Request) => Promise<Response>;
    expect(await (await POST(request)).text()).toContain('"delta":"Any "');
    expect((await said()).filter((line) => !line.startsWith('system'))).toEqual([
      'user: How is the weather where I live?',
      'assistant: It snows.',
      'user: And tomorrow?',
      'assistant: It thaws.',
      'user: Thanks',
      'assistant: Any time.',
    ]);
    expect(await runExample(reload, { ...aiSdk, memory }, 'messages')).toMatchObject([
      { role: 'user', parts: [{ type: 'text', text: 'Thanks' }] },
      { role: 'assistant', parts: [{ type: 'step-start' }, { type: 'text', text: 'Any time.' }] },
    ]);
  });
});

describe('docs/sdks.md, OpenAI and compatible servers', () => {
  const [chat = '', responses = ''] = examplesOf(page, 'OpenAI and compatible servers');
  const app = { ...openai, model: 'local', tools: [], question: 'How is the weather?' };
  const clientOf = (baseURL: string) => new OpenAI({ apiKey: 'none', baseURL, maxRetries: 0 });

  it('takes at most 6 lines', () => {
    expect([chat, responses].map(linesOf)).toEqual([5, 3]);
  });

  it('answers over both', async () => {
    const delta = { choices: [{ index: 0, delta: { content: 'It snows.' }, finish_reason: 'stop' }] };
    const shown: string[] = [];
    const bound = {
      ...app,
      memory,
      client: clientOf(await served([[delta]])),
      show: (text: string) => shown.push(text),
    };
    expect(await runExample(chat, bound, 'text')).toBe('It snows.');
    expect(shown).toEqual(['It snows.']);
    const ended = { type: 'response.completed', response: { status: 'completed', usage: { input_tokens: 1 } } };
    const url = await served([[{ type: 'response.output_text.delta', delta: 'It thaws.' }, ended]], { named: true });
    expect(await runExample(responses, { ...app, memory, client: clientOf(url) }, 'text')).toBe('It thaws.');
  });
});

describe('docs/sdks.md, Anthropic’s Messages', () => {
  it('answers in at most 8 lines', async () => {
    const [code = ''] = examplesOf(page, "Anthropic's Messages");
    expect(linesOf(code)).toBe(5);
    const baseURL = await served(
      [
        [
          { type: 'message_start', message: { usage: { input_tokens: 1 } } },
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
          { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'It snows.' } },
          { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
        ],
      ],
      { named: true },
    );
    const client = new Anthropic({ apiKey: 'none', baseURL, maxRetries: 0 });
    const app = { ...anthropic, client, memory, model: 'local', tools: [], question: 'How is the weather?' };
    const shown: string[] = [];
    expect(await runExample(code, { ...app, show: (text: string) => shown.push(text) }, 'text')).toBe('It snows.');
    expect(shown).toEqual(['It snows.']);
  });
});

describe('docs/sdks.md, the tool runner of Anthropic', () => {
  it('answers in at most 8 lines', async () => {
    const [, code = ''] = examplesOf(page, "Anthropic's Messages");
    expect(linesOf(code)).toBe(5);
    const whole = { content: [{ type: 'text', text: 'It snows.' }], stop_reason: 'end_turn' };
    const client = new Anthropic({ apiKey: 'none', baseURL: await served([{ whole }]), maxRetries: 0 });
    const messages = [{ role: 'user', content: 'How is the weather?' }];
    const app = { ...anthropic, client, memory, messages, model: 'local', ownTools: [] };
    expect(await runExample(code, app, 'content')).toMatchObject([{ text: 'It snows.' }]);
    expect(await said()).toEqual(['user: How is the weather?', 'assistant: It snows.']);
  });
});

describe('docs/sdks.md, OpenAI Agents', () => {
  it('answers in at most 6 lines', async () => {
    const [code = ''] = examplesOf(page, 'OpenAI Agents');
    expect(linesOf(code)).toBe(5);
    const model = new ScriptedModel([[assistantMessage('It snows.')]]);
    const bound = { Agent, Runner, memory, model, ownTools: [], question: 'How is the weather?', ...openaiAgents };
    expect(await runExample(code, bound, 'finalOutput')).toBe('It snows.');
    expect(await said()).toEqual(['user: How is the weather?', 'assistant: It snows.']);
  });
});

describe('docs/sdks.md, LangChain', () => {
  it('answers in at most 6 lines', async () => {
    const [code = ''] = examplesOf(page, 'LangChain');
    expect(linesOf(code)).toBe(4);
    const model = fakeModel().respond(new AIMessage('It snows.'));
    const bound = { createAgent, memory, model, tools: [], question: 'How is the weather?', ...langchainEntry };
    const messages = (await runExample(code, bound, 'messages')) as AIMessage[];
    expect(messages.at(-1)?.text).toBe('It snows.');
    expect(await said()).toEqual(['user: How is the weather?', 'assistant: It snows.']);
  });
});

describe('docs/sdks.md, a store of LangGraph', () => {
  it('keeps a value and finds it in at most 6 lines', async () => {
    const [, code = ''] = examplesOf(page, 'LangChain');
    expect(linesOf(code)).toBe(5);
    await using shared = await openFixed({ workspace: 'ann' });
    const bound = { createAgent, memory: shared, model: fakeModel(), tools: [], ...langchainEntry };
    expect(await runExample(code, bound, 'found')).toMatchObject([{ key: 'food', value: { likes: 'sushi' } }]);
  });
});

describe('docs/sdks.md, TanStack AI', () => {
  const [middleware = '', adapter = ''] = examplesOf(page, 'TanStack AI');
  const messages = [{ role: 'user', content: 'Where does my parrot Kiwi sleep?' }];

  it('takes at most 5 lines for each way', () => {
    expect([middleware, adapter].map(linesOf)).toEqual([4, 5]);
  });

  it('answers with a memory', async () => {
    const shown: string[] = [];
    const app = {
      chat: tanstackChat,
      adapter: new ScriptedTextAdapter(['In the kitchen.']),
      memory,
      messages,
      tools: [],
    };
    await runExample(middleware, { ...tanstackEntry, ...app, show: (piece: string) => shown.push(piece) });
    expect(shown.join('')).toBe('In the kitchen.');
    expect(await said()).toEqual(['user: Where does my parrot Kiwi sleep?', 'assistant: In the kitchen.']);
  });

  it('has an adapter for a middleware that recalls before a chat and saves after it', async () => {
    // In place of the package, which no registry has: what its documents say that it calls, and when.
    type Of = { adapter: tanstackEntry.TanStackAdapter; scope: tanstackEntry.TanStackScope };
    const memoryMiddleware = ({ adapter: given, scope }: Of): ChatMiddleware => ({
      async onConfig({ phase }, { systemPrompts }) {
        if (phase !== 'init') return undefined;
        const { systemPrompt } = await given.recall(scope, 'Where does my parrot Kiwi sleep?');
        return { systemPrompts: [...systemPrompts, systemPrompt].filter((text) => text !== '') };
      },
      onFinish(chat, { content }) {
        chat.defer(given.save(scope, { user: 'Where does my parrot Kiwi sleep?', assistant: content }));
      },
    });
    const storage = memoryStorage();
    const model = new ScriptedTextAdapter(['Kiwi sleeps in the kitchen.', 'As I said.']);
    const opened: { close(): Promise<void> }[] = [];
    const openHere = () => {
      const memories = openMany({ storage, worker: false });
      opened.push(memories);
      return memories;
    };
    const app = { chat: tanstackChat, model, messages, memoryMiddleware, threadId: 'chat', userId: 'ann' };
    for (let time = 0; time < 2; time++)
      await runExample(adapter, { ...tanstackEntry, openMany: openHere, ...app, show: () => undefined });
    for (const memories of opened) await memories.close();
    expect(model.requests.map(({ systemPrompts }) => String(systemPrompts))).toEqual([
      '',
      expect.stringContaining('Kiwi sleeps in the kitchen.'),
    ]);
  });
});

describe('docs/sdks.md, Mastra', () => {
  it('answers in at most 5 lines', async () => {
    const [code = ''] = examplesOf(page, 'Mastra');
    expect(linesOf(code)).toBe(5);
    const shown: string[] = [];
    const bound = { ...aiSdk, Agent: MastraAgent, memory, model: scriptedModels(['It snows.']).v6, tools: {} };
    const app = { messages: [], question: 'How is the weather?', show: (part: string) => shown.push(part) };
    await runExample(code, { ...bound, ...app });
    expect(shown.join('')).toBe('It snows.');
    expect((await said()).slice(1)).toEqual(['user: How is the weather?', 'assistant: It snows.']);
  });
});

describe('docs/sdks.md, Gemini', () => {
  it('answers in at most 8 lines', async () => {
    const [code = ''] = examplesOf(page, 'Gemini');
    expect(linesOf(code)).toBe(5);
    const parts = [{ text: 'It snows.' }];
    const chunk = { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] };
    const baseUrl = await served([[chunk]], { done: false });
    const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } });
    const contents: Content[] = [];
    const shown: string[] = [];
    const app = {
      ...geminiEntry,
      client,
      contents,
      memory,
      model: 'local',
      tools: [],
      question: 'How is the weather?',
    };
    expect(await runExample(code, { ...app, show: (text: string) => shown.push(text) }, 'text')).toBe('It snows.');
    expect(shown).toEqual(['It snows.']);
    expect(await said()).toEqual(['user: How is the weather?', 'assistant: It snows.']);
  });
});

describe('docs/sdks.md, Chrome’s Prompt API', () => {
  it('answers in at most 6 lines', async () => {
    const [code = ''] = examplesOf(page, "Chrome's Prompt API");
    expect(linesOf(code)).toBe(3);
    const shown: string[] = [];
    const { api } = fakePromptApi(['It snows.']);
    const show = (piece: string) => shown.push(piece);
    await runExample(code, { promptChat, LanguageModel: api, memory, question: 'How is the weather?', show });
    expect(shown.join('')).toBe('It snows.');
    expect(await said()).toEqual(['system: Be brief.', 'user: How is the weather?', 'assistant: It snows.']);
  });
});

describe('docs/sdks.md, transformers.js', () => {
  it('answers in at most 6 lines', async () => {
    const [code = ''] = examplesOf(page, 'transformers.js');
    expect(linesOf(code)).toBe(4);
    const shown: string[] = [];
    const show = (piece: string) => shown.push(piece);
    const { generator } = fakeTextGenerator(['It snows.']);
    const ofPackage = { TextStreamer: FakeTextStreamer, pipeline: async () => generator, model: 'local' };
    const app = { promptChat, textGeneration, memory, question: 'How is the weather?', show };
    await runExample(code, { ...app, ...ofPackage });
    expect(shown.join('')).toBe('It snows.');
    expect(await said()).toEqual(['system: Be brief.', 'user: How is the weather?', 'assistant: It snows.']);
  });
});

describe('docs/sdks.md, WebLLM', () => {
  it('answers in at most 6 lines', async () => {
    const [code = ''] = examplesOf(page, 'WebLLM');
    expect(linesOf(code)).toBe(5);
    const { engine, requests } = scriptedEngine(['It snows.']);
    const shown: string[] = [];
    const show = (piece: string) => shown.push(piece);
    const app = { ...openai, lens: openaiChatSingleSystem, engine, memory, messages: [], model: 'local', show };
    await runExample(code, { ...app, question: 'How is the weather?' });
    expect(shown.join('')).toBe('It snows.');
    expect(requests).toHaveLength(1);
  });
});

describe('docs/sdks.md, React and Vue', () => {
  it('follow a memory in at most 4 lines', async () => {
    const [react = ''] = examplesOf(page, 'React');
    const [vue = ''] = examplesOf(page, 'Vue');
    const statements = (code: string): number => linesOf(code.replace(/^\/\/.*\n/gm, ''));
    expect([react, vue].map(statements)).toEqual([3, 3]);
    // On a server a hook is its third argument.
    const React = { useSyncExternalStore: (_: unknown, _now: unknown, onServer: () => unknown) => onServer() };
    expect(await runExample(react, { React, memoryHook, memory }, 'status')).toBe('loading');
    const seen = { Vue, memoryComposable, memory: { value: memory } };
    const setup = Vue.defineComponent({
      async setup() {
        const state = (await runExample(vue, seen, 'state')) as { value: { status: string } };
        return () => state.value.status;
      },
    });
    expect(await renderVue(Vue.createSSRApp({ render: () => Vue.h(Vue.Suspense, null, [Vue.h(setup)]) }))).toBe(
      'loading',
    );
  });
});
