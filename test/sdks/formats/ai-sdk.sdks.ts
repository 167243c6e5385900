// The real AI SDK, versions 5 and 6, with mock models: what reaches the model, and what stays out of the app's list.
import * as v6 from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as v5 from 'ai-v5';
import { MockLanguageModelV2 } from 'ai-v5/test';
import { describe, expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory } from '../../../src/entries/index.ts';
import { aiSdkPrompt, memoryMiddleware } from '../../../src/entries/lenses.ts';
import { fakeContext, OVERVIEW, STUB, TAIL } from '../../support/fakes/fake-context.ts';

interface PromptMessage {
  readonly role: string;
  readonly content: unknown;
}
interface Call {
  readonly prompt: readonly PromptMessage[];
}

const CALLS = ['call_1', 'call_2'].map((toolCallId) => ({
  type: 'tool-call' as const,
  toolCallId,
  toolName: 'read',
  input: JSON.stringify({ path: toolCallId }),
}));
const DONE = { type: 'text' as const, text: 'done' };
/** Input tokens that the model says it counted, step by step. */
const COUNTED = [1234, 2345];

const readTool = {
  description: 'Reads a file.',
  execute: async ({ path }: { path: string }) => (path === 'call_1' ? 'x'.repeat(500) : 'short'),
};
const schema: v6.JSONSchema7 = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };

/** Runs one question with two parallel calls through `generateText` or `streamText`. */
type Run = (
  middleware: ReturnType<typeof memoryMiddleware>,
  prompts: Call[],
) => Promise<{ text: string; messages: unknown[] }>;

const total = (tokens: number | undefined) => ({ total: tokens, noCache: tokens, cacheRead: 0, cacheWrite: 0 });
const usageV3 = (step: number) => ({
  inputTokens: total(COUNTED[step]),
  outputTokens: { total: 1, text: 1, reasoning: 0 },
});
const usageV2 = (step: number) => ({ inputTokens: COUNTED[step], outputTokens: 1, totalTokens: undefined });
const messagesOfUser = [{ role: 'user' as const, content: 'Plan the release' }];

const generate6: Run = async (middleware, prompts) => {
  const model = new MockLanguageModelV3({
    doGenerate: async (call) => {
      const step = prompts.push(call) - 1;
      return {
        content: step === 0 ? CALLS : [DONE],
        finishReason: { unified: step === 0 ? 'tool-calls' : 'stop', raw: undefined },
        usage: usageV3(step),
        warnings: [],
      };
    },
  });
  const { text, response } = await v6.generateText({
    model: v6.wrapLanguageModel({ model, middleware }),
    tools: { read: v6.tool({ ...readTool, inputSchema: v6.jsonSchema<{ path: string }>(schema) }) },
    stopWhen: v6.stepCountIs(3),
    system: 'Be brief.',
    messages: messagesOfUser,
  });
  return { text, messages: response.messages };
};

const stream6: Run = async (middleware, prompts) => {
  const model = new MockLanguageModelV3({
    doStream: async (call) => {
      const step = prompts.push(call) - 1;
      return {
        stream: v6.simulateReadableStream({
          chunks: [
            { type: 'stream-start', warnings: [] },
            ...(step === 0
              ? CALLS
              : [
                  { type: 'text-start' as const, id: 't' },
                  { type: 'text-delta' as const, id: 't', delta: 'done' },
                  { type: 'text-end' as const, id: 't' },
                ]),
            {
              type: 'finish',
              finishReason: { unified: step === 0 ? 'tool-calls' : 'stop', raw: undefined },
              usage: usageV3(step),
            },
          ],
        }),
      };
    },
  });
  const result = v6.streamText({
    model: v6.wrapLanguageModel({ model, middleware }),
    tools: { read: v6.tool({ ...readTool, inputSchema: v6.jsonSchema<{ path: string }>(schema) }) },
    stopWhen: v6.stepCountIs(3),
    system: 'Be brief.',
    messages: messagesOfUser,
  });
  return { text: await result.text, messages: (await result.response).messages };
};

const generate5: Run = async (middleware, prompts) => {
  const model = new MockLanguageModelV2({
    doGenerate: async (call) => {
      const step = prompts.push(call) - 1;
      return {
        content: step === 0 ? CALLS : [DONE],
        finishReason: step === 0 ? 'tool-calls' : 'stop',
        usage: usageV2(step),
        warnings: [],
      };
    },
  });
  const { text, response } = await v5.generateText({
    model: v5.wrapLanguageModel({ model, middleware }),
    tools: { read: v5.tool({ ...readTool, inputSchema: v5.jsonSchema<{ path: string }>(schema) }) },
    stopWhen: v5.stepCountIs(3),
    system: 'Be brief.',
    messages: messagesOfUser,
  });
  return { text, messages: response.messages };
};

describe.each([
  ['generateText of 6', generate6],
  ['streamText of 6', stream6],
  ['generateText of 5', generate5],
])('the AI SDK’s %s with the memory middleware', (_name, run) => {
  const part = (text: string) => ({ type: 'text', text });

  it('gives the model overview, stub and tail, and keeps pairs together', async () => {
    const prompts: Call[] = [];
    const { text } = await run(memoryMiddleware(fakeContext()), prompts);
    expect(text).toBe('done');
    const [first, second] = prompts.map(({ prompt }) => prompt);
    expect(first).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [part(OVERVIEW)] },
      { role: 'user', content: [part('Plan the release'), part(TAIL)] },
    ]);
    expect(second).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [part(OVERVIEW)] },
      { role: 'user', content: [part('Plan the release')] },
      { role: 'assistant', content: [{ toolCallId: 'call_1' }, { toolCallId: 'call_2' }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'call_1', output: { type: 'text', value: STUB } },
          { type: 'tool-result', toolCallId: 'call_2', output: { type: 'text', value: 'short' } },
        ],
      },
      { role: 'user', content: [part(TAIL)] },
    ]);
  });

  it('lets no injection into the app’s messages, nor into the list of the next step', async () => {
    const context = fakeContext();
    const { messages } = await run(memoryMiddleware(context), []);
    expect(messages).toHaveLength(3);
    for (const list of [messages, ...context.prepared.map((each) => each.messages)]) {
      for (const injected of [OVERVIEW, TAIL, STUB]) {
        expect(JSON.stringify(list)).not.toContain(JSON.stringify(injected).slice(1, -1));
      }
    }
  });

  it('observes the input tokens of every step, and hands over tools and window', async () => {
    const context = fakeContext();
    await run(memoryMiddleware(context, { contextWindow: 8_000 }), []);
    expect(context.observed).toEqual(COUNTED);
    expect(context.prepared).toHaveLength(2);
    expect(context.prepared[0]?.options).toMatchObject({ contextWindow: 8_000, tools: [{ name: 'read' }] });
  });

  it('records each answer, which stands once when the next prompt holds it', async () => {
    const memory = await openWorkingMemory({ session: 'sdk', worker: false, storage: memoryStorage() });
    await run(memoryMiddleware(memory.context), []);
    const said = await memory.transcript.read();
    expect(said.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant']);
    expect(said.at(-1)?.text).toBe('done');
    const list = await memory.context.restore(aiSdkPrompt);
    await memory.context.prepare(aiSdkPrompt, [...list, { role: 'user', content: [{ type: 'text', text: 'Thanks' }] }]);
    expect(await memory.transcript.count()).toBe(6);
    await memory.close();
  });

  it('tells of every prepared request', async () => {
    const heard: string[] = [];
    await run(memoryMiddleware(fakeContext(), { onPrepared: ({ requestId }) => void heard.push(requestId) }), []);
    expect(heard).toEqual(['request 1', 'request 2']);
  });
});

describe('the memory middleware', () => {
  it('is a plain object without a version', () => {
    expect(Object.keys(memoryMiddleware(fakeContext())).sort()).toEqual([
      'transformParams',
      'wrapGenerate',
      'wrapStream',
    ]);
  });

  it('adds the cached tokens that version 5 counts apart for Claude, and only there', async () => {
    const context = fakeContext();
    const { wrapGenerate } = memoryMiddleware(context);
    const usage = { inputTokens: 10, cachedInputTokens: 200 };
    const answers = [
      { usage, providerMetadata: { anthropic: { cacheCreationInputTokens: 3000 } } },
      { usage, providerMetadata: { anthropic: { cacheCreationInputTokens: null } } },
      { usage, providerMetadata: { bedrock: { usage: { cacheWriteInputTokens: 3000 } } } },
      { usage: { ...usage, inputTokens: 400 }, providerMetadata: { openai: {} } },
      { usage: { inputTokens: { total: 400, cacheRead: 200 } }, providerMetadata: { anthropic: {} } },
    ];
    for (const answer of answers) await wrapGenerate({ doGenerate: async () => answer });
    expect(context.observed).toEqual([3210, 210, 3210, 400, 400]);
  });

  it('observes nothing where nothing was counted', async () => {
    const context = fakeContext();
    const { wrapGenerate } = memoryMiddleware(context);
    for (const usage of [
      undefined,
      {},
      { inputTokens: undefined },
      { inputTokens: { total: undefined } },
      { inputTokens: 0 },
    ]) {
      const result = { content: [], usage };
      expect(await wrapGenerate({ doGenerate: async () => result })).toBe(result);
    }
    expect(context.observed).toEqual([]);
  });

  it('sends nothing when who hears of a prepared request throws', async () => {
    const onPrepared = (): void => {
      throw new Error('paused');
    };
    const prompts: Call[] = [];
    await expect(generate6(memoryMiddleware(fakeContext(), { onPrepared }), prompts)).rejects.toThrow('paused');
    expect(prompts).toEqual([]);
  });

  it('answers all the same where nothing can be recorded, and records no answer that is cut off', async () => {
    const full = { ...fakeContext(), record: () => Promise.reject(new Error('full')) };
    expect((await generate6(memoryMiddleware(full), [])).text).toBe('done');
    const context = fakeContext();
    const { wrapStream } = memoryMiddleware(context);
    const parts = [
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'do' },
    ];
    const { stream } = await wrapStream({
      doStream: async () => ({ stream: v6.simulateReadableStream({ chunks: parts }) }),
    });
    for await (const _ of stream as unknown as AsyncIterable<unknown>);
    expect(context.recorded).toEqual([]);
  });

  it('hands the signal of the call over', async () => {
    const context = fakeContext();
    const { signal } = new AbortController();
    await memoryMiddleware(context).transformParams({
      params: { prompt: [{ role: 'user', content: [] }], abortSignal: signal },
    });
    expect(context.prepared[0]?.options).toMatchObject({ signal });
  });
});
