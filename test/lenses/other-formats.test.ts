import { afterEach, describe, expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';
import { gemini, openaiChat, openaiResponses, plainMessages } from '../../src/entries/lenses.ts';
import type { Lens } from '../../src/context/view/lens.ts';
import { formats, modelMessages, tanstackMessages } from '../support/messages/message-formats.ts';
import type { Script } from '../support/messages/message-script.ts';

const open: WorkingMemory[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((memory) => memory.close()));
});

async function opened(): Promise<WorkingMemory> {
  const memory = await openWorkingMemory({ session: 'lens', storage: memoryStorage(), worker: false });
  open.push(memory);
  return memory;
}

const call = { id: 'c1', name: 'read', arguments: '{"path":"a"}' };
const script: Script = [
  { role: 'user', text: 'Look.', image: 'iVBORw0KGgo=' },
  { role: 'assistant', text: 'I read.', calls: [call] },
  { role: 'tool', results: [{ id: 'c1', text: 'It says so.' }] },
];

const FORMATS = [...formats, modelMessages, tanstackMessages];
/** The lens that the error names, by the name of the lens that reads the messages. */
const ADVISED: Record<string, string> = {
  'openai-chat': 'openaiChat',
  'openai-chat-single-system': 'openaiChat',
  'openai-responses': 'openaiResponses',
  'anthropic-messages': 'anthropicMessages',
  'ai-sdk-prompt': 'aiSdkPrompt',
  'openai-agents': 'openaiAgents',
  gemini: 'gemini',
  langchain: 'langchain',
  tanstack: 'tanstack',
};
const isSame = (one: string, other: string): boolean => ADVISED[one] === ADVISED[other];

/** OpenAI's two formats of items: only a picture, a call and its result differ. */
const ITEMS = ['openai-responses', 'openai-agents'];

/** Fields of calls and results beside a content that is a text. */
const CALLING = ['tool_calls', 'tool_call_id', 'toolCalls', 'toolCallId'];

/** Messages that hold more than a role and a text: content in parts, calls, results. Those of LangChain are instances. */
const marked = ({ build, lens }: (typeof FORMATS)[number], reading: string): object[] =>
  build(script)
    .map((message) => (lens.name === 'langchain' ? { ...message, lc_kwargs: {} } : message))
    .filter((message) => {
      const { content, role } = message as Readonly<Record<string, unknown>>;
      if (ITEMS.includes(lens.name) && ITEMS.includes(reading)) return role !== 'assistant';
      return typeof content !== 'string' || CALLING.some((field) => Object.hasOwn(message, field));
    });

/** A message of texts, such as both of OpenAI's formats of items have: the advice names both lenses. */
const isOfEither = ({ content }: { readonly content?: unknown }): boolean =>
  Array.isArray(content) && content.every(({ type }: { readonly type: string }) => type.endsWith('put_text'));

for (const { name, lens } of FORMATS.filter((format) => format !== modelMessages)) {
  describe(name, () => {
    for (const other of FORMATS.filter(
      (format) => format.name !== 'plainMessages' && !isSame(format.lens.name, lens.name),
    )) {
      it(`refuses the messages of ${other.name}, and says which lens reads them`, async () => {
        const memory = await opened();
        const messages = marked(other, lens.name);
        expect(messages.length).toBeGreaterThan(2);
        for (const message of messages) {
          const isEither = isOfEither(message);
          const advice = `${ADVISED[other.lens.name]}${isEither ? '' : `. The lens ${lens.name} would lose a part of it.`}`;
          await expect(memory.context.record(lens, [message])).rejects.toMatchObject({
            code: 'invalid-input',
            message: expect.stringContaining(advice),
            details: { argument: 'messages[0]', expected: `a message of the format ${lens.name}` },
          });
        }
        expect(await memory.transcript.count()).toBe(0);
      });
    }

    it('takes messages of its own format', async () => {
      const memory = await opened();
      const own = FORMATS.filter((format) => format.lens.name === lens.name);
      for (const { build } of own) await memory.context.record(lens, build(script));
      expect(await memory.transcript.count()).toBeGreaterThanOrEqual(own.length * 3);
    });
  });
}

describe('a message of another format', () => {
  const refused = async (lens: object, message: object): Promise<string> => {
    const memory = await opened();
    const list = [{ role: 'user', content: 'Hello.' }, message, { role: 'user', content: 'Go on.' }];
    return memory.context.prepare(lens as Lens<object>, list).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
  };

  it('is refused by `prepare` too, with its index and the mark', async () => {
    const message = { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'read', input: {} }] };
    expect(await refused(openaiChat, message)).toBe(
      'messages[1] looks like Anthropic (tool_use): use anthropicMessages. The lens openai-chat would lose a part of it. Nothing was changed.',
    );
  });

  it('is refused with advice where no lens reads it', async () => {
    const ui = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hi.' }] };
    const tanStackUi = { id: 'm1', role: 'user', parts: [{ type: 'text', content: 'Hi.' }] };
    const agents = { type: 'function_call', callId: 'c1', name: 'read', arguments: '{}' };
    const langchain = { lc_kwargs: {}, content: 'Hi.', tool_calls: [] };
    expect(await refused(plainMessages, ui)).toContain('use aiSdkPrompt after convertToModelMessages');
    expect(await refused(plainMessages, tanStackUi)).toContain('use tanstack after convertMessagesToModelMessages');
    expect(await refused(openaiChat, agents)).toContain('OpenAI Agents SDK (callId)');
    expect(await refused(openaiChat, langchain)).toContain('LangChain (lc_kwargs)');
    expect(await refused(openaiResponses, { type: 'human', content: 'Hi.' })).toContain('LangChain (human)');
  });

  it('is refused by the lens of Gemini, whose messages have parts as well', async () => {
    const memory = await opened();
    const ui = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hi.' }] };
    await expect(memory.context.record(gemini as Lens<object>, [ui])).rejects.toThrow('use aiSdkPrompt');
  });

  it('of Ollama is read with its reasoning, and refused where that would be lost', async () => {
    const ollama = { role: 'assistant', thinking: 'Nuts are in it.', content: 'Rather not.' };
    const memory = await opened();
    await memory.context.record(openaiChat, [{ role: 'user', content: 'Cake?' }, ollama]);
    expect((await memory.transcript.read()).at(-1)?.text).toBe('Nuts are in it.\nRather not.');
    expect(await refused(plainMessages, ollama)).toContain('Ollama’s own API (thinking): use tanstack, or openaiChat.');
  });
});
