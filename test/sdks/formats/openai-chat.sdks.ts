// The real OpenAI client, chat completions: requests as they reach the server.
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { openaiChat, openaiChatSingleSystem } from '../../../src/entries/lenses.ts';
import { fakeContext, OVERVIEW, STUB, TAIL } from '../../support/fakes/fake-context.ts';
import { localProvider, type LocalProvider } from '../support/agents/local-provider.ts';

type Message = OpenAI.ChatCompletionMessageParam;

const completion = (message: object) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 0,
  model: 'local',
  usage: { prompt_tokens: 321, completion_tokens: 5, total_tokens: 326 },
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', refusal: null, ...message } }],
});
const call = (id: string, path: string) => ({
  id,
  type: 'function',
  function: { name: 'read', arguments: JSON.stringify({ path }) },
});

describe('the OpenAI client with the chat lens', () => {
  let provider: LocalProvider<{ messages: Message[] }>;
  afterEach(() => provider.close());

  const answers = [
    completion({ content: null, tool_calls: [call('call_1', 'a.md'), call('call_2', 'b.md')] }),
    completion({ content: 'done' }),
  ];
  const loop = async (lens: typeof openaiChat, messages: Message[]): Promise<Message[]> => {
    provider = await localProvider(answers);
    const client = new OpenAI({ apiKey: 'none', baseURL: provider.url, maxRetries: 0 });
    const context = fakeContext();
    for (;;) {
      const before = structuredClone(messages);
      const prepared = await context.prepare(lens, messages);
      expect(messages).toEqual(before);
      const { choices } = await client.chat.completions.create({ model: 'local', messages: prepared.messages });
      const [choice] = choices;
      if (!choice) throw new Error('The local server sends one choice.');
      messages.push(choice.message);
      if (!choice.message.tool_calls) return messages;
      for (const { id } of choice.message.tool_calls) {
        messages.push({ role: 'tool', tool_call_id: id, content: id === 'call_1' ? 'x'.repeat(500) : 'short' });
      }
    }
  };

  it('sends the overview after the system messages and the tail last; pairs stay together, a stub keeps its id', async () => {
    const messages = await loop(openaiChat, [
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: 'Use tools.' },
      { role: 'user', content: 'Plan the release' },
    ]);
    const [first, second] = provider.requests;
    expect(first?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: 'Use tools.' },
      { role: 'user', content: OVERVIEW },
      { role: 'user', content: `Plan the release\n\n${TAIL}` },
    ]);
    expect(second?.messages.slice(2)).toEqual([
      { role: 'user', content: OVERVIEW },
      { role: 'user', content: 'Plan the release' },
      expect.objectContaining({ role: 'assistant', tool_calls: [call('call_1', 'a.md'), call('call_2', 'b.md')] }),
      { role: 'tool', tool_call_id: 'call_1', content: STUB },
      { role: 'tool', tool_call_id: 'call_2', content: 'short' },
      { role: 'user', content: TAIL },
    ]);
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'developer',
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
    ]);
    expect(JSON.stringify(messages)).not.toContain(OVERVIEW);
  });

  it('sends one system message, the overview at its end, with the profile for one', async () => {
    await loop(openaiChatSingleSystem, [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Plan the release' },
    ]);
    const [first, second] = provider.requests;
    expect(first?.messages).toEqual([
      { role: 'system', content: `Be brief.\n\n${OVERVIEW}` },
      { role: 'user', content: `Plan the release\n\n${TAIL}` },
    ]);
    expect(second?.messages.filter(({ role }) => role === 'system')).toHaveLength(1);
  });

  it('sends parts as they are, the tail as one more', async () => {
    const image = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } };
    await loop(openaiChat, [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, image] }]);
    expect(provider.requests[0]?.messages.at(-1)).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'What is this?' }, image, { type: 'text', text: TAIL }],
    });
  });
});
