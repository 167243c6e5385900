// Anthropic's Messages API: messages hold blocks, and user messages hold the tool results.
import type { Lens } from '../../context/view/lens.ts';
import { type Fields, fields, objects, string } from './fields.ts';
import { mediaOf, textPart, withTexts } from './media.ts';
import { jsonText, jsonValue, lines, named, readable } from './readable.ts';
import { roleIn, type Roles } from './roles.ts';

/** One block of a content list: text, image, `tool_use`, `tool_result` or any other that the API defines. */
export interface AnthropicBlock {
  readonly type: string;
  /** Excluded: a part of chat completions. */
  readonly image_url?: never;
  /** Excluded: a part of chat completions. */
  readonly input_audio?: never;
  /** Excluded: a part of the AI SDK. */
  readonly toolCallId?: never;
}

/** The fields that `anthropicMessages` reads. The SDK's `MessageParam` and `BetaMessageParam` are assignable. */
export type AnthropicMessage =
  | { readonly role: 'user' | 'assistant'; readonly content: string | readonly AnthropicBlock[] }
  | { readonly role: 'system'; readonly content?: string | readonly AnthropicBlock[] | undefined };

const ROLES: Roles = { system: 'system', user: 'user', assistant: 'assistant' };

const listOf = ({ content }: Fields): readonly unknown[] => {
  if (Array.isArray(content)) return content;
  return string(content) === '' ? [] : [{ type: 'text', text: content }];
};
const blocks = (message: Fields): readonly Fields[] => objects(listOf(fields(message)));

const isReasoning = (block: unknown): boolean => /^(redacted_)?thinking$/.test(string(fields(block).type));

function blockText(block: Fields): string {
  const { type, thinking, signature, source, title, context } = block;
  if (type === 'tool_use' || type === 'tool_result') return '';
  // Redacted thinking: the signature holds what the model receives.
  if (thinking === '') return named({ type, sealed: signature });
  if (type === 'document') {
    const { type: kind, data, content } = fields(source);
    const body = kind === 'text' ? data : content;
    return body === undefined ? named(block) : lines([string(title), string(context), readable(body)]);
  }
  return readable(block);
}

const lens: Lens<Fields> = {
  name: 'anthropic-messages',
  foreign:
    / (\.toolCalls|\.toolCallId|\.thinking|\.tool_calls|\.tool_call_id|\.function_call|image_url|input_audio|tool-call|tool-result|\.\.mediaType|\.\.image|input_text|input_image|input_file|output_text|text  \.\.content|\.call_id|\.parts|\.callId|\.lc_kwargs) /,
  role(message) {
    const role = roleIn(ROLES, fields(message).role);
    const list = blocks(message);
    return role === 'user' && list.length > 0 && list.every(({ type }) => type === 'tool_result') ? 'tool' : role;
  },
  text: (message) => lines(blocks(message).map(blockText)),
  calls: (message) =>
    blocks(message)
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({ id: string(id), name: string(name), arguments: jsonText(input) })),
  results: (message) =>
    blocks(message)
      .filter(({ type }) => type === 'tool_result')
      .map(({ tool_use_id, content }) => ({ id: string(tool_use_id), text: readable(content) })),
  write({ role, text, calls = [], results = [] }) {
    const said = text === '' ? [] : [{ type: 'text', text }];
    const answered = results.map(({ id, text: content }) => ({ type: 'tool_result', tool_use_id: id, content }));
    const called = calls.map(({ id, name, arguments: json }) => ({
      type: 'tool_use',
      id,
      name,
      input: jsonValue(json),
    }));
    const content = calls.length + results.length === 0 ? text : [...answered, ...said, ...called];
    return [{ role: role === 'tool' ? 'user' : role, content }];
  },
  inject: (role, text) => ({ role, content: [{ type: 'text', text }] }),
  // The API requires results before text in a user message, so text goes to the end.
  append: (message, text) =>
    message.role === 'assistant' ? undefined : { ...message, content: [...listOf(message), { type: 'text', text }] },
  withResult(message, callId, text) {
    const answered = (block: unknown): unknown => {
      const { type, tool_use_id } = fields(block);
      return type === 'tool_result' && tool_use_id === callId ? { ...fields(block), content: text } : block;
    };
    return { ...message, content: listOf(message).map(answered) };
  },
  provider: 'anthropic',
  media: (message) =>
    blocks(message).flatMap((block) =>
      block.type === 'tool_result' ? mediaOf(block.content, string(block.tool_use_id)) : mediaOf([block]),
    ),
  withoutMedia(message, texts) {
    const all = texts.values();
    const content = listOf(message).map((block) => {
      if (fields(block).type !== 'tool_result') return (withTexts([block], all, textPart) as unknown[])[0];
      return { ...fields(block), content: withTexts(fields(block).content, all, textPart) };
    });
    return { ...message, content };
  },
  answer(_, callIds, text, next) {
    const answers = callIds.map((id) => ({ type: 'tool_result', tool_use_id: id, content: text }));
    return [{ role: 'user', ...next, content: [...answers, ...(next ? listOf(next) : [])] }];
  },
  withoutReasoning(message) {
    const list = listOf(message);
    const kept = list.filter((block) => !isReasoning(block));
    if (kept.length === list.length) return message;
    return kept.length === 0 ? undefined : { ...message, content: kept };
  },
};

/** Lens for `messages.create` and `beta.messages.create`. Pass the `system` of the request to `prepare` as `system`. */
export const anthropicMessages = lens as Lens<object> as Lens<AnthropicMessage>;
