// Runs the examples of docs/lenses.md as they are written, with the real SDKs.
import { readFileSync } from 'node:fs';
import Anthropic from '@anthropic-ai/sdk';
import { generateText, stepCountIs, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import * as lenses from '../../../src/entries/lenses.ts';
import { examplesOf, runExample } from '../../support/examples.ts';
import { fakeContext, OVERVIEW, TAIL } from '../../support/fakes/fake-context.ts';
import { localProvider, type LocalProvider } from '../support/agents/local-provider.ts';

const page = readFileSync(new URL('../../../docs/lenses.md', import.meta.url), 'utf8');

const examples = (heading: string): string[] => examplesOf(page, heading);

const run = (code: string | undefined, bound: object, result?: string): Promise<unknown> =>
  runExample(code, { ...lenses, ...bound }, result);

describe('docs/lenses.md', () => {
  interface Body {
    readonly messages: { readonly role: string; readonly content: unknown }[];
    readonly input: { readonly role?: string; readonly type?: string }[];
    readonly thinking?: object;
  }
  let provider: LocalProvider<Body> | undefined;
  afterEach(() => provider?.close());

  const context = () => {
    const memory = { context: fakeContext() };
    const tools: unknown[] = [];
    const app = { memory, tools, model: 'local', max_tokens: 100, system: 'Be brief.', question: 'When?' };
    return { ...app, run: async (name: string) => `${name} ran`, thinking: { type: 'adaptive' } };
  };

  it('shows a loop for OpenAI chat', async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'read', arguments: '{}' } };
    provider = await localProvider(
      [{ tool_calls: [call] }, { content: 'On Friday.' }].map((message) => ({
        choices: [{ message: { role: 'assistant', content: null, ...message } }],
        usage: { prompt_tokens: 10 },
      })),
    );
    const bound = { ...context(), client: new OpenAI({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 }) };
    await run(examples('OpenAI chat')[0], bound);
    expect(provider.requests.map((body) => body.messages.map(({ role }) => role).join(' '))).toEqual([
      'system user user',
      'system user user assistant tool user',
    ]);
    expect(bound.memory.context.observed).toEqual([10, 10]);
  });

  it('shows a loop for Responses', async () => {
    const outputs = [
      [{ type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{}' }],
      [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'On Friday.' }] }],
    ];
    provider = await localProvider(outputs.map((output) => ({ output, usage: { input_tokens: 10 } })));
    const bound = { ...context(), client: new OpenAI({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 }) };
    await run(examples('OpenAI Responses')[0], bound);
    expect(provider.requests.map((body) => body.input.map(({ type, role }) => role ?? type).join(' '))).toEqual([
      'user user',
      'user user function_call function_call_output user',
    ]);
    expect(bound.memory.context.observed).toEqual([10, 10]);
  });

  it('shows a loop for Anthropic, where to mark the cache, and what to do when the prefix changed', async () => {
    const usage = { input_tokens: 1, cache_read_input_tokens: 20, cache_creation_input_tokens: 300 };
    const contents = [
      [{ type: 'tool_use', id: 'tool_1', name: 'read', input: {} }],
      [{ type: 'text', text: 'On Friday.' }],
      [{ type: 'text', text: 'On Friday.' }],
    ];
    provider = await localProvider(contents.map((content) => ({ content, usage })));
    const client = new Anthropic({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 });
    const bound = { ...context(), client };
    const [loop, cache, binding] = examples('Anthropic');
    await run(loop, bound);
    expect(provider.requests.map((body) => body.messages.map(({ role }) => role).join(' '))).toEqual([
      'user user',
      'user user assistant user',
    ]);
    expect(bound.memory.context.observed).toEqual([321, 321]);

    const text = (value: string) => ({ type: 'text', text: value });
    const messages = [
      { role: 'user', content: [text(OVERVIEW)] },
      { role: 'user', content: 'When?' },
      { role: 'user', content: [text('Or'), text(TAIL)] },
    ];
    const prepared = { messages, cacheBreakpoints: [0, 2], prefixChanged: true };
    const mark = { cache_control: { type: 'ephemeral' } };
    expect(await run(cache, { prepared }, 'marked')).toEqual([
      { role: 'user', content: [{ ...text(OVERVIEW), ...mark }] },
      { role: 'user', content: 'When?' },
      { role: 'user', content: [text('Or'), { ...text(TAIL), ...mark }] },
    ]);
    await run(binding, { ...bound, prepared });
    expect(provider.requests[2]?.thinking).toEqual({
      type: 'adaptive',
      block_binding: { prefix_mismatch_behavior: 'drop_block' },
    });
  });

  it('shows the middleware of the AI SDK', async () => {
    const model = new MockLanguageModelV3({
      doGenerate: {
        content: [{ type: 'text', text: 'On Friday.' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: {
          inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      },
    });
    const bound = { ...context(), model, generateText, wrapLanguageModel, stopWhen: stepCountIs(3), tools: {} };
    const messages = [{ role: 'user', content: 'When?' }];
    expect(await run(examples('AI SDK')[0], { ...bound, messages }, 'text')).toBe('On Friday.');
    expect(JSON.stringify(model.doGenerateCalls[0]?.prompt)).toContain(JSON.stringify(OVERVIEW));
    expect(messages).toHaveLength(2);
    expect(bound.memory.context.prepared[0]?.options).toMatchObject({ contextWindow: 200_000 });
  });

  it('shows plain messages', async () => {
    const messages = [{ role: 'user', content: 'When?' }];
    expect(await run(examples('Plain messages')[0], { ...context(), messages }, 'next')).toEqual([
      { role: 'user', content: OVERVIEW },
      { role: 'user', content: `When?\n\n${TAIL}` },
    ]);
  });
});
