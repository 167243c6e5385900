// LangChain's messages: instances of its classes, their JSON form, and plain objects with a type.
import type { Lens } from '../../context/view/lens.ts';
import { appendText } from './append-text.ts';
import { type Fields, fields, objects, string } from './fields.ts';
import { mediaOf, textPart, withTexts } from './media.ts';
import { jsonText, jsonValue, lines, readable } from './readable.ts';
import { roleIn, type Roles } from './roles.ts';

/** The fields that `langchain` reads. The SDK's `BaseMessage` is assignable. */
export interface LangChainMessage {
  /** Type `system`, `human`, `ai`, `tool` or `function`; `prepare` refuses any other. */
  readonly type: string;
  readonly content: string | readonly { readonly type?: unknown }[];
  /** Excluded: other formats name the role in this field. */
  readonly role?: never;
}

const ROLES: Roles = {
  system: 'system',
  developer: 'system',
  human: 'user',
  ai: 'assistant',
  tool: 'tool',
  function: 'tool',
};

/** Types of messages by the class names in their JSON form. */
const TYPES: Readonly<Record<string, string>> = {
  SystemMessage: 'system',
  HumanMessage: 'human',
  AIMessage: 'ai',
  ToolMessage: 'tool',
  FunctionMessage: 'function',
};

/** Returns the fields of a message in any of its three forms. */
function held(message: unknown): Fields {
  const given = fields(message);
  if (given.type !== 'constructor' || !Array.isArray(given.id)) return given;
  const name = string(given.id.at(-1)).replace(/Chunk$/, '');
  return { ...fields(given.kwargs), type: Object.hasOwn(TYPES, name) ? TYPES[name] : undefined };
}

/** Copies a message in its form: the copy of an instance is an instance, and says the same as JSON. */
function changed(message: Fields, changes: Fields): Fields {
  if (message.type === 'constructor') return { ...message, kwargs: { ...fields(message.kwargs), ...changes } };
  const given = message.lc_kwargs === undefined ? {} : { lc_kwargs: { ...fields(message.lc_kwargs), ...changes } };
  return Object.assign(Object.create(Object.getPrototypeOf(message) as object) as Fields, message, changes, given);
}

// Providers put calls into the content as well: `tool_calls` holds them all.
const isSaid = (part: unknown): boolean =>
  !/^(tool_(use|call)|input_json_delta|function_call)$/.test(string(fields(part).type));
const isReasoning = (part: unknown): boolean => /^(reasoning|(redacted_)?thinking)$/.test(string(fields(part).type));

const blockText = (part: unknown): string => {
  const { reasoning } = fields(part);
  return typeof reasoning === 'string' ? reasoning : readable(part);
};

const lens: Lens<Fields> = {
  name: 'langchain',
  foreign: / (\.role|\.call_id|\.callId|\.parts|tool-call|tool-result) /,
  role: (message) => roleIn(ROLES, held(message).type),
  text(message) {
    const { type, content, additional_kwargs } = held(message);
    if (roleIn(ROLES, type) === 'tool') return '';
    const said = Array.isArray(content) ? lines(content.filter(isSaid).map(blockText)) : readable(content);
    return lines([readable(fields(additional_kwargs).reasoning_content), said]);
  },
  calls: (message) =>
    objects(held(message).tool_calls).map(({ id, name, args }) => {
      return { id: string(id) || string(name), name: string(name), arguments: jsonText(args ?? {}) };
    }),
  results(message) {
    const { type, content, tool_call_id, name } = held(message);
    if (roleIn(ROLES, type) !== 'tool') return [];
    return [{ id: string(tool_call_id) || string(name), text: readable(content) }];
  },
  write({ role, text, calls = [], results = [] }, toolOf) {
    if (results.length > 0) return results.map(({ id, text: content }) => resultOf(id, toolOf(id), content));
    const tool_calls = calls.map(({ id, name, arguments: json }) => {
      return { type: 'tool_call', id, name, args: jsonValue(json) };
    });
    return [{ type: typeOf(role), content: text, ...(calls.length > 0 && { tool_calls }) }];
  },
  inject: (role, text) => ({ type: typeOf(role), content: text }),
  append(message, text) {
    const { type, content } = held(message);
    const role = roleIn(ROLES, type);
    if (role !== 'system' && role !== 'user') return undefined;
    return changed(message, { content: appendText(content, textPart(text) as { type: string; text: string }) });
  },
  answer(message, callIds, text, next) {
    const names = new Map(lens.calls(message).map(({ id, name }) => [id, name]));
    const answers = callIds.map((id) => resultOf(id, names.get(id) ?? '', text));
    return next ? [...answers, next] : answers;
  },
  withResult: (message, callId, text) =>
    lens.results(message)[0]?.id === callId ? changed(message, { content: text }) : message,
  media: (message) => mediaOf(held(message).content, lens.results(message)[0]?.id),
  withoutMedia: (message, texts) =>
    changed(message, { content: withTexts(held(message).content, texts.values(), textPart) }),
  withoutReasoning(message) {
    const { content, tool_calls } = held(message);
    if (!Array.isArray(content)) return message;
    const kept = content.filter((part) => !isReasoning(part));
    if (kept.length === content.length) return message;
    return kept.length + objects(tool_calls).length === 0 ? undefined : changed(message, { content: kept });
  },
};

const typeOf = (role: string): string => (role === 'user' ? 'human' : role === 'assistant' ? 'ai' : role);

const resultOf = (id: string, name: string, content: string): Fields => {
  return { type: 'tool', tool_call_id: id, name, content };
};

/** Lens for messages of LangChain and LangGraph. */
export const langchain = lens as Lens<object> as Lens<LangChainMessage>;
