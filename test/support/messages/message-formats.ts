// Message formats with a lens, and how to write a conversation in each.
import fc from 'fast-check';
import type { Lens } from '../../../src/context/view/lens.ts';
import type { MessageFormat as WrittenFormat } from '../../../src/entries/contract.ts';
import {
  aiSdkPrompt,
  anthropicMessages,
  gemini,
  langchain,
  openaiAgents,
  openaiChat,
  openaiChatSingleSystem,
  openaiResponses,
  plainMessages,
} from '../../../src/entries/lenses.ts';
import { tanstack } from '../../../src/entries/tanstack.ts';
import { type Entry, type Script, scripts } from './message-script.ts';
import type {
  UserItem,
  WrittenAgentsItem,
  WrittenAnthropicMessage,
  WrittenChatMessage,
  WrittenGeminiContent,
  WrittenLangChainMessage,
  WrittenModelMessage,
  WrittenPromptMessage,
  WrittenResponsesItem,
  WrittenTanStackMessage,
} from './written-messages.ts';

export interface MessageFormat<Message extends object = object> extends WrittenFormat<Message> {
  /** Messages of a random sound script, which ends with the user or with results. */
  readonly transcript: fc.Arbitrary<Message[]>;
}

const ALL = { system: true, calls: true, images: true, reasoning: true };

type Wanted<Role extends Entry['role']> = Extract<Entry, { readonly role: Role }>;
type Writers<Message> = {
  readonly [Role in Entry['role']]: (entry: Wanted<Role>, index: number) => readonly Message[];
};

const write =
  <Message>(writers: Writers<Message>) =>
  (script: Script): Message[] =>
    script.flatMap((entry, index) => (writers[entry.role] as (entry: Entry, index: number) => Message[])(entry, index));

const buildChat = write<WrittenChatMessage>({
  system: ({ text }) => [{ role: 'system', content: text }],
  user: ({ text, image }) => [
    {
      role: 'user',
      content: image
        ? [
            { type: 'text', text },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } },
          ]
        : text,
    },
  ],
  assistant: ({ text, calls = [] }) => [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, name, arguments: args }) => ({
          id,
          type: 'function' as const,
          function: { name, arguments: args },
        })),
      }),
    },
  ],
  tool: ({ results, said }) => [
    ...results.map(({ id, text }) => ({ role: 'tool' as const, tool_call_id: id, content: text })),
    ...(said === undefined ? [] : [{ role: 'user' as const, content: said }]),
  ],
});

const userItem =
  <Picture>(picture: (url: string) => Picture) =>
  ({ text, image }: { text: string; image?: string }): UserItem<Picture>[] => [
    {
      type: 'message',
      role: 'user',
      content: image ? [{ type: 'input_text', text }, picture(`data:image/png;base64,${image}`)] : text,
    },
  ];

const buildResponses = write<WrittenResponsesItem>({
  system: ({ text }) => [{ type: 'message', role: 'developer', content: text }],
  user: userItem((image_url) => ({ type: 'input_image' as const, detail: 'auto' as const, image_url })),
  assistant: ({ text, reasoning, calls = [] }, index) => [
    ...(reasoning === undefined
      ? []
      : [
          {
            type: 'reasoning' as const,
            id: `rs_${index}`,
            summary: [{ type: 'summary_text' as const, text: reasoning }],
            encrypted_content: btoa(`sealed ${index}`),
          },
        ]),
    ...(text === ''
      ? []
      : [
          {
            type: 'message' as const,
            id: `msg_${index}`,
            role: 'assistant' as const,
            status: 'completed' as const,
            content: [{ type: 'output_text' as const, text, annotations: [] }],
          },
        ]),
    ...calls.map(({ id, name, arguments: args }) => ({
      type: 'function_call' as const,
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: args,
      status: 'completed' as const,
    })),
  ],
  tool: ({ results, said }) => [
    ...results.map(({ id, text }) => ({ type: 'function_call_output' as const, call_id: id, output: text })),
    ...(said === undefined ? [] : [{ type: 'message' as const, role: 'user' as const, content: said }]),
  ],
});

const buildAnthropic = write<WrittenAnthropicMessage>({
  system: () => [],
  user: ({ text, image }) => [
    {
      role: 'user',
      content: image
        ? [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } },
            { type: 'text', text },
          ]
        : text,
    },
  ],
  assistant: ({ text, reasoning, calls = [] }, index) => [
    {
      role: 'assistant',
      content: [
        ...(reasoning === undefined
          ? []
          : [{ type: 'thinking' as const, thinking: reasoning, signature: `signature ${index}` }]),
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...calls.map(({ id, name, arguments: args }) => ({
          type: 'tool_use' as const,
          id,
          name,
          input: JSON.parse(args) as unknown,
        })),
      ],
    },
  ],
  tool: ({ results, said }) => [
    {
      role: 'user',
      content: [
        ...results.map(({ id, text }) => ({ type: 'tool_result' as const, tool_use_id: id, content: text })),
        ...(said === undefined ? [] : [{ type: 'text' as const, text: said }]),
      ],
    },
  ],
});

const buildPrompt = write<WrittenPromptMessage>({
  system: ({ text }) => [{ role: 'system', content: text }],
  user: ({ text, image }) => [
    {
      role: 'user',
      content: [
        { type: 'text', text },
        ...(image ? [{ type: 'file' as const, mediaType: 'image/png', data: bytesOf(image) }] : []),
      ],
    },
  ],
  assistant: ({ text, reasoning, calls = [] }, index) => [
    {
      role: 'assistant',
      content: [
        ...(reasoning === undefined
          ? []
          : [{ type: 'reasoning' as const, text: reasoning, providerOptions: { openai: { itemId: `rs_${index}` } } }]),
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...calls.map(({ id, name, arguments: args }) => ({
          type: 'tool-call' as const,
          toolCallId: id,
          toolName: name,
          input: JSON.parse(args) as unknown,
        })),
      ],
    },
  ],
  tool: ({ results, said }) => [
    {
      role: 'tool' as const,
      content: results.map(({ id, text }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: 'tool',
        output: { type: 'text', value: text },
      })),
    },
    ...(said === undefined ? [] : [{ role: 'user' as const, content: [{ type: 'text' as const, text: said }] }]),
  ],
});

const buildAgents = write<WrittenAgentsItem>({
  system: ({ text }) => [{ type: 'message', role: 'system', content: text }],
  user: userItem((image) => ({ type: 'input_image' as const, image })),
  assistant: ({ text, reasoning, calls = [] }, index) => [
    ...(reasoning === undefined
      ? []
      : [
          {
            type: 'reasoning' as const,
            id: `rs_${index}`,
            content: [{ type: 'input_text' as const, text: reasoning }],
            providerData: { encryptedContent: btoa(`sealed ${index}`) },
          },
        ]),
    ...(text === ''
      ? []
      : [
          {
            type: 'message' as const,
            role: 'assistant' as const,
            status: 'completed' as const,
            content: [{ type: 'output_text' as const, text }],
          },
        ]),
    ...calls.map(({ id, name, arguments: args }) => ({
      type: 'function_call' as const,
      id: `fc_${id}`,
      callId: id,
      name,
      arguments: args,
      status: 'completed' as const,
    })),
  ],
  tool: ({ results, said }) => [
    ...results.map(({ id, text }) => ({
      type: 'function_call_result' as const,
      name: 'tool',
      callId: id,
      status: 'completed' as const,
      output: { type: 'text' as const, text },
    })),
    ...(said === undefined ? [] : [{ type: 'message' as const, role: 'user' as const, content: said }]),
  ],
});

const buildGemini = write<WrittenGeminiContent>({
  system: () => [],
  user: ({ text, image }) => [
    {
      role: 'user',
      parts: [...(image ? [{ inlineData: { mimeType: 'image/png', data: image } }] : []), { text }],
    },
  ],
  assistant: ({ text, reasoning, calls = [] }, index) => [
    {
      role: 'model',
      parts: [
        ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true as const }]),
        ...(text === '' ? [] : [{ text }]),
        ...calls.map(({ id, name, arguments: args }) => ({
          functionCall: { id, name, args: JSON.parse(args) as Record<string, unknown> },
          thoughtSignature: btoa(`signature ${index}`),
        })),
      ],
    },
  ],
  tool: ({ results, said }) => [
    {
      role: 'user',
      parts: [
        ...results.map(({ id, text }) => ({ functionResponse: { id, name: 'tool', response: { output: text } } })),
        ...(said === undefined ? [] : [{ text: said }]),
      ],
    },
  ],
});

const buildLangChain = write<WrittenLangChainMessage>({
  system: ({ text }) => [{ type: 'system', content: text }],
  user: ({ text, image }) => [
    {
      type: 'human',
      content: image
        ? [
            { type: 'text', text },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } },
          ]
        : text,
    },
  ],
  assistant: ({ text, reasoning, calls = [] }) => [
    {
      type: 'ai',
      content: [
        ...(reasoning === undefined ? [] : [{ type: 'reasoning' as const, reasoning }]),
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ],
      tool_calls: calls.map(({ id, name, arguments: args }) => ({
        type: 'tool_call' as const,
        id,
        name,
        args: JSON.parse(args) as Record<string, unknown>,
      })),
    },
  ],
  tool: ({ results, said }) => [
    ...results.map(({ id, text }) => ({ type: 'tool' as const, tool_call_id: id, name: 'tool', content: text })),
    ...(said === undefined ? [] : [{ type: 'human' as const, content: said }]),
  ],
});

const buildTanStack = write<WrittenTanStackMessage>({
  system: () => [],
  user: ({ text, image }) => [
    {
      role: 'user',
      content: image
        ? [
            { type: 'text', content: text },
            { type: 'image', source: { type: 'data', value: image, mimeType: 'image/png' } },
          ]
        : text,
    },
  ],
  assistant: ({ text, reasoning, calls = [] }, index) => [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(reasoning !== undefined && { thinking: [{ content: reasoning, signature: `signature ${index}` }] }),
      ...(calls.length > 0 && {
        toolCalls: calls.map(({ id, name, arguments: args }) => ({
          id,
          type: 'function' as const,
          function: { name, arguments: args },
        })),
      }),
    },
  ],
  tool: ({ results, said }) => [
    ...results.map(({ id, text }) => ({ role: 'tool' as const, toolCallId: id, content: text })),
    ...(said === undefined ? [] : [{ role: 'user' as const, content: said }]),
  ],
});

/** Contents of text alone are strings, as apps of the AI SDK keep them. */
const buildModelMessages = write<WrittenModelMessage>({
  system: ({ text }) => [{ role: 'system', content: text }],
  user: ({ text, image }) => [
    {
      role: 'user',
      content: image
        ? [
            { type: 'text', text },
            { type: 'image', image },
          ]
        : text,
    },
  ],
  assistant: (entry) =>
    entry.reasoning === undefined && (entry.calls ?? []).length === 0
      ? [{ role: 'assistant', content: entry.text }]
      : (buildPrompt([entry]) as WrittenModelMessage[]),
  tool: (entry) => buildPrompt([entry]) as WrittenModelMessage[],
});

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

interface PlainMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
}

const buildPlain = write<PlainMessage>({
  system: ({ text }) => [{ role: 'system', content: text }],
  user: ({ text }) => [{ role: 'user', content: text }],
  assistant: ({ text, calls = [] }) => [
    { role: 'assistant', content: text || calls.map(({ name }) => name).join(', ') },
  ],
  tool: ({ results, said }) => [
    ...results.map(({ text }) => ({ role: 'tool' as const, content: text })),
    ...(said === undefined ? [] : [{ role: 'user' as const, content: said }]),
  ],
});

/** Joins all system entries into one at the front. */
const withOneSystem = (script: Script): Script => {
  const texts = script.flatMap((entry) => (entry.role === 'system' ? [entry.text] : []));
  const rest = script.filter(({ role }) => role !== 'system');
  return texts.length === 0 ? rest : [{ role: 'system', text: texts.join('\n') }, ...rest];
};

const format = <Format, Message extends Format & object>(
  made: Omit<MessageFormat<Message>, 'lens' | 'transcript'> & { readonly lens: Lens<Format> },
): MessageFormat => {
  // Each format is used with its own messages only.
  const { lens, build, marked, ...rest } = made as unknown as MessageFormat;
  return { ...rest, lens, build, marked, transcript: scripts.map(build) };
};

/** Sets the mark on the message and on each of its parts. */
const withMark =
  (mark: object) =>
  <Message extends object>(message: Message): Message => {
    const { content } = message as { readonly content?: unknown };
    const parts = Array.isArray(content) && { content: content.map((part: object) => ({ ...part, ...mark })) };
    return { ...message, ...mark, ...parts };
  };

export const formats: readonly MessageFormat[] = [
  format({
    name: 'openaiChat',
    lens: openaiChat,
    build: buildChat,
    carries: { ...ALL, reasoning: false },
    marked: withMark({ prompt_cache_breakpoint: { mode: 'explicit' } }),
  }),
  format({
    name: 'openaiChatSingleSystem',
    lens: openaiChatSingleSystem,
    build: (script) => buildChat(withOneSystem(script)),
    carries: { ...ALL, reasoning: false },
    marked: withMark({ prompt_cache_breakpoint: { mode: 'explicit' } }),
  }),
  format({
    name: 'openaiResponses',
    lens: openaiResponses,
    build: buildResponses,
    carries: ALL,
    marked: withMark({ status: 'completed', prompt_cache_breakpoint: { mode: 'explicit' } }),
  }),
  format({
    name: 'anthropicMessages',
    lens: anthropicMessages,
    build: buildAnthropic,
    carries: { ...ALL, system: false },
    marked: withMark({ cache_control: { type: 'ephemeral', ttl: '1h' } }),
  }),
  format({
    name: 'aiSdkPrompt',
    lens: aiSdkPrompt,
    build: buildPrompt,
    carries: ALL,
    marked: withMark({ providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }),
  }),
  format({
    name: 'openaiAgents',
    lens: openaiAgents,
    build: buildAgents,
    carries: ALL,
    silent: ['tool'],
    marked: withMark({ status: 'completed' }),
  }),
  format({
    name: 'gemini',
    lens: gemini,
    build: buildGemini,
    carries: { ...ALL, system: false },
    silent: ['tool', 'thoughtSignature', 'mimeType'],
    marked: withMark({ displayName: 'mark' }),
  }),
  format({
    name: 'langchain',
    lens: langchain,
    build: buildLangChain,
    carries: ALL,
    silent: ['tool'],
    marked: withMark({ cache_control: { type: 'ephemeral' } }),
  }),
  format({
    name: 'plainMessages',
    lens: plainMessages,
    build: buildPlain,
    carries: { system: true, calls: false, images: false, reasoning: false },
    marked: withMark({ at: 1 }),
  }),
];

/** Second kind of message that `aiSdkPrompt` reads. */
export const modelMessages = format({
  name: 'aiSdkPrompt over ModelMessage',
  lens: aiSdkPrompt,
  build: buildModelMessages,
  carries: ALL,
  marked: withMark({ providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }),
});

/** TanStack AI, whose chat keeps its system prompts beside the list. */
export const tanstackMessages = format({
  name: 'tanstack',
  lens: tanstack,
  build: buildTanStack,
  carries: { ...ALL, system: false },
  silent: ['mimeType'],
  marked: withMark({ metadata: { cache_control: { type: 'ephemeral' } } }),
});
