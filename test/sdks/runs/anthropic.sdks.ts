// `run` with the real Anthropic client against a server on this machine.
import Anthropic from '@anthropic-ai/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { anthropicMemoryTool, run, type RunPart, type RunTool } from '../../../src/entries/anthropic.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { call, calls, says } from '../support/agents/anthropic-events.ts';
import { type StreamedAnswer, streamingProvider } from '../support/agents/streaming-provider.ts';

type Body = Anthropic.MessageCreateParamsStreaming;

const weather: RunTool = {
  name: 'weather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  execute({ city }: { city: string }) {
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

async function serve(answers: readonly StreamedAnswer[]) {
  const provider = await streamingProvider<Body>(answers, { named: true });
  return {
    client: new Anthropic({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 }),
    requests: provider.requests,
  };
}
const question = (): Anthropic.MessageParam[] => [{ role: 'user', content: 'How is the weather?' }];
const options = { model: 'local', maxTokens: 100, instructions: 'Be brief.', tools: [weather] };
const said = async (): Promise<string> => (await memory.transcript.read()).map(({ role }) => role).join(' ');

describe('a run over Anthropic’s Messages', () => {
  it('streams, calls tools of both sides at once, says which failed, and answers', async () => {
    const { client, requests } = await serve([FORECAST, says('It snows.')]);
    const messages = question();
    const answer = run(client, memory, messages, options);
    const parts: RunPart[] = [];
    for await (const part of answer) parts.push(part);
    expect(parts.map(({ type }) => type).join(' ')).toBe(
      'reasoning tool-call tool-call tool-call tool-result tool-result tool-result text',
    );
    expect(await answer.answer()).toEqual({ text: 'It snows.', steps: 2, finish: 'end_turn' });
    expect(messages[1]).toMatchObject({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Look first.', signature: 'sealed' },
        { type: 'tool_use', id: 'tool_1', name: 'weather', input: { city: 'Oslo' } },
        { type: 'tool_use', id: 'tool_2' },
        { type: 'tool_use', id: 'tool_3' },
      ],
    });
    expect(messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'tool_1', content: 'Snow in Oslo' },
      { type: 'tool_result', tool_use_id: 'tool_2', content: expect.stringContaining('Memorized') },
      { type: 'tool_result', tool_use_id: 'tool_3', content: 'weather failed: no such city', is_error: true },
    ]);
    expect(requests[0]?.system).toBe(`Be brief.\n\n${await memory.context.guide()}`);
    expect(await said()).toBe('user assistant tool assistant');
  });

  it('sends thinking back with its signature, extends each request by the next, and marks the cache', async () => {
    const { client, requests } = await serve([FORECAST, says('It snows.'), says('Bye.')]);
    const messages = question();
    await run(client, memory, messages, options).answer();
    messages.push({ role: 'user', content: 'Thanks' });
    await run(client, memory, messages, options).answer();
    const unmarked = (body: Body | undefined) =>
      (body?.messages ?? []).map(({ role, content }) => ({
        role,
        content: (typeof content === 'string' ? [{ type: 'text', text: content }] : content).map((each) => ({
          ...each,
          cache_control: undefined,
        })),
      }));
    for (const [index, request] of requests.entries()) {
      const before = unmarked(requests[index - 1]);
      if (index > 0) expect(unmarked(request).slice(0, before.length)).toEqual(before);
      const last = request.messages.at(-1)?.content;
      expect(Array.isArray(last) && last.at(-1)).toMatchObject({ cache_control: { type: 'ephemeral' } });
    }
    expect(JSON.stringify(requests[2]?.messages)).toContain('"signature":"sealed"');
    expect(JSON.stringify(messages)).not.toContain('cache_control');
  });

  it('leaves out a text of white space, which the API refuses to read again', async () => {
    const { client } = await serve([says('\n\n'), says('It snows.')]);
    const messages = question();
    await run(client, memory, messages, options).answer();
    expect(messages).toEqual(question());
    await run(client, memory, messages, options).answer();
    expect(messages).toHaveLength(2);
  });

  it('takes the memory tool in place of the others', async () => {
    const view = calls(call(1, 'memory', { command: 'view', path: '/memories' }));
    const { client, requests } = await serve([view, says('All there.')]);
    const tools = [anthropicMemoryTool(memory)];
    await run(client, memory, question(), { ...options, tools, only: [] }).answer();
    expect(requests[0]?.tools).toEqual([{ type: 'memory_20250818', name: 'memory' }]);
    expect(requests[0]?.system).toContain('/memories/overview.md');
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain('overview.md');
  });

  it('fails with the provider’s error, and takes no answer that was cut off', async () => {
    const { client } = await serve([
      { status: 529, message: 'overloaded' },
      says('It sn').slice(0, 3),
      says('It snows.'),
    ]);
    const messages = question();
    await expect(run(client, memory, messages, options).answer()).rejects.toThrow('overloaded');
    expect(await run(client, memory, messages, options).answer()).toMatchObject({ finish: 'cut-off' });
    expect(messages).toHaveLength(1);
    expect((await run(client, memory, messages, options).answer()).text).toBe('It snows.');
  });

  it('stops where the caller aborts', async () => {
    const { client } = await serve([{ hangsAfter: says('It ').slice(0, 3) }]);
    const controller = new AbortController();
    const messages = question();
    const answer = run(client, memory, messages, { ...options, signal: controller.signal });
    const reading = (async () => {
      for await (const _ of answer) controller.abort();
    })();
    await reading.catch(() => undefined);
    expect(messages).toHaveLength(1);
    expect(await said()).toBe('user');
  });

  it('also takes the client of the beta', async () => {
    const { client } = await serve([says('It snows.')]);
    const beta: Anthropic.Beta.BetaMessageParam[] = [{ role: 'user', content: 'How is the weather?' }];
    expect((await run(client.beta, memory, beta, options).answer()).text).toBe('It snows.');
  });
});

describe('beside the provider’s own context editing', () => {
  const editing = {
    betas: ['context-management-2025-06-27'],
    context_management: {
      edits: [{ type: 'clear_tool_uses_20250919', trigger: { type: 'input_tokens', value: 30_000 } }],
    },
  } satisfies Partial<Anthropic.Beta.MessageCreateParams>;
  const cleared = {
    applied_edits: [{ type: 'clear_tool_uses_20250919', cleared_tool_uses: 3, cleared_input_tokens: 9000 }],
  };
  /** The answer of a provider that left results out of what the model saw. */
  const edited = (events: readonly object[]): object[] =>
    events.map((event) =>
      (event as { type: string }).type === 'message_delta' ? { ...event, context_management: cleared } : event,
    );

  async function sentWith(body: object | undefined) {
    const own = await openFixed();
    const { client, requests } = await serve([FORECAST, edited(says('It snows.')), says('Bye.')]);
    const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: 'user', content: 'How is the weather?' }];
    const given = { ...options, ...(body && { body }) };
    expect((await run(client.beta, own, messages, given).answer()).text).toBe('It snows.');
    messages.push({ role: 'user', content: 'Thanks' });
    expect((await run(client.beta, own, messages, given).answer()).text).toBe('Bye.');
    const rows = (await own.transcript.read()).map(({ role, text }) => [role, text]);
    await own.close();
    return { requests, rows, messages };
  }

  it('sends the same list as without it, and keeps what the provider left out', async () => {
    const [without, beside] = [await sentWith(undefined), await sentWith(editing)];
    const { context_management, betas: _ } = editing;
    for (const request of beside.requests) expect(request).toMatchObject({ context_management });
    expect(without.requests.some((request) => 'context_management' in request)).toBe(false);
    expect(beside.requests.map((request) => ({ ...request, context_management: undefined }))).toEqual(
      without.requests.map((request) => ({ ...request, context_management: undefined })),
    );
    expect(beside.rows).toEqual(without.rows);
    expect(JSON.stringify(beside.messages)).toContain('Snow in Oslo');
    expect(JSON.stringify(beside.requests.at(-1)?.messages)).toContain('Snow in Oslo');
  });
});
