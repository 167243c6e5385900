// `run` and `runResponses` with the real OpenAI client against a server on this machine.
import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { openaiChatSingleSystem } from '../../../src/entries/lenses.ts';
import { run, type RunPart, runResponses, type RunTool } from '../../../src/entries/openai.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { type StreamedAnswer, streamingProvider } from '../support/agents/streaming-provider.ts';

type ChatBody = OpenAI.ChatCompletionCreateParamsStreaming;
type ResponsesBody = OpenAI.Responses.ResponseCreateParamsStreaming;

const weather: RunTool = {
  name: 'weather',
  description: 'The weather.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }: { city: string }) => ({ city, sky: 'snow' }),
};
const CALLS = [
  { id: 'call_1', name: 'weather', input: '{"city":"Oslo"}' },
  { id: 'call_2', name: 'memorize', input: '{"text":"The user lives in Oslo"}' },
];

const chunk = (delta: object, finish_reason: string | null = null): object => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'local',
  choices: [{ index: 0, delta, finish_reason }],
});
const usage = { choices: [], usage: { prompt_tokens: 1234, completion_tokens: 1, total_tokens: 1235 } };
/** Two parallel calls in pieces, as servers send them. */
const chatCalls = (calls = CALLS): object[] => [
  chunk({ role: 'assistant', content: null }),
  ...calls.flatMap(({ id, name, input }, index) => [
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...[input.slice(0, 5), input.slice(5)].map((piece) =>
      chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
    ),
  ]),
  chunk({}, 'tool_calls'),
  usage,
];
const chatText = (...texts: string[]): object[] => [
  ...texts.map((content) => chunk({ content })),
  chunk({}, 'stop'),
  usage,
];

const done = (output: readonly object[]): object[] => [
  ...output.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item })),
  { type: 'response.completed', response: { status: 'completed', output, usage: { input_tokens: 1234 } } },
];
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' };
const responseCalls = (calls = CALLS, thought: object = reasoning): object[] =>
  done([
    thought,
    ...calls.map(({ id, name, input }) => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: input,
    })),
  ]);
const responseText = (...texts: string[]): object[] => [
  ...texts.map((delta) => ({ type: 'response.output_text.delta', delta })),
  ...done([
    { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: texts.join('') }] },
  ]),
];

let memory: WorkingMemory;
beforeEach(async () => {
  memory = await openFixed();
});
afterEach(() => memory.close());

async function serve<Body>(answers: readonly StreamedAnswer[], named = false) {
  const provider = await streamingProvider<never>(answers, { named });
  const client = new OpenAI({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 });
  return { client, requests: provider.requests as readonly Body[] };
}
const partsOf = async (run: AsyncIterable<RunPart>): Promise<RunPart[]> => {
  const parts: RunPart[] = [];
  for await (const part of run) parts.push(part);
  return parts;
};
const rolesOf = async (): Promise<string> => (await memory.transcript.read()).map(({ role }) => role).join(' ');

describe('a run over chat completions', () => {
  const question = (): OpenAI.ChatCompletionMessageParam[] => [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'How is the weather?' },
  ];
  const options = { model: 'local', tools: [weather] };

  it('streams what is said, calls tools of both sides at once, and answers', async () => {
    const { client, requests } = await serve<ChatBody>([chatCalls(), chatText('It ', 'snows.')]);
    const messages = question();
    const answer = run(client, memory, messages, options);
    expect(await partsOf(answer)).toMatchObject([
      { type: 'tool-call', id: 'call_1', name: 'weather' },
      { type: 'tool-call', id: 'call_2', name: 'memorize' },
      { type: 'tool-result', id: 'call_1', text: '{"city":"Oslo","sky":"snow"}', isError: false },
      { type: 'tool-result', id: 'call_2', isError: false },
      { type: 'text', text: 'It ' },
      { type: 'text', text: 'snows.' },
    ]);
    expect(await answer.answer()).toEqual({ text: 'It snows.', steps: 2, finish: 'stop' });
    expect((await memory.items.list()).map(({ text }) => text)).toEqual(['The user lives in Oslo']);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'assistant']);
    expect(requests[0]?.tools).toContainEqual({
      type: 'function',
      function: {
        name: 'weather',
        description: 'The weather.',
        parameters: expect.objectContaining({ required: ['city'], properties: { city: { type: 'string' } } }),
      },
    });
  });

  it('puts the guide after the app’s system prompt and leaves the app’s list without it', async () => {
    const { client, requests } = await serve<ChatBody>([chatText('Yes.')]);
    const messages = question();
    await run(client, memory, messages, options).answer();
    const guide = await memory.context.guide();
    expect(requests[0]?.messages[0]).toEqual({ role: 'system', content: `Be brief.\n\n${guide}` });
    expect(messages[0]).toEqual({ role: 'system', content: 'Be brief.' });
    await memory.close();
    memory = await openFixed();
    const other = await serve<ChatBody>([chatText('Yes.')]);
    const without: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Ready?' }];
    await run(other.client, memory, without, { model: 'local', instructions: 'Be kind.' }).answer();
    expect(other.requests[0]?.messages[0]).toEqual({ role: 'system', content: `Be kind.\n\n${guide}` });
  });

  it('extends each request by the next over several turns, and records what was said once', async () => {
    const { client, requests } = await serve<ChatBody>([chatCalls(), chatText('It snows.'), chatText('Bye.')]);
    const messages = question();
    await run(client, memory, messages, options).answer();
    messages.push({ role: 'user', content: 'Thanks' });
    await run(client, memory, messages, options).answer();
    for (const [index, { messages: sent }] of requests.entries())
      if (index > 0) expect(sent.slice(0, requests[index - 1]?.messages.length)).toEqual(requests[index - 1]?.messages);
    expect(await rolesOf()).toBe('system user assistant tool tool assistant user assistant');
    expect(await memory.context.branches()).toHaveLength(1);
  });

  it('brings what the memory knows of the question, and asks for the usage', async () => {
    await memory.items.memorize('The user is allergic to nuts');
    const { client, requests } = await serve<ChatBody>([chatText('No cake.')]);
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Any nuts for the user?' }];
    await run(client, memory, messages, options).answer();
    expect(JSON.stringify(requests[0]?.messages.slice(1))).toContain('allergic to nuts');
    expect(requests[0]).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it('tells the model what was wrong with a call: unknown tool, broken arguments, wrong field, a tool that throws', async () => {
    const calls = [
      { id: 'a', name: 'wether', input: '{}' },
      { id: 'b', name: 'weather', input: '{"city":' },
      { id: 'c', name: 'weather', input: '{"city":7}' },
      { id: 'd', name: 'fails', input: '' },
    ];
    const fails: RunTool = {
      name: 'fails',
      execute() {
        throw new Error('no network');
      },
    };
    const { client } = await serve<ChatBody>([chatCalls(calls), chatText('Sorry.')]);
    const parts = await partsOf(run(client, memory, question(), { model: 'local', tools: [weather, fails] }));
    const results = parts.flatMap((part) => (part.type === 'tool-result' ? [part] : []));
    expect(results.every(({ isError }) => isError)).toBe(true);
    expect(results.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^There is no tool wether\. The tools are: note, .*weather, fails\.$/),
      expect.stringContaining('weather was not run: '),
      expect.stringMatching(/^weather was not run: city .*string/),
      'fails failed: no network',
    ]);
  });

  it('tells a BigInt of a result as its digits, and why a result without JSON cannot be read', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const results = [{ rows: [{ id: 12n }] }, 12n, undefined, cyclic, () => 1, Symbol('x')];
    const calls = results.map((_, index) => ({ id: `call_${index}`, name: 'rows', input: '' }));
    const left = results.values();
    const rows: RunTool = { name: 'rows', execute: () => left.next().value };
    const { client } = await serve<ChatBody>([chatCalls(calls), chatText('Sorry.')]);
    const parts = await partsOf(run(client, memory, question(), { model: 'local', tools: [rows] }));
    expect(parts.flatMap((part) => (part.type === 'tool-result' ? [[part.text, part.isError]] : []))).toEqual([
      ['{"rows":[{"id":"12"}]}', false],
      ['12', false],
      ['', false],
      [expect.stringMatching(/^rows ran, but its result cannot be read: .*circular/), true],
      ['rows ran, but its result cannot be read: a function cannot be JSON', true],
      ['rows ran, but its result cannot be read: Symbol(x) cannot be JSON', true],
    ]);
  });

  it('fails with the provider’s error and leaves a list that the same call can send again', async () => {
    const { client } = await serve<ChatBody>([
      chatCalls(),
      { status: 503, message: 'overloaded' },
      chatText('It snows.'),
    ]);
    const messages = question();
    const failed = run(client, memory, messages, options);
    await expect(failed.answer()).rejects.toThrow('overloaded');
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool']);
    expect((await run(client, memory, messages, options).answer()).text).toBe('It snows.');
    expect(await rolesOf()).toBe('system user assistant tool tool assistant');
  });

  it('stops where the caller aborts, within an answer and before one', async () => {
    const { client } = await serve<ChatBody>([{ hangsAfter: [chunk({ content: 'It ' })] }]);
    const controller = new AbortController();
    const messages = question();
    const parts: RunPart[] = [];
    const reading = (async () => {
      for await (const part of run(client, memory, messages, { ...options, signal: controller.signal })) {
        parts.push(part);
        controller.abort();
      }
    })();
    await reading.catch(() => undefined);
    expect(parts).toEqual([{ type: 'text', text: 'It ' }]);
    expect(messages).toHaveLength(2);
    const before = run(client, memory, messages, { ...options, signal: AbortSignal.abort() });
    await expect(before.answer()).rejects.toThrow('aborted');
  });

  it('gives the connection up where the reader leaves, and has no answer then', async () => {
    const { client } = await serve<ChatBody>([{ hangsAfter: [chunk({ content: 'It ' })] }]);
    const left = run(client, memory, question(), options);
    for await (const _ of left) break;
    await expect(left.answer()).rejects.toMatchObject({ code: 'aborted' });
  });

  it('takes no answer that was cut off, and none after the last step', async () => {
    const { client } = await serve<ChatBody>([[chunk({ content: 'It sn' })], chatCalls()]);
    const messages = question();
    expect(await run(client, memory, messages, options).answer()).toMatchObject({ text: 'It sn', finish: 'cut-off' });
    expect(messages).toHaveLength(2);
    const last = await run(client, memory, messages, { ...options, maxSteps: 1 }).answer();
    expect(last).toEqual({ text: '', steps: 1, finish: 'steps' });
    expect(await rolesOf()).toBe('system user assistant tool tool');
  });

  it('keeps arguments that the limit cut as an empty object, and tells the model that they were broken', async () => {
    const cut = { id: 'call_1', function: { name: 'weather', arguments: '{"city":' } };
    const answer = [chunk({ tool_calls: [{ index: 0, ...cut }] }), chunk({}, 'length')];
    const { client, requests } = await serve<ChatBody>([answer, chatText('Sorry.')]);
    await run(client, memory, question(), options).answer();
    expect(requests[1]?.messages.slice(-2)).toMatchObject([
      { tool_calls: [{ id: 'call_1', function: { name: 'weather', arguments: '{}' } }] },
      { tool_call_id: 'call_1', content: expect.stringContaining('weather was not run: ') },
    ]);
  });

  it('gives parallel calls with one id each its own, so that their results go to the right ones', async () => {
    const cities = ['Oslo', 'Rome'].map((city) => ({ id: 'call_0', name: 'weather', input: JSON.stringify({ city }) }));
    const { client, requests } = await serve<ChatBody>([chatCalls(cities), chatText('It snows.')]);
    const parts = await partsOf(run(client, memory, question(), options));
    expect(parts.slice(0, 4).map((part) => 'id' in part && part.id)).toEqual([
      'call_0',
      'call_0_1',
      'call_0',
      'call_0_1',
    ]);
    expect(requests[1]?.messages.slice(-3)).toMatchObject([
      { tool_calls: [{ id: 'call_0' }, { id: 'call_0_1', function: { arguments: '{"city":"Rome"}' } }] },
      { tool_call_id: 'call_0', content: expect.stringContaining('Oslo') },
      { tool_call_id: 'call_0_1', content: expect.stringContaining('Rome') },
    ]);
  });

  it('keeps reasoning and takes calls without index or id, as other servers send them', async () => {
    const { client, requests } = await serve<ChatBody>([
      [
        chunk({ reasoning_content: 'Look ' }),
        chunk({ reasoning_content: 'first.' }),
        chunk({ tool_calls: [{ function: { name: 'weather', arguments: '{"city":"Oslo"}' } }] }),
        chunk({}, 'tool_calls'),
      ],
      chatText('It snows.'),
    ]);
    const messages: OpenAI.ChatCompletionMessageParam[] = question();
    const parts = await partsOf(run(client, memory, messages, { ...options, lens: openaiChatSingleSystem }));
    expect(parts.slice(0, 2)).toEqual(['Look ', 'first.'].map((text) => ({ type: 'reasoning', text })));
    expect(requests[1]?.messages).toContainEqual({
      role: 'assistant',
      content: null,
      reasoning_content: 'Look first.',
      tool_calls: [{ id: 'call_1_0', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
    });
  });

  it('leaves out an answer without a word, which some servers refuse to read again', async () => {
    const { client } = await serve<ChatBody>([chatText('')]);
    const messages = question();
    expect(await run(client, memory, messages, options).answer()).toMatchObject({ text: '', finish: 'stop' });
    expect(messages).toEqual(question());
  });

  it('refuses a tool of the app that would hide one of the memory’s', async () => {
    const { client } = await serve<ChatBody>([]);
    const search: RunTool = { name: 'search', execute: () => '' };
    await expect(run(client, memory, question(), { model: 'local', tools: [search] }).answer()).rejects.toThrow(
      "both have a tool 'search'",
    );
  });
});

describe('a run over Responses', () => {
  const question = (): OpenAI.Responses.ResponseInputItem[] => [{ role: 'user', content: 'How is the weather?' }];
  const options = { model: 'local', instructions: 'Be brief.', tools: [weather] };

  it('streams, calls tools of both sides at once, and answers', async () => {
    const { client, requests } = await serve<ResponsesBody>([responseCalls(), responseText('It ', 'snows.')], true);
    const input = question();
    const answer = runResponses(client, memory, input, options);
    const parts = await partsOf(answer);
    expect(parts.map(({ type }) => type).join(' ')).toBe('tool-call tool-call tool-result tool-result text text');
    expect(await answer.answer()).toEqual({ text: 'It snows.', steps: 2, finish: 'completed' });
    expect(requests[0]).toMatchObject({
      instructions: `Be brief.\n\n${await memory.context.guide()}`,
      store: false,
      stream: true,
    });
    expect(requests[1]?.input?.slice(0, requests[0]?.input?.length)).toEqual(requests[0]?.input);
    expect(input.map((item) => item.type ?? ('role' in item && item.role)).join(' ')).toBe(
      'user reasoning function_call function_call function_call_output function_call_output message',
    );
    expect((await memory.transcript.read()).at(-1)?.text).toBe('It snows.');
  });

  it('sends no reasoning back that the server did not keep, and keeps all of a stored response', async () => {
    const lost = { type: 'reasoning', id: 'rs_1', summary: [] };
    const answers = [responseCalls(CALLS, lost), responseText('It snows.')];
    const kindsOf = async (body: object) => {
      const { client, requests } = await serve<ResponsesBody>(answers, true);
      await runResponses(client, memory, question(), { ...options, body }).answer();
      await memory.close();
      memory = await openFixed();
      return ((requests[1]?.input ?? []) as { type?: string; id?: string }[]).flatMap(({ type, id }) =>
        type?.startsWith('function_call') || type === 'reasoning' ? [[type, id]] : [],
      );
    };
    const results = CALLS.map(() => ['function_call_output', undefined]);
    expect(await kindsOf({})).toEqual([...CALLS.map(() => ['function_call', undefined]), ...results]);
    expect(await kindsOf({ store: true })).toEqual([
      ['reasoning', 'rs_1'],
      ...CALLS.map(({ id }) => ['function_call', `fc_${id}`]),
      ...results,
    ]);
  });

  it('keeps arguments that the limit cut as an empty object, and tells the model that they were broken', async () => {
    const cut = responseCalls([{ id: 'call_1', name: 'weather', input: '{"city":' }]);
    const { client, requests } = await serve<ResponsesBody>([cut, responseText('Sorry.')], true);
    await runResponses(client, memory, question(), options).answer();
    expect(requests[1]?.input?.slice(-2)).toMatchObject([
      { type: 'function_call', call_id: 'call_1', arguments: '{}' },
      { call_id: 'call_1', output: expect.stringContaining('weather was not run: ') },
    ]);
  });

  it('fails with the provider’s error, sent before the stream or in it', async () => {
    const failed = { type: 'response.failed', response: { error: { message: 'out of luck' } } };
    const { client } = await serve<ResponsesBody>([{ status: 503, message: 'overloaded' }, [failed]], true);
    const input = question();
    await expect(runResponses(client, memory, input, options).answer()).rejects.toThrow('overloaded');
    await expect(runResponses(client, memory, input, options).answer()).rejects.toThrow('out of luck');
    expect(input).toHaveLength(1);
  });

  it('passes tools of the provider on, and takes no answer that was cut off', async () => {
    const { client, requests } = await serve<ResponsesBody>(
      [[{ type: 'response.output_text.delta', delta: 'It' }]],
      true,
    );
    const input = question();
    const tools = [{ type: 'web_search' }];
    expect(await runResponses(client, memory, input, { model: 'local', tools }).answer()).toMatchObject({
      finish: 'cut-off',
    });
    expect(requests[0]?.tools).toContainEqual({ type: 'web_search' });
    expect(input).toHaveLength(1);
  });
});
