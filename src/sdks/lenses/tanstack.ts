// TanStack AI's model messages: chat completions in camel case, whose parts hold their text as `content`.
import type { Medium } from '../../context/media/medium.ts';
import type { Lens } from '../../context/view/lens.ts';
import { type Fields, fields, objects, string } from './fields.ts';
import { mediaOf, withTexts } from './media.ts';
import { jsonText, lines, readable } from './readable.ts';
import { roleIn, type Roles } from './roles.ts';

/** The fields that `tanstack` reads. The SDK's `ModelMessage` is assignable. */
export interface TanStackMessage {
  /** Role `user`, `assistant`, `tool`, `system` or `developer`; `prepare` refuses any other. */
  readonly role: string;
  readonly content: string | null | readonly TanStackPart[];
  readonly toolCalls?: readonly TanStackCall[] | undefined;
  /** Id of the call that a `tool` message answers. */
  readonly toolCallId?: string | undefined;
  /** Reasoning, with the provider's signature. */
  readonly thinking?: readonly { readonly content: string }[] | undefined;
  /** Excluded: messages of a user interface. `convertMessagesToModelMessages` makes the model's. */
  readonly parts?: never;
  /** Excluded: chat completions. */
  readonly tool_calls?: never;
  readonly tool_call_id?: never;
}

/** One part of a content list: text as `content`, media as `source`. */
export interface TanStackPart {
  readonly type: 'text' | 'image' | 'audio' | 'video' | 'document';
  /** Excluded: parts of other formats. */
  readonly text?: never;
}

/** A call of a tool. */
export interface TanStackCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

const ROLES: Roles = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
};

const textPart = (content: string): Fields => ({ type: 'text', content });

// `metadata` of a part is for the provider's adapter: cache marks, the detail of a picture.
const read = (content: unknown): string =>
  Array.isArray(content)
    ? lines(content.map((part: unknown) => readable({ ...fields(part), metadata: undefined })))
    : readable(content);

const lens: Lens<Fields> = {
  name: 'tanstack',
  foreign:
    / (\.tool_calls|\.tool_call_id|\.function_call|image_url|input_audio|tool_use|tool_result|redacted_thinking|\.\.text|tool-call|tool-result|\.\.mediaType|\.\.image|input_text|input_image|input_file|output_text|\.call_id|\.parts|\.callId|\.lc_kwargs) /,
  role: (message) => roleIn(ROLES, fields(message).role),
  text(message) {
    const { role, content, thinking } = fields(message);
    if (roleIn(ROLES, role) === 'tool') return '';
    return lines([...objects(thinking).map((thought) => string(thought.content)), read(content)]);
  },
  calls: (message) =>
    objects(fields(message).toolCalls).map(({ id, function: called }) => {
      const { name, arguments: args } = fields(called);
      return { id: string(id), name: string(name), arguments: jsonText(args) };
    }),
  results(message) {
    const { role, content, toolCallId } = fields(message);
    return roleIn(ROLES, role) === 'tool' ? [{ id: string(toolCallId), text: read(content) }] : [];
  },
  write({ role, text, calls = [], results = [] }) {
    if (results.length > 0) return results.map(({ id, text: content }) => resultOf(id, content));
    const toolCalls = calls.map(({ id, ...called }) => ({ id, type: 'function', function: called }));
    if (toolCalls.length === 0) return [{ role, content: text }];
    return [{ role, content: text === '' ? null : text, toolCalls }];
  },
  inject: (role, text) => ({ role, content: text }),
  append(message, text) {
    const role = roleIn(ROLES, message.role);
    if (role !== 'system' && role !== 'user') return undefined;
    const { content } = message;
    if (Array.isArray(content)) return { ...message, content: [...(content as unknown[]), textPart(text)] };
    return { ...message, content: string(content) === '' ? text : `${string(content)}\n\n${text}` };
  },
  answer(_, callIds, text, next) {
    const answers = callIds.map((id) => resultOf(id, text));
    return next ? [...answers, next] : answers;
  },
  withResult: (message, callId, text) =>
    roleIn(ROLES, message.role) === 'tool' && message.toolCallId === callId ? { ...message, content: text } : message,
  media: ({ role, content, toolCallId }): Medium[] =>
    mediaOf(content, roleIn(ROLES, role) === 'tool' ? string(toolCallId) : undefined).map((medium) => {
      const { value, mimeType } = fields(fields(medium.data).source);
      return { ...medium, data: value ?? medium.data, ...(typeof mimeType === 'string' && { mediaType: mimeType }) };
    }),
  withoutMedia: (message, texts) => ({ ...message, content: withTexts(message.content, texts.values(), textPart) }),
  withoutReasoning(message) {
    const { thinking, ...rest } = message;
    if (objects(thinking).length === 0) return message;
    return objects(rest.toolCalls).length === 0 && read(rest.content) === '' ? undefined : rest;
  },
};

const resultOf = (toolCallId: string, content: string): Fields => ({ role: 'tool', toolCallId, content });

/** Lens for the messages of `chat({ messages })` of TanStack AI. */
export const tanstack = lens as Lens<object> as Lens<TanStackMessage>;
