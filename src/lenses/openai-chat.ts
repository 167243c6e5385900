// OpenAI's chat completions, and what speaks their language: vLLM, llama.cpp, LM Studio, OpenRouter, Ollama, WebLLM.
import type { Lens } from '../context/view/lens.ts';
import { appendText } from './append-text.ts';
import { type Fields, fields, objects, string } from './fields.ts';
import { jsonText, lines, readable } from './readable.ts';
import { roleIn, type Roles } from './roles.ts';

/** A part of a content that is a list. */
export interface OpenAiChatPart {
  /** Other formats have other kinds of parts: `tool_use` is Anthropic's, `tool-call` the AI SDK's. */
  readonly type: 'text' | 'refusal' | 'file' | `input_${string}` | `${string}_url`;
}

/** A call of a function, or of a tool that takes plain text. */
export interface OpenAiChatCall {
  /** Absent in Ollama's own API, which pairs calls and results by name. */
  readonly id?: string | undefined;
  readonly function?: { readonly name: string; readonly arguments: string | object } | undefined;
  readonly custom?: { readonly name: string; readonly input: string } | undefined;
}

/** What `openaiChat` reads of a message. The SDK's `ChatCompletionMessageParam` and its relatives are assignable. */
export interface OpenAiChatMessage {
  /**
   * `system`, `developer`, `user`, `assistant`, `tool` or `function`; `prepare` refuses any other. A plain `string` in
   * the type, because SDKs of local servers declare it so.
   */
  readonly role: string;
  readonly content?: string | readonly OpenAiChatPart[] | null | undefined;
  /** Who speaks, or the name of the function that answers. */
  readonly name?: string | null | undefined;
  readonly tool_calls?: readonly OpenAiChatCall[] | null | undefined;
  /** The form of a call before `tool_calls`. */
  readonly function_call?: { readonly name: string; readonly arguments: string } | null | undefined;
  /** Of a `tool` message: the call that it answers. */
  readonly tool_call_id?: string | undefined;
  /** The same in Ollama's own API: the function's name. */
  readonly tool_name?: string | undefined;
  readonly refusal?: string | null | undefined;
  readonly audio?: unknown;
  /** Reasoning, by the names that servers have for it. */
  readonly reasoning?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning_details?: unknown;
  /** Never there: a list with `parts` comes from a user interface or from Gemini. */
  readonly parts?: never;
}

const ROLES: Roles = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  developer: 'system',
  function: 'tool',
};

// The old `function_call` and some local servers have no ids: there the function's name pairs a call with its result.
const resultId = ({ tool_call_id, tool_name, name }: Fields): string =>
  string(tool_call_id) || string(tool_name) || string(name);

// No `withoutReasoning`: what these servers call reasoning is not bound to what stands before it, and some refuse a
// tool call that comes back without it.
const lens: Lens<Fields> = {
  name: 'openai-chat',
  role: (message) => roleIn(ROLES, fields(message).role),
  text(message) {
    const { role, name, content, reasoning, reasoning_content, reasoning_details, refusal, audio } = fields(message);
    if (roleIn(ROLES, role) === 'tool') return '';
    const { transcript, id } = fields(audio);
    const spoken = string(transcript) || (string(id) && `[audio ${string(id)}]`);
    const thought = readable(reasoning_content ?? reasoning ?? reasoning_details);
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
  inject: (role, text) => ({ role, content: text }),
  append(message, text) {
    const role = roleIn(ROLES, message.role);
    // A tool message is the tool's word, an assistant message the model's.
    if (role !== 'system' && role !== 'user') return undefined;
    return { ...message, content: appendText(message.content, { type: 'text', text }) };
  },
  withResult: (message, callId, text) => (resultId(message) === callId ? { ...message, content: text } : message),
};

/** Messages of `chat.completions.create`. */
export const openaiChat = lens as Lens<object> as Lens<OpenAiChatMessage>;

/** The same for models that know one system message only: WebLLM, wllama, many chat templates. */
export const openaiChatSingleSystem: Lens<OpenAiChatMessage> = {
  ...openaiChat,
  name: 'openai-chat-single-system',
  pin: 'system',
};
