// OpenAI's Responses: a list of items, where calls, results and reasoning are items of their own.
import type { Lens } from '../context/view/lens.ts';
import { appendText } from './append-text.ts';
import { type Fields, fields, string } from './fields.ts';
import { jsonText, lines, named, readable } from './readable.ts';
import { roleIn, type Roles } from './roles.ts';

/** What `openaiResponses` reads of an item. The SDK's `ResponseInputItem` is assignable. */
export type OpenAiResponsesItem = OpenAiResponsesMessage | OpenAiResponsesAction | OpenAiResponsesReference;

/** Somebody speaks. */
export interface OpenAiResponsesMessage {
  readonly type?: 'message' | undefined;
  readonly role: 'system' | 'developer' | 'user' | 'assistant';
  /** Parts of Responses; those of chat completions and of Anthropic have other types. */
  readonly content: string | readonly { readonly type: `input_${string}` | `output_${string}` | 'refusal' }[];
}

/** A call, a result, reasoning, or another item that the server defines. Unknown ones pass through as they are. */
export interface OpenAiResponsesAction {
  readonly type: string;
  /** Of reasoning. A text here belongs to another format. */
  readonly content?: readonly object[] | null | undefined;
  /** Only items that bring tools have a role. */
  readonly role?: 'developer' | undefined;
  /** Pairs a call with its result. */
  readonly call_id?: string | null | undefined;
  /** Never there: items in camel case are those of the OpenAI Agents SDK. */
  readonly callId?: never;
}

/** An item that the server keeps. */
export interface OpenAiResponsesReference {
  readonly type?: 'item_reference' | null | undefined;
  readonly id: string;
  readonly role?: never;
}

const ROLES: Roles = { system: 'system', user: 'user', assistant: 'assistant', developer: 'system' };

// What the server runs by itself has an id but no `call_id`, or says so.
const isCall = ({ type, call_id, execution }: Fields): boolean =>
  string(type).endsWith('_call') && typeof call_id === 'string' && execution !== 'server';
const isResult = ({ type, execution }: Fields): boolean =>
  /_call_output$|^tool_search_output$/.test(string(type)) && execution !== 'server';

const lens: Lens<Fields> = {
  name: 'openai-responses',
  role(item) {
    const { type, role, id } = fields(item);
    if (role !== undefined) return roleIn(ROLES, role);
    if (isResult(fields(item)) || type === 'mcp_approval_response') return 'tool';
    // What else has a type came from the model; an id alone refers to such an item.
    return (string(type) || string(id)) === '' ? undefined : 'assistant';
  },
  text(item) {
    const { type, role, id, content, tools, summary, encrypted_content } = fields(item);
    if (isCall(fields(item)) || isResult(fields(item))) return '';
    if (type === 'reasoning') {
      return lines([readable(summary), readable(content), named({ type, id, encrypted_content })]);
    }
    return readable(content ?? tools ?? (role === undefined ? item : ''));
  },
  calls(item) {
    const { type, call_id, name, arguments: args, input, action, operation } = fields(item);
    if (!isCall(fields(item))) return [];
    const value = jsonText(args ?? input ?? action ?? operation);
    return [{ id: string(call_id), name: string(name) || string(type), arguments: value }];
  },
  results(item) {
    const { call_id, id, output, tools } = fields(item);
    return isResult(fields(item)) ? [{ id: string(call_id) || string(id), text: readable(output ?? tools) }] : [];
  },
  inject: (role, text) => ({ type: 'message', role: role === 'system' ? 'developer' : role, content: text }),
  append(item, text) {
    const role = roleIn(ROLES, item.role);
    if (role !== 'system' && role !== 'user') return undefined;
    return { ...item, content: appendText(item.content, { type: 'input_text', text }) };
  },
  withResult(item, callId, text) {
    if (lens.results(item)[0]?.id !== callId) return item;
    // What a shell or a screen gave has no form as text.
    const isText = typeof item.output === 'string' || /^(function|custom_tool)_/.test(string(item.type));
    return isText ? { ...item, output: text } : item;
  },
  withoutReasoning(item) {
    if (item.type === 'reasoning') return undefined;
    const { id, ...rest } = item;
    // With its id the server would ask for the reasoning that stood before it.
    return id !== undefined && /^(message|(function|custom_tool)_call)$/.test(string(item.type)) ? rest : item;
  },
};

/** Items of `responses.create({ input })`. Its `instructions` go to `prepare` as `system`. */
export const openaiResponses = lens as Lens<object> as Lens<OpenAiResponsesItem>;
