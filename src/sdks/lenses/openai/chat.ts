// OpenAI's chat completions, also of compatible servers: vLLM, llama.cpp, LM Studio, OpenRouter, Ollama, WebLLM.
import type { Lens } from '../../../context/view/lens.ts';
import { appendText } from '../append-text.ts';
import { type Fields, fields, objects, string } from '../fields.ts';
import { mediaOf, textPart, withTexts } from '../media.ts';
import { jsonText, lines, readable } from '../readable.ts';
import { roleIn, type Roles } from '../roles.ts';

/** One part of a content list. */
export interface OpenAiChatPart {
  /** Other formats have other kinds of parts: `tool_use` is Anthropic's, `tool-call` the AI SDK's. */
  readonly type: 'text' | 'refusal' | 'file' | `input_${string}` | `${string}_url`;
}

/** A call of a function, or of a custom tool that takes plain text. */
export interface OpenAiChatCall {
  /** Absent in Ollama's own API, which pairs calls and results by function name. */
  readonly id?: string | undefined;
  readonly function?: { readonly name: string; readonly arguments: string | object } | undefined;
  readonly custom?: { readonly name: string; readonly input: string } | undefined;
}

/** The fields that `openaiChat` reads. `ChatCompletionMessageParam` and the types of compatible SDKs are assignable. */
export interface OpenAiChatMessage {
  /**
   * Role `system`, `developer`, `user`, `assistant`, `tool` or `function`; `prepare` refuses any other. The type is
   * `string` because SDKs of local servers declare it so.
   */
  readonly role: string;
  readonly content?: string | readonly OpenAiChatPart[] | null | undefined;
  /** Name of the participant, or of the function in a result. */
  readonly name?: string | null | undefined;
  readonly tool_calls?: readonly OpenAiChatCall[] | null | undefined;
  /** Deprecated form of `tool_calls`. */
  readonly function_call?: { readonly name: string; readonly arguments: string } | null | undefined;
  /** Id of the call that a `tool` message answers. */
  readonly tool_call_id?: string | undefined;
  /** Name of the function that a `tool` message of Ollama's own API answers. */
  readonly tool_name?: string | undefined;
  readonly refusal?: string | null | undefined;
  readonly audio?: unknown;
  /** Reasoning, under the names that servers use for it. */
  readonly reasoning?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning_details?: unknown;
  readonly thinking?: string | null | undefined;
  /** Excluded: messages of a user interface, and of Gemini. */
  readonly parts?: never;
  /** Excluded: TanStack AI. */
  readonly toolCalls?: never;
  readonly toolCallId?: never;
}

const ROLES: Roles = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  developer: 'system',
  function: 'tool',
};

// `function_call` and some local servers have no call ids: the function's name pairs call and result.
const resultId = ({ tool_call_id, tool_name, name }: Fields): string =>
  string(tool_call_id) || string(tool_name) || string(name);

// No `withoutReasoning`: these servers do not bind reasoning to the messages before it, and some refuse a tool call
// that comes back without it.
const lens: Lens<Fields> = {
  name: 'openai-chat',
  foreign:
    / (\.toolCalls|\.toolCallId|tool_use|tool_result|redacted_thinking|\.\.source|tool-call|tool-result|\.\.mediaType|\.\.image|input_text|input_image|input_file|output_text|\.call_id|\.parts|\.callId|\.lc_kwargs) /,
  role: (message) => roleIn(ROLES, fields(message).role),
  text(message) {
    const { role, name, content, refusal, audio, ...rest } = fields(message);
    if (roleIn(ROLES, role) === 'tool') return '';
    const { transcript, id } = fields(audio);
    const spoken = string(transcript) || (string(id) && `[audio ${string(id)}]`);
    const thought = readable(rest.reasoning_content ?? rest.reasoning ?? rest.reasoning_details ?? rest.thinking);
    const text = lines([thought, readable(content), string(refusal), spoken]);
    return string(name) === '' || text === '' ? text : `${string(name)}: ${text}`;
  },
  calls(message) {
    const { tool_calls, function_call } = fields(message);
    const calls = [...objects(tool_calls), ...objects([function_call]).map((call) => ({ id: '', function: call }))];
    return calls.map((call: Fields) => {
      const { name, arguments: args, input } = fields(call.function ?? call.custom);
      return { id: string(call.id) || string(name), name: string(name), arguments: jsonText(args ?? input) };
    });
  },
  results(message) {
    const { role, content } = fields(message);
    return roleIn(ROLES, role) === 'tool' ? [{ id: resultId(message), text: readable(content) }] : [];
  },
  write({ role, text, calls = [], results = [] }) {
    if (results.length > 0)
      return results.map(({ id, text: content }) => ({ role: 'tool', tool_call_id: id, content }));
    const tool_calls = calls.map(({ id, ...called }) => ({ id, type: 'function', function: called }));
    if (tool_calls.length === 0) return [{ role, content: text }];
    return [{ role, content: text === '' ? null : text, tool_calls }];
  },
  inject: (role, text) => ({ role, content: text }),
  append(message, text) {
    const role = roleIn(ROLES, message.role);
    // Text of the memory must not pass for the output of a tool or of the model.
    if (role !== 'system' && role !== 'user') return undefined;
    return { ...message, content: appendText(message.content, { type: 'text', text }) };
  },
  answer(message, callIds, text, next) {
    const { tool_calls, function_call } = message;
    const answers = callIds.map((id) => {
      if (function_call) return { role: 'function', name: id, content: text };
      const isNumbered = objects(tool_calls).some((call) => call.id === id);
      return { role: 'tool', [isNumbered ? 'tool_call_id' : 'tool_name']: id, content: text };
    });
    return next ? [...answers, next] : answers;
  },
  withResult: (message, callId, text) => (resultId(message) === callId ? { ...message, content: text } : message),
  provider: 'openai',
  media: (message) => mediaOf(message.content, roleIn(ROLES, message.role) === 'tool' ? resultId(message) : undefined),
  withoutMedia: (message, texts) => ({ ...message, content: withTexts(message.content, texts.values(), textPart) }),
};

/** Lens for `chat.completions.create`. */
export const openaiChat = lens as Lens<object> as Lens<OpenAiChatMessage>;

/** The same lens for models that accept only one system message: WebLLM, wllama, many chat templates. */
export const openaiChatSingleSystem: Lens<OpenAiChatMessage> = {
  ...openaiChat,
  name: 'openai-chat-single-system',
  pin: 'system',
};
