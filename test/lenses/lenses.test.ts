import { describe, expect, it } from 'vitest';
import type { Lens } from '../../src/context/view/lens.ts';
import {
  aiSdkPrompt,
  anthropicMessages,
  openaiChat,
  openaiChatSingleSystem,
  openaiResponses,
  plainMessages,
} from '../../src/entries/lenses.ts';
import { lensContract } from '../contracts/lens.ts';
import { formats, modelMessages, tanstackMessages } from '../support/messages/message-formats.ts';

for (const format of [...formats, modelMessages, tanstackMessages]) lensContract(format);

const chat = openaiChat as Lens<object>;
const responses = openaiResponses as Lens<object>;
const anthropic = anthropicMessages as Lens<object>;
const prompt = aiSdkPrompt as Lens<object>;
const plain = plainMessages as Lens<object>;

describe('every lens', () => {
  it('refuses a role that its format does not have', () => {
    for (const lens of [chat, responses, anthropic, prompt, plain]) {
      for (const role of ['critic', 'constructor', '', undefined, 7, ['user']]) {
        expect(lens.role({ role, content: 'text' })).toBeUndefined();
      }
    }
    expect(anthropic.role({ role: 'tool', content: 'text' })).toBeUndefined();
  });

  it('has a name of its own', () => {
    const names = formats.map(({ lens }) => lens.name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the lens of OpenAI chat messages', () => {
  it('takes developer messages for system messages', () => {
    expect(chat.role({ role: 'developer', content: 'Be brief.' })).toBe('system');
  });

  it('pairs the calls of servers without ids by the function’s name', () => {
    const old = { role: 'assistant', content: null, function_call: { name: 'read', arguments: '{"path":"a"}' } };
    expect(chat.calls(old)).toEqual([{ id: 'read', name: 'read', arguments: '{"path":"a"}' }]);
    const result = { role: 'function', name: 'read', content: 'text' };
    expect(chat.role(result)).toBe('tool');
    expect(chat.results(result)).toEqual([{ id: 'read', text: 'text' }]);
    expect(chat.withResult(result, 'read', 'stub')).toEqual({ ...result, content: 'stub' });
    const ollama = { role: 'assistant', tool_calls: [{ function: { name: 'read', arguments: { path: 'a' } } }] };
    expect(chat.calls(ollama)).toEqual([{ id: 'read', name: 'read', arguments: '{"path":"a"}' }]);
    expect(chat.results({ role: 'tool', tool_name: 'read', content: 'text' })[0]?.id).toBe('read');
  });

  it('reads custom calls, reasoning, refusals, names and earlier speech', () => {
    const custom = {
      role: 'assistant',
      tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'sh', input: 'ls' } }],
    };
    expect(chat.calls(custom)).toEqual([{ id: 'c1', name: 'sh', arguments: 'ls' }]);
    expect(chat.text({ role: 'assistant', reasoning_content: 'First', content: 'Then' })).toBe('First\nThen');
    expect(chat.text({ role: 'assistant', content: null, refusal: 'No.' })).toBe('No.');
    expect(chat.text({ role: 'user', name: 'Ann', content: 'Hello' })).toBe('Ann: Hello');
    expect(chat.text({ role: 'assistant', content: null, audio: { id: 'audio_1' } })).toContain('audio_1');
  });

  it('keeps a text a text and a list a list when it appends', () => {
    expect(chat.append({ role: 'user', content: 'a' }, 'b')).toEqual({ role: 'user', content: 'a\n\nb' });
    const parts = [{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }];
    expect(chat.append({ role: 'user', content: parts }, 'b')).toEqual({
      role: 'user',
      content: [...parts, { type: 'text', text: 'b' }],
    });
    expect(chat.append({ role: 'tool', tool_call_id: 'c1', content: 'a' }, 'b')).toBeUndefined();
  });

  it('pins the overview to the one system message where a model knows one only', () => {
    expect([chat.pin, openaiChatSingleSystem.pin]).toEqual([undefined, 'system']);
  });
});

describe('the lens of Responses items', () => {
  it('places items that have no role', () => {
    const roleOf = (item: object) => responses.role(item);
    expect(roleOf({ type: 'reasoning', id: 'rs_1', summary: [] })).toBe('assistant');
    expect(roleOf({ type: 'compaction', encrypted_content: 'AAAA' })).toBe('assistant');
    expect(roleOf({ type: 'mcp_approval_response', approval_request_id: 'm1', approve: true })).toBe('tool');
    expect(roleOf({ type: 'web_search_call', id: 'ws_1', status: 'completed' })).toBe('assistant');
    expect(roleOf({ id: 'msg_1' })).toBe('assistant');
    expect(roleOf({})).toBeUndefined();
  });

  it('names what is sealed or kept by the provider, one unlike another', () => {
    const texts = [
      { type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA' },
      { type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAB' },
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'reasoning', id: 'rs_2', summary: [] },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'AAAA' },
      { type: 'item_reference', id: 'msg_1' },
      { type: 'web_search_call', id: 'ws_1', action: { type: 'search', query: 'a' } },
      { type: 'web_search_call', id: 'ws_1', action: { type: 'find', pattern: 'ab', url: 'c' } },
      { type: 'web_search_call', id: 'ws_1', action: { type: 'find', pattern: 'a', url: 'bc' } },
      { type: 'additional_tools', role: 'developer', tools: [{ type: 'function', name: 'read' }] },
      { type: 'tool_search_output', execution: 'server', tools: [{ type: 'function', name: 'write' }] },
    ].map((item) => responses.text(item));
    expect(texts.every((text) => /^\[.+\]$/.test(text))).toBe(true);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('pairs whatever the app has to answer, and only that', () => {
    const shell = { type: 'shell_call', call_id: 's1', action: { commands: ['ls'] } };
    expect(responses.calls(shell)).toEqual([{ id: 's1', name: 'shell_call', arguments: '{"commands":["ls"]}' }]);
    const output = { type: 'shell_call_output', call_id: 's1', output: [{ stdout: 'a.ts', stderr: 'warning' }] };
    expect(responses.results(output)).toEqual([{ id: 's1', text: 'a.ts\nwarning' }]);
    expect(responses.calls({ type: 'custom_tool_call', call_id: 'c1', name: 'sh', input: 'ls' })).toEqual([
      { id: 'c1', name: 'sh', arguments: 'ls' },
    ]);
    expect(responses.calls({ type: 'web_search_call', id: 'ws_1' })).toEqual([]);
    expect(responses.calls({ type: 'tool_search_call', call_id: 't1', execution: 'server', arguments: {} })).toEqual(
      [],
    );
  });

  it('reads the tools that were found', () => {
    const found = (name: string) => ({
      type: 'tool_search_output',
      call_id: 't1',
      tools: [{ type: 'function', name }],
    });
    expect(responses.results(found('read'))[0]?.text).not.toBe(responses.results(found('write'))[0]?.text);
  });

  it('leaves a result alone that has no form as text', () => {
    const output = {
      type: 'computer_call_output',
      call_id: 'c1',
      output: { type: 'computer_screenshot', file_id: 'f' },
    };
    expect(responses.withResult(output, 'c1', 'stub')).toBe(output);
  });

  it('drops the ids that bind messages and calls to dropped reasoning', () => {
    const call = { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{}' };
    expect(responses.withoutReasoning?.({ type: 'reasoning', id: 'rs_1', summary: [] })).toBeUndefined();
    expect(responses.withoutReasoning?.({ ...call, id: 'fc_1' })).toEqual(call);
    expect(responses.withoutReasoning?.(call)).toBe(call);
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' };
    expect(responses.withoutReasoning?.(search)).toBe(search);
  });
});

describe('the lens of Anthropic messages', () => {
  const result = { type: 'tool_result', tool_use_id: 'u1', content: 'text' };

  it('takes a user message for a tool message only when nothing but results is in it', () => {
    expect(anthropic.role({ role: 'user', content: [result] })).toBe('tool');
    expect(anthropic.role({ role: 'user', content: [result, { type: 'text', text: 'and?' }] })).toBe('user');
    expect(anthropic.role({ role: 'user', content: [] })).toBe('user');
    expect(anthropic.role({ role: 'user', content: 'text' })).toBe('user');
    expect(anthropic.role({ role: 'system', content: 'text' })).toBe('system');
  });

  it('appends text after the results', () => {
    expect(anthropic.append({ role: 'user', content: [result] }, 'tail')).toEqual({
      role: 'user',
      content: [result, { type: 'text', text: 'tail' }],
    });
    expect(anthropic.append({ role: 'user', content: 'text' }, 'tail')).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'text' },
        { type: 'text', text: 'tail' },
      ],
    });
  });

  it('reads documents, search results and results with images', () => {
    const document = {
      type: 'document',
      title: 'Plan',
      source: { type: 'text', media_type: 'text/plain', data: 'Ship.' },
    };
    const pdf = {
      type: 'document',
      title: 'Scan',
      source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' },
    };
    const search = {
      type: 'search_result',
      title: 'T',
      source: 'https://a',
      content: [{ type: 'text', text: 'found' }],
    };
    const image = { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } };
    expect(anthropic.text({ role: 'user', content: [document] })).toBe('Plan\nShip.');
    expect(anthropic.text({ role: 'user', content: [pdf] })).toMatch(/^\[document Scan, \d+ bytes, [0-9a-f]+\]$/);
    const [read] = anthropic.results({ role: 'user', content: [{ ...result, content: [search, image] }] });
    expect(read?.text).toMatch(/^T\nhttps:\/\/a\nfound\n\[image, /);
  });

  it('keeps what the provider runs by itself out of the calls, and tells it apart', () => {
    const run = (input: object) => ({
      role: 'assistant',
      content: [{ type: 'server_tool_use', id: 's', name: 'web_search', input }],
    });
    expect(anthropic.calls(run({ query: 'a' }))).toEqual([]);
    expect(anthropic.text(run({ query: 'a' }))).not.toBe(anthropic.text(run({ query: 'b' })));
  });

  it('tells sealed thinking apart', () => {
    const sealed = (block: object) => anthropic.text({ role: 'assistant', content: [block] });
    const texts = [
      sealed({ type: 'thinking', thinking: '', signature: 'AAAA' }),
      sealed({ type: 'thinking', thinking: '', signature: 'AAAB' }),
      sealed({ type: 'redacted_thinking', data: 'AAAA' }),
      sealed({ type: 'redacted_thinking', data: 'AAAB' }),
    ];
    expect(new Set(texts).size).toBe(4);
  });

  it('says that nothing is left of a message of thinking only', () => {
    const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'AAAA' };
    const redacted = { type: 'redacted_thinking', data: 'AAAA' };
    expect(anthropic.withoutReasoning?.({ role: 'assistant', content: [thinking, redacted] })).toBeUndefined();
  });
});

describe('the lens of AI SDK prompts', () => {
  const search = { type: 'tool-call', toolCallId: 'p1', toolName: 'web', input: { q: 'a' }, providerExecuted: true };
  const found = { type: 'tool-result', toolCallId: 'p1', toolName: 'web', output: { type: 'json', value: ['b'] } };

  it('takes what the provider ran for text', () => {
    const message = { role: 'assistant', content: [search, found] };
    expect([prompt.calls(message), prompt.results(message)]).toEqual([[], []]);
    expect(prompt.text(message)).toBe('web\n{"q":"a"}\n["b"]');
  });

  it('reads every kind of output', () => {
    const read = (output: object) => prompt.results({ role: 'tool', content: [{ ...found, output }] })[0]?.text;
    expect(read({ type: 'text', value: 'a' })).toBe('a');
    expect(read({ type: 'error-text', value: 'a' })).toBe('a');
    expect(read({ type: 'json', value: { a: 1 } })).toBe('{"a":1}');
    expect(read({ type: 'content', value: [{ type: 'text', text: 'a' }] })).toBe('a');
    expect(read({ type: 'content', value: [{ type: 'media', mediaType: 'image/png', data: 'AAAA' }] })).toMatch(
      /^\[image/,
    );
    expect(read({ type: 'execution-denied', reason: 'not now' })).toBe('not now');
    expect(read({ type: 'execution-denied' })).toBe('execution-denied');
  });

  it('reads files whatever their data are made of', () => {
    const read = (data: unknown) =>
      prompt.text({ role: 'user', content: [{ type: 'file', mediaType: 'image/png', data }] });
    const bytes = new Uint8Array([1, 2, 3]);
    expect(read(bytes)).toMatch(/^\[image\/png, \d+ bytes, [0-9a-f]+\]$/);
    expect(read(Buffer.from(bytes))).toBe(read(bytes));
    expect(read(JSON.parse(JSON.stringify(Buffer.from(bytes))))).toBe(read(bytes));
    expect(read(new URL('https://example.org/a.png'))).toBe(read('https://example.org/a.png'));
    expect(read({ type: 'text', text: 'A note.' })).toBe('A note.');
    expect(read(new Uint8Array([1, 2, 4]))).not.toBe(read(bytes));
  });

  it('tells sealed reasoning and blocks of one provider apart', () => {
    const read = (part: object) => prompt.text({ role: 'assistant', content: [part] });
    const sealed = (data: string) => ({
      type: 'reasoning',
      text: '',
      providerOptions: { anthropic: { redactedData: data } },
    });
    const custom = (data: string) => ({
      type: 'custom',
      kind: 'openai.compaction',
      providerOptions: { openai: { data } },
    });
    const texts = [sealed('A'), sealed('B'), custom('A'), custom('B')].map(read);
    expect(new Set(texts).size).toBe(4);
  });

  it('says that nothing is left of a message of reasoning only', () => {
    const file = { type: 'reasoning-file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } };
    const message = { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }, file] };
    expect(prompt.withoutReasoning?.(message)).toBeUndefined();
  });

  it('drops the numbers that bind parts to dropped reasoning, and nothing else of the options', () => {
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: {} };
    const options = { google: { thoughtSignature: 's' }, openai: { itemId: 'fc_1', phase: 'commentary' } };
    const message = {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { ...call, providerOptions: options },
      ],
    };
    expect(prompt.withoutReasoning?.(message)).toEqual({
      role: 'assistant',
      content: [{ ...call, providerOptions: { google: { thoughtSignature: 's' }, openai: { phase: 'commentary' } } }],
    });
  });
});

describe('the lens of plain messages', () => {
  it('has no calls, and a result has no other place than the text', () => {
    const message = { role: 'tool', content: 'text' };
    expect([plain.calls(message), plain.results(message), plain.text(message)]).toEqual([[], [], 'text']);
  });
});
