// The AI SDK's prompt as middleware and models receive it, the same in LanguageModelV2, V3 and V4; and ModelMessage.
import type { Lens } from '../../../context/view/lens.ts';
import { appendText } from '../append-text.ts';
import { type Fields, fields, objects, string } from '../fields.ts';
import { mediaOf, textPart, withTexts } from '../media.ts';
import { jsonText, jsonValue, lines, named, readable } from '../readable.ts';
import { roleIn, type Roles } from '../roles.ts';

/** One part of a content list. */
export interface AiSdkPart {
  /** Other formats have other kinds of parts: `tool_use` is Anthropic's, `image_url` that of chat completions. */
  readonly type: 'text' | 'image' | 'file' | 'custom' | `reasoning${string}` | `tool-${string}`;
}

/**
 * The fields that `aiSdkPrompt` reads. `ModelMessage` and the messages of a `LanguageModelV2Prompt`, `V3` or `V4` are
 * assignable; `UIMessage` is not.
 */
export type AiSdkMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user' | 'assistant'; readonly content: string | readonly AiSdkPart[] }
  | { readonly role: 'tool'; readonly content: readonly AiSdkPart[] };

const ROLES: Roles = { system: 'system', user: 'user', assistant: 'assistant', tool: 'tool' };

const parts = (message: Fields): readonly Fields[] => objects(fields(message).content);
const isCall = ({ type, providerExecuted }: Fields): boolean => type === 'tool-call' && providerExecuted !== true;
// In an assistant message, the provider itself executed the tool.
const isResult = ({ role }: Fields, { type }: Fields): boolean => role === 'tool' && type === 'tool-result';
const isReasoning = (part: unknown): boolean => /^reasoning(-file)?$/.test(string(fields(part).type));

function outputText(output: unknown): string {
  const { type, value, reason } = fields(output);
  // `execution-denied` has no value.
  return type === 'content' ? readable(value) : jsonText(value ?? reason ?? type);
}

function partText(part: Fields): string {
  const { type, text, data, toolName, input, output, providerOptions } = part;
  if (type === 'tool-call') return lines([string(toolName), jsonText(input)]);
  if (type === 'tool-result') return outputText(output);
  // Encrypted reasoning and provider-specific parts: the options hold what the model receives.
  if (type === 'custom' || (type === 'reasoning' && string(text) === ''))
    return named({ type, sealed: providerOptions });
  return readable(typeof fields(data).text === 'string' ? data : part);
}

/** Copies a part without `itemId`: with it, the provider requires the reasoning that preceded the part. */
function unnumbered(part: Fields): Fields {
  if (part.providerOptions === undefined) return part;
  const options = Object.entries(fields(part.providerOptions)).map(([provider, each]) => {
    const { itemId: _, ...rest } = fields(each);
    return [provider, rest] as const;
  });
  return { ...part, providerOptions: Object.fromEntries(options) };
}

const lens: Lens<Fields> = {
  name: 'ai-sdk-prompt',
  foreign:
    / (\.toolCalls|\.toolCallId|\.thinking|\.tool_calls|\.tool_call_id|\.function_call|image_url|input_audio|tool_use|tool_result|redacted_thinking|\.\.source|thinking|input_text|input_image|input_file|output_text|\.call_id|\.parts|\.callId|\.lc_kwargs) /,
  role: (message) => roleIn(ROLES, fields(message).role),
  text(message) {
    const { content } = fields(message);
    if (typeof content === 'string') return content;
    return lines(parts(message).map((part) => (isCall(part) || isResult(message, part) ? '' : partText(part))));
  },
  calls: (message) =>
    parts(message)
      .filter(isCall)
      .map(({ toolCallId, toolName, input }) => ({
        id: string(toolCallId),
        name: string(toolName),
        arguments: jsonText(input),
      })),
  results: (message) =>
    parts(message)
      .filter((part) => isResult(message, part))
      .map(({ toolCallId, output }) => ({ id: string(toolCallId), text: outputText(output) })),
  write({ role, text, calls = [], results = [] }, toolOf) {
    if (role === 'system') return [{ role, content: text }];
    const said = text === '' && calls.length + results.length > 0 ? [] : [{ type: 'text', text }];
    const called = calls.map(({ id, name, arguments: json }) => {
      return { type: 'tool-call', toolCallId: id, toolName: name, input: jsonValue(json) };
    });
    const answered = results.map(({ id, text: value }) => {
      return { type: 'tool-result', toolCallId: id, toolName: toolOf(id), output: { type: 'text', value } };
    });
    // A tool message may hold nothing but results.
    return [{ role, content: role === 'tool' ? answered : [...said, ...called] }];
  },
  inject: (role, text) => ({ role, content: role === 'system' ? text : [{ type: 'text', text }] }),
  append(message, text) {
    // A tool message may hold nothing but results.
    if (message.role !== 'system' && message.role !== 'user') return undefined;
    return { ...message, content: appendText(message.content, { type: 'text', text }) };
  },
  withResult(message, callId, text) {
    const answered = (part: Fields): Fields =>
      isResult(message, part) && part.toolCallId === callId ? { ...part, output: { type: 'text', value: text } } : part;
    return { ...message, content: parts(message).map(answered) };
  },
  media: (message) =>
    parts(message).flatMap((part) =>
      part.type === 'tool-result'
        ? mediaOf(fields(part.output).value, isResult(message, part) ? string(part.toolCallId) : undefined)
        : mediaOf([part]),
    ),
  withoutMedia(message, texts) {
    const all = texts.values();
    const content = parts(message).map((part) => {
      if (part.type !== 'tool-result') return (withTexts([part], all, textPart) as unknown[])[0];
      const { value } = fields(part.output);
      return Array.isArray(value)
        ? { ...part, output: { ...fields(part.output), value: withTexts(value, all, textPart) } }
        : part;
    });
    return { ...message, content };
  },
  answer(message, callIds, text, next) {
    const called = lens.calls(message);
    const answers = callIds.map((id) => {
      const { name } = called.find((call) => call.id === id) ?? { name: '' };
      return { type: 'tool-result', toolCallId: id, toolName: name, output: { type: 'text', value: text } };
    });
    return [{ role: 'tool', ...next, content: [...answers, ...(next ? parts(next) : [])] }];
  },
  withoutReasoning(message) {
    const kept = parts(message).filter((part) => !isReasoning(part));
    if (kept.length === parts(message).length) return message;
    return kept.length === 0 ? undefined : { ...message, content: kept.map(unnumbered) };
  },
};

/**
 * Lens for a `LanguageModelV2Prompt`, `V3` or `V4`, as `transformParams` of a middleware receives it, and
 * `ModelMessage[]`.
 */
export const aiSdkPrompt = lens as Lens<object> as Lens<AiSdkMessage>;
