// The real Anthropic client: requests as they reach the server.
import Anthropic from '@anthropic-ai/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { anthropicMessages } from '../../../src/entries/lenses.ts';
import { fakeContext, OVERVIEW, STUB, TAIL } from '../../support/fakes/fake-context.ts';
import { localProvider, type LocalProvider } from '../support/agents/local-provider.ts';

type Message = Anthropic.MessageParam;

const reply = (stop_reason: string, content: readonly object[]) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'local',
  stop_reason,
  stop_sequence: null,
  content,
  usage: { input_tokens: 321, output_tokens: 1, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
});
const thinking = { type: 'thinking', thinking: 'Two files.', signature: 'AAAA' };
const use = (id: string, path: string) => ({ type: 'tool_use', id, name: 'read', input: { path } });
const answers = [
  reply('tool_use', [thinking, use('tool_1', 'a.md'), use('tool_2', 'b.md')]),
  reply('end_turn', [{ type: 'text', text: 'done', citations: null }]),
];
const text = (value: string) => ({ type: 'text', text: value });

const resultsOf = (content: readonly { readonly type: string; readonly id?: string }[]) =>
  content.flatMap(({ type, id = '' }) =>
    type === 'tool_use'
      ? [{ type: 'tool_result' as const, tool_use_id: id, content: id === 'tool_1' ? 'x'.repeat(500) : 'short' }]
      : [],
  );

describe('the Anthropic client with its lens', () => {
  let provider: LocalProvider<{ system: string; messages: Message[] }>;
  afterEach(() => provider.close());

  it('sends the overview first and the tail after all results of the newest message; thinking stays as it was', async () => {
    provider = await localProvider(answers);
    const client = new Anthropic({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 });
    const context = fakeContext();
    const system = 'Be brief.';
    const messages: Message[] = [{ role: 'user', content: 'Plan the release' }];
    for (let more = true; more;) {
      const before = structuredClone(messages);
      const prepared = await context.prepare(anthropicMessages, messages, { system });
      expect(messages).toEqual(before);
      const { content } = await client.messages.create({
        model: 'local',
        max_tokens: 100,
        system,
        messages: prepared.messages,
      });
      messages.push({ role: 'assistant', content });
      const results = resultsOf(content);
      more = results.length > 0;
      if (more) messages.push({ role: 'user', content: results });
    }
    const [first, second] = provider.requests;
    expect(first).toMatchObject({
      system,
      messages: [
        { role: 'user', content: [text(OVERVIEW)] },
        { role: 'user', content: [text('Plan the release'), text(TAIL)] },
      ],
    });
    expect(second?.messages).toEqual([
      { role: 'user', content: [text(OVERVIEW)] },
      { role: 'user', content: 'Plan the release' },
      { role: 'assistant', content: [thinking, use('tool_1', 'a.md'), use('tool_2', 'b.md')] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'tool_1', content: STUB },
          { type: 'tool_result', tool_use_id: 'tool_2', content: 'short' },
          text(TAIL),
        ],
      },
    ]);
    expect(JSON.stringify(messages)).not.toContain(TAIL);
  });
});
