// Aborts during an answer, over every SDK that runs tools: the model called a tool, began to speak, and the caller
// stopped it. The text before the abort stays, and the next question continues from there.
import Anthropic from '@anthropic-ai/sdk';
import { type Content, GoogleGenAI } from '@google/genai';
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { tool as langchainTool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { Agent, Runner, setTracingDisabled, tool as agentsTool } from '@openai/agents';
import { assistantMessage, functionCall, modelStreamResponder, ScriptedModel } from '@openai/agents-core/testing';
import * as v6 from 'ai';
import * as v5 from 'ai-v5';
import * as v7 from 'ai-v7';
import { createAgent } from 'langchain';
import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import type { Lens } from '../../../src/context/view/lens.ts';
import { withMemory } from '../../../src/entries/ai-sdk.ts';
import { run as runAnthropic, toolRunnerMemory } from '../../../src/entries/anthropic.ts';
import { run as runGemini } from '../../../src/entries/gemini.ts';
import { langchainMiddleware } from '../../../src/entries/langchain.ts';
import {
  aiSdkPrompt,
  anthropicMessages,
  gemini,
  langchain,
  openaiAgents,
  openaiChat,
  openaiResponses,
} from '../../../src/entries/lenses.ts';
import { run, runResponses, type RunPart, type RunTool } from '../../../src/entries/openai.ts';
import { agentMemory } from '../../../src/entries/openai-agents.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { call as anthropicCall, calls, says } from '../support/agents/anthropic-events.ts';
import { scriptedModels } from '../support/agents/scripted-models.ts';
import { type StreamedAnswer, streamingProvider } from '../support/agents/streaming-provider.ts';

setTracingDisabled(true);

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

/** One conversation over an SDK, whose model calls `weather`, says "It " and goes silent; asked again it says "Fine.". */
interface Chat {
  readonly lens: Lens<never>;
  /** Messages of each request so far. */
  readonly requests: () => readonly (readonly unknown[])[];
  readonly ask: (question: string, signal: AbortSignal) => AsyncIterable<string>;
}

const city = z.object({ city: z.string() });
const snow = { name: 'weather', description: 'The weather.', execute: () => 'Snow in Oslo' };
const weather: RunTool = { ...snow, inputSchema: city };

/** A server with these answers, and the messages of its requests. */
async function serve(field: string, answers: readonly StreamedAnswer[], format: object) {
  const served = await streamingProvider<Record<string, unknown[]>>(answers, format);
  return { baseURL: served.url, requests: () => served.requests.map((body) => body[field] ?? []) };
}
async function* textOf(parts: AsyncIterable<RunPart>): AsyncGenerator<string> {
  for await (const part of parts) if (part.type === 'text') yield part.text;
}

async function overChat(): Promise<Chat> {
  const chunk = (delta: object, finish_reason: string | null = null) => ({ choices: [{ delta, finish_reason }] });
  const called = { index: 0, id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } };
  const answers = [
    [chunk({ tool_calls: [called] }), chunk({}, 'tool_calls')],
    { hangsAfter: [chunk({ content: 'It ' })] },
    [chunk({ content: 'Fine.' }), chunk({}, 'stop')],
  ];
  const { baseURL, requests } = await serve('messages', answers, {});
  const client = new OpenAI({ apiKey: 'none', baseURL, maxRetries: 0 });
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: 'Be brief.' }];
  const ask = (content: string, signal: AbortSignal) => {
    messages.push({ role: 'user', content });
    return textOf(run(client, memory, messages, { model: 'local', tools: [weather], signal }));
  };
  return { lens: openaiChat as Lens<never>, requests, ask };
}

async function overResponses(): Promise<Chat> {
  const done = (item: object) => [
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { status: 'completed', output: [item], usage: { input_tokens: 1 } } },
  ];
  const delta = (text: string) => ({ type: 'response.output_text.delta', delta: text });
  const called = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' };
  const content = [{ type: 'output_text', text: 'Fine.', annotations: [] }];
  const answers = [
    done(called),
    { hangsAfter: [delta('It ')] },
    [delta('Fine.'), ...done({ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content })],
  ];
  const { baseURL, requests } = await serve('input', answers, { named: true });
  const client = new OpenAI({ apiKey: 'none', baseURL, maxRetries: 0 });
  const input: OpenAI.Responses.ResponseInputItem[] = [];
  const ask = (question: string, signal: AbortSignal) => {
    input.push({ role: 'user', content: question });
    return textOf(runResponses(client, memory, input, { model: 'local', tools: [weather], signal }));
  };
  return { lens: openaiResponses as Lens<never>, requests, ask };
}

const ANTHROPIC = [
  calls(anthropicCall(1, 'weather', { city: 'Oslo' })),
  { hangsAfter: says('It ').slice(0, 3) },
  says('Fine.'),
];

async function overAnthropic(): Promise<Chat> {
  const { baseURL, requests } = await serve('messages', ANTHROPIC, { named: true });
  const client = new Anthropic({ apiKey: 'none', baseURL, maxRetries: 0 });
  const messages: Anthropic.MessageParam[] = [];
  const ask = (content: string, signal: AbortSignal) => {
    messages.push({ role: 'user', content });
    return textOf(runAnthropic(client, memory, messages, { model: 'local', maxTokens: 9, tools: [weather], signal }));
  };
  return { lens: anthropicMessages as Lens<never>, requests, ask };
}

async function overToolRunner(): Promise<Chat> {
  const { baseURL, requests } = await serve('messages', ANTHROPIC, { named: true });
  const { tools, middleware } = await toolRunnerMemory(memory);
  const plain = new Anthropic({ apiKey: 'none', baseURL, maxRetries: 0 });
  const client = plain.withOptions({ middleware: [middleware] });
  const own = {
    ...snow,
    input_schema: { type: 'object' as const },
    run: snow.execute,
    parse: (input: unknown) => input,
  };
  const params = { model: 'local', max_tokens: 9, stream: true as const, thread: false as const };
  let messages: Anthropic.Beta.BetaMessageParam[] = [];
  async function* ask(content: string, signal: AbortSignal) {
    const list = [...messages, { role: 'user' as const, content }];
    const runner = client.beta.messages.toolRunner({ ...params, messages: list, tools: [own, ...tools] }, { signal });
    try {
      for await (const stream of runner)
        for await (const event of stream)
          if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') yield event.delta.text;
    } finally {
      messages = [...runner.params.messages];
    }
  }
  return { lens: anthropicMessages as Lens<never>, requests, ask };
}

async function overGemini(): Promise<Chat> {
  const chunk = (parts: object[], finishReason?: string) => ({ candidates: [{ content: { parts }, finishReason }] });
  const answers = [
    [chunk([{ functionCall: { name: 'weather', args: { city: 'Oslo' } } }], 'STOP')],
    { hangsAfter: [chunk([{ text: 'It ' }])] },
    [chunk([{ text: 'Fine.' }], 'STOP')],
  ];
  const { baseURL, requests } = await serve('contents', answers, { done: false });
  const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: baseURL } });
  const contents: Content[] = [];
  const ask = (text: string, signal: AbortSignal) => {
    contents.push({ role: 'user', parts: [{ text }] });
    return textOf(runGemini(client, memory, contents, { model: 'local', tools: [weather], signal }));
  };
  return { lens: gemini as Lens<never>, requests, ask };
}

/** The list keeps the steps that were whole, as the SDK gives them to `onAbort`. */
async function overAiSdk(version: 'v5' | 'v6' | 'v7'): Promise<Chat> {
  const models = scriptedModels([[{ name: 'weather', input: { city: 'Oslo' } }], { hangsAfter: 'It ' }, 'Fine.']);
  const { tool, streamText } = { v5, v6, v7 }[version] as typeof v6;
  const tools = { weather: tool({ description: 'The weather.', inputSchema: city, execute: snow.execute }) };
  const model = models[version] as typeof models.v6;
  const settings = await withMemory(memory, { model, system: 'Be brief.', tools });
  const messages: v6.ModelMessage[] = [];
  const ask = (content: string, abortSignal: AbortSignal) => {
    messages.push({ role: 'user', content });
    return streamText({
      ...settings,
      messages,
      abortSignal,
      onAbort: ({ steps }) => void messages.push(...(steps.at(-1)?.response.messages ?? [])),
    }).textStream;
  };
  return { lens: aiSdkPrompt as Lens<never>, requests: () => models.sent.map(({ prompt }) => prompt), ask };
}

async function overOpenAiAgents(): Promise<Chat> {
  const model = new ScriptedModel([
    [functionCall('weather', { city: 'Oslo' }, { callId: 'c1' })],
    modelStreamResponder(async function* ({ request: { signal } }) {
      yield { type: 'response_started' };
      yield { type: 'output_text_delta', delta: 'It ' };
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    }),
    [assistantMessage('Fine.')],
  ]);
  const { tools, callModelInputFilter, session } = await agentMemory(memory);
  const own = agentsTool({ ...snow, parameters: city });
  const agent = new Agent({ name: 'Ann', instructions: 'Be brief.', model, tools: [own, ...tools] });
  const runner = new Runner({ callModelInputFilter });
  async function* ask(question: string, signal: AbortSignal) {
    const answer = await runner.run(agent, question, { session, stream: true, signal });
    for await (const part of answer.toTextStream()) yield part;
    await answer.completed;
  }
  const requests = () => model.calls.map(({ request }) => request.input as unknown[]);
  return { lens: openaiAgents as Lens<never>, requests, ask };
}

/** Streams, and knows a signal: the SDK's own fake does neither. */
class StreamingModel extends BaseChatModel {
  readonly sent: BaseMessage[][] = [];
  constructor() {
    super({});
  }
  override _llmType() {
    return 'streaming';
  }
  override bindTools() {
    return this as never;
  }
  override async _generate(): Promise<never> {
    throw new Error('This model streams.');
  }
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    { signal }: this['ParsedCallOptions'],
    listener?: CallbackManagerForLLMRun,
  ) {
    this.sent.push(messages);
    const turn = this.sent.length;
    const tool_call_chunks = [{ id: 'c1', index: 0, name: 'weather', args: '{"city":"Oslo"}' }];
    const text = ['', 'It ', 'Fine.'][turn - 1] ?? '';
    const message = new AIMessageChunk({ content: text, ...(turn === 1 && { tool_call_chunks }) });
    const chunk = new ChatGenerationChunk({ text, message });
    yield chunk;
    await listener?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk });
    if (turn === 2) await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  }
}

async function overLangchain(): Promise<Chat> {
  const model = new StreamingModel();
  const agent = createAgent({
    model,
    tools: [langchainTool(snow.execute, { name: snow.name, description: snow.description, schema: city })],
    middleware: [await langchainMiddleware(memory)],
    checkpointer: new MemorySaver(),
  });
  async function* ask(content: string, signal: AbortSignal) {
    const state = { messages: [{ role: 'user', content }] };
    const config = { configurable: { thread_id: '1' }, streamMode: 'messages' as const, signal };
    for await (const [part] of await agent.stream(state, config))
      if (part.type === 'ai' && part.text !== '') yield part.text;
  }
  return { lens: langchain as Lens<never>, requests: () => model.sent, ask };
}

/** Returns what a model reads of a message: the mark of the prompt cache moves on with the newest one. */
const readOf = (message: unknown): string =>
  JSON.stringify(message).replaceAll(',"cache_control":{"type":"ephemeral"}', '');

const CHATS: Readonly<Record<string, () => Promise<Chat>>> = {
  'chat completions': overChat,
  Responses: overResponses,
  'Anthropic’s Messages': overAnthropic,
  'Anthropic’s tool runner': overToolRunner,
  Gemini: overGemini,
  'the AI SDK 5': () => overAiSdk('v5'),
  'the AI SDK 6': () => overAiSdk('v6'),
  'the AI SDK 7': () => overAiSdk('v7'),
  'OpenAI Agents': overOpenAiAgents,
  LangChain: overLangchain,
};

describe.each(Object.entries(CHATS))('an answer over %s that is aborted in its middle', (_name, open) => {
  it('leaves all that was said before it, and the next question goes on from there', async () => {
    const { ask, requests, lens } = await open();
    const aborting = new AbortController();
    const heard: string[] = [];
    const reading = (async () => {
      for await (const text of ask('How is the weather?', aborting.signal)) {
        heard.push(text);
        aborting.abort();
      }
    })();
    await reading.catch((error: unknown) => expect(String(error)).toMatch(/abort/i));
    expect(heard).toEqual(['It ']);

    let answer = '';
    for await (const text of ask('Thanks', new AbortController().signal)) answer += text;
    expect(answer).toBe('Fine.');
    const [, before = [], last = []] = requests().map((each) => each.map(readOf));
    expect(last.slice(0, before.length)).toEqual(before);
    const sent = (requests()[2] ?? []) as never[];
    const called = sent.flatMap((message) => lens.calls(message).map(({ id }) => id));
    expect(called).toHaveLength(1);
    expect(sent.flatMap((message) => lens.results(message).map(({ id }) => id))).toEqual(called);
    expect(
      (await memory.transcript.read()).flatMap(({ role, text }) => (role === 'system' ? [] : `${role}: ${text}`)),
    ).toEqual([
      'user: How is the weather?',
      expect.stringMatching(/^assistant: /),
      expect.stringMatching(/^tool: /),
      'user: Thanks',
      'assistant: Fine.',
    ]);
    expect(await memory.context.branches()).toHaveLength(1);
  });
});
