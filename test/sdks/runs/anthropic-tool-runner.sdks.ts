// A memory in the tool runner of the real Anthropic client, against a server on this machine.
import Anthropic from '@anthropic-ai/sdk';
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { anthropicMemoryTool, toolRunnerMemory, type ToolRunnerOptions } from '../../../src/entries/anthropic.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { call, calls, says, thinking } from '../support/agents/anthropic-events.ts';
import { type StreamedAnswer, streamingProvider } from '../support/agents/streaming-provider.ts';
import { isFormerMajor } from '../support/former-major.ts';

type Body = Anthropic.Beta.MessageCreateParams;
type Messages = Anthropic.Beta.BetaMessageParam[];

const weather: BetaRunnableTool<{ city: string }> = {
  name: 'weather',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  parse: (input) => input as { city: string },
  run({ city }) {
    if (city === 'Atlantis') throw new Error('no such city');
    return `Snow in ${city}`;
  },
};
const FORECAST = calls(
  call(1, 'weather', { city: 'Oslo' }),
  call(2, 'memorize', { text: 'The user lives in Oslo' }),
  call(3, 'weather', { city: 'Atlantis' }),
);

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

/** A client whose requests the memory prepares. */
async function serve(answers: readonly StreamedAnswer[], options: ToolRunnerOptions = {}) {
  const provider = await streamingProvider<Body>(answers, { named: true });
  const { tools, middleware } = await toolRunnerMemory(memory, options);
  const client = new Anthropic({ apiKey: 'none', baseURL: provider.url, maxRetries: 0, middleware: [middleware] });
  return { client, requests: provider.requests, tools: [weather, ...tools] };
}
const question: Messages = [{ role: 'user', content: 'How is the weather?' }];
const params = { model: 'local', max_tokens: 100, system: 'Be brief.', stream: true, thread: false } as const;
const said = async (): Promise<string> => (await memory.transcript.read()).map(({ role }) => role).join(' ');

describe('the tool runner of Anthropic with a memory', () => {
  it('streams, calls tools of both sides at once, says which failed, and answers', async () => {
    const { client, requests, tools } = await serve([FORECAST, says('It snows.')]);
    const runner = client.beta.messages.toolRunner({ ...params, messages: question, tools });
    let text = '';
    for await (const stream of runner) stream.on('text', (piece) => (text += piece));
    expect(text).toBe('It snows.');
    expect(requests[0]?.system).toBe(`Be brief.\n\n${await memory.context.guide()}`);
    expect(requests[1]?.messages.at(-1)?.content).toMatchObject([
      { tool_use_id: 'tool_1', content: 'Snow in Oslo' },
      { tool_use_id: 'tool_2', content: expect.stringContaining('Memorized') },
      { tool_use_id: 'tool_3', content: 'Error: no such city', is_error: true },
    ]);
    expect((await memory.items.list()).map((item) => item.text)).toEqual(['The user lives in Oslo']);
    expect(await said()).toBe('user assistant tool assistant');
  });

  it('extends each request by the next over several runs, thinking with its signature, and leaves the runner’s list as it was', async () => {
    await memory.items.memorize('The user is allergic to nuts.', { importance: 0.9 });
    const { client, requests, tools } = await serve([FORECAST, says('It snows.'), says('No cake.')]);
    const run = async (messages: Messages): Promise<Messages> => {
      const runner = client.beta.messages.toolRunner({ ...params, messages, tools });
      await runner.runUntilDone();
      return [...runner.params.messages];
    };
    const list = await run([{ role: 'user', content: 'How is the weather, and may I, allergic to nuts, eat cake?' }]);
    expect(JSON.stringify(list)).not.toMatch(/is allergic|cache_control/);
    await run([...list, { role: 'user', content: 'Thanks' }]);
    const unmarked = (body: Body | undefined) =>
      (body?.messages ?? []).map(({ role, content }) => ({
        role,
        content: (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])).map((each) => ({
          ...each,
          cache_control: undefined,
        })),
      }));
    expect(requests).toHaveLength(3);
    for (const [index, request] of requests.entries()) {
      const before = unmarked(requests[index - 1]);
      if (index > 0) expect(unmarked(request).slice(0, before.length)).toEqual(before);
      expect(JSON.stringify(request.messages)).toContain('is allergic to nuts');
      const last = request.messages.at(-1)?.content;
      expect(Array.isArray(last) && last.at(-1)).toMatchObject({ cache_control: { type: 'ephemeral' } });
    }
    expect(JSON.stringify(requests[2]?.messages)).toContain('"signature":"sealed"');
    expect(await said()).toBe('user assistant tool assistant user assistant');
    expect(await memory.context.branches()).toHaveLength(1);
  });

  it('works without streaming, and with a system prompt of blocks', async () => {
    const { client, requests, tools } = await serve([
      {
        whole: {
          content: [{ type: 'tool_use', id: 't1', name: 'recall', input: { query: 'Oslo' } }],
          stop_reason: 'tool_use',
        },
      },
      { whole: { content: [{ type: 'text', text: 'It snows.' }], stop_reason: 'end_turn' } },
    ]);
    const system = [{ type: 'text' as const, text: 'Be brief.' }];
    const answer = await client.beta.messages.toolRunner({
      ...params,
      stream: false,
      system,
      messages: question,
      tools,
    });
    expect(answer.content).toMatchObject([{ text: 'It snows.' }]);
    expect(requests[0]?.system).toEqual([...system, { type: 'text', text: await memory.context.guide() }]);
    expect(await said()).toBe('user assistant tool assistant');
  });

  it('takes the memory tool in place of the others', async () => {
    const view = calls(call(1, 'memory', { command: 'view', path: '/memories' }));
    const { client, requests } = await serve([view, says('All there.')], { only: [] });
    const tool = anthropicMemoryTool(memory);
    const { type, name, execute: run } = tool;
    const tools = [{ type, name, run, parse: (input: unknown) => input }] as BetaRunnableTool[];
    await client.beta.messages.toolRunner({ ...params, messages: question, tools }).runUntilDone();
    expect(requests[0]?.tools).toEqual([{ type: 'memory_20250818', name: 'memory' }]);
    expect(requests[0]?.system).toContain('/memories/overview.md');
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain('overview.md');
  });

  it('fails with the provider’s error and where the caller aborts, and the same question again stands once', async () => {
    const { client, tools } = await serve([
      { status: 529, message: 'overloaded' },
      { hangsAfter: [...says('It ').slice(0, 2), ...thinking] },
      says('It snows.'),
    ]);
    const given = { ...params, messages: question, tools };
    await expect(client.beta.messages.toolRunner(given).runUntilDone()).rejects.toThrow('overloaded');
    const controller = new AbortController();
    const runner = client.beta.messages.toolRunner(given, { signal: controller.signal });
    const reading = (async () => {
      for await (const stream of runner) stream.on('thinking', () => controller.abort());
    })();
    await expect(reading).rejects.toThrow('aborted');
    expect(await said()).toBe('user');
    await client.beta.messages.toolRunner(given).runUntilDone();
    expect(await said()).toBe('user assistant');
  });

  it('takes no answer that was cut off', async () => {
    const { client, tools } = await serve([says('It sn').slice(0, 3)]);
    await client.beta.messages
      .toolRunner({ ...params, messages: question, tools })
      .runUntilDone()
      .catch(() => undefined);
    expect(await said()).toBe('user');
  });

  // The former major has no threads.
  it.skipIf(isFormerMajor)('says what to do about a thread, which would keep the list at the server', async () => {
    const { client, requests, tools } = await serve([says('It snows.')]);
    const { thread: _, ...threaded } = params;
    const run = client.beta.messages.toolRunner({ ...threaded, messages: question, tools }).runUntilDone();
    await expect(run).rejects.toThrow('thread must be false in the parameters of toolRunner');
    expect(requests).toEqual([]);
  });

  it('lets other requests of the client through as they are', async () => {
    const { client, requests } = await serve([{ whole: { input_tokens: 7 } }]);
    expect(
      await client.messages.countTokens({ model: 'local', messages: [{ role: 'user', content: 'Hm' }] }),
    ).toMatchObject({ input_tokens: 7 });
    expect(requests[0]?.messages).toEqual([{ role: 'user', content: 'Hm' }]);
    expect(await said()).toBe('');
  });
});
