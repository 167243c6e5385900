// OpenAI's Responses API: a list of items; calls, results and reasoning are items of their own.
import type { Lens } from '../../../context/view/lens.ts';
import { appendText } from '../append-text.ts';
import { type Fields, fields, string } from '../fields.ts';
import { mediaOf, withTexts } from '../media.ts';
import { jsonText, lines, named, readable } from '../readable.ts';
import { roleIn, type Roles } from '../roles.ts';

/** The fields that `openaiResponses` reads. The SDK's `ResponseInputItem` is assignable. */
export type OpenAiResponsesItem = OpenAiResponsesMessage | OpenAiResponsesAction | OpenAiResponsesReference;

/** A message of the system, the user or the model. */
export interface OpenAiResponsesMessage {
  readonly type?: 'message' | undefined;
  readonly role: 'system' | 'developer' | 'user' | 'assistant';
  /** Other formats have other parts: `text` without a prefix belongs to chat completions and to Anthropic. */
  readonly content: string | readonly { readonly type: `input_${string}` | `output_${string}` | 'refusal' }[];
}

/** A call, a result, reasoning, or any other item that the API defines. Unknown ones pass through unchanged. */
export interface OpenAiResponsesAction {
  readonly type: string;
  /** Only reasoning has content here, in a list. */
  readonly content?: readonly object[] | null | undefined;
  /** Only `additional_tools` has a role. */
  readonly role?: 'developer' | undefined;
  /** Pairs a call with its result. */
  readonly call_id?: string | null | undefined;
  /** Excluded: the OpenAI Agents SDK writes its items in camel case. */
  readonly callId?: never;
}

/** A reference to an item that the server keeps. */
export interface OpenAiResponsesReference {
  readonly type?: 'item_reference' | null | undefined;
  readonly id: string;
  readonly role?: never;
}

const ROLES: Roles = { system: 'system', user: 'user', assistant: 'assistant', developer: 'system' };

// A call that the server executes itself has no `call_id`, or says so in `execution`.
const isCall = ({ type, call_id, execution }: Fields): boolean =>
  string(type).endsWith('_call') && typeof call_id === 'string' && execution !== 'server';
const isResult = ({ type, execution }: Fields): boolean =>
  /_call_output$|^tool_search_output$/.test(string(type)) && execution !== 'server';

const lens: Lens<Fields> = {
  name: 'openai-responses',
  callsApart: true,
  foreign:
    / (system|human|ai|\.toolCalls|\.toolCallId|\.thinking|\.providerData|\.rawContent|\.tool_calls|\.tool_call_id|\.function_call|image_url|tool_use|tool_result|redacted_thinking|\.\.source|thinking|tool-call|tool-result|\.\.mediaType|\.\.image|\.parts|\.callId|\.lc_kwargs) /,
  role(item) {
    const { type, role, id } = fields(item);
    if (role !== undefined) return roleIn(ROLES, role);
    if (isResult(fields(item)) || type === 'mcp_approval_response') return 'tool';
    // Any other item came from the model; an id alone refers to such an item.
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
  write({ role, text, calls = [], results = [] }) {
    const said = { type: 'message', role: role === 'system' ? 'developer' : role, content: text };
    return [
      ...(text === '' && calls.length + results.length > 0 ? [] : [said]),
      ...calls.map(({ id, ...called }) => ({ type: 'function_call', call_id: id, ...called })),
      ...results.map(({ id, text: output }) => ({ type: 'function_call_output', call_id: id, output })),
    ];
  },
  inject: (role, text) => ({ type: 'message', role: role === 'system' ? 'developer' : role, content: text }),
  append(item, text) {
    const role = roleIn(ROLES, item.role);
    if (role !== 'system' && role !== 'user') return undefined;
    return { ...item, content: appendText(item.content, { type: 'input_text', text }) };
  },
  withResult(item, callId, text) {
    if (lens.results(item)[0]?.id !== callId) return item;
    // Outputs of a shell or a screenshot are objects; the API accepts no text in their place.
    const isText = typeof item.output === 'string' || /^(function|custom_tool)_/.test(string(item.type));
    return isText ? { ...item, output: text } : item;
  },
  provider: 'openai',
  media(item) {
    const { type, content, output, result } = item;
    if (isResult(item)) {
      const [{ id } = { id: '' }] = lens.results(item);
      // The result of a computer call is one screenshot and nothing else: the API takes no text in its place.
      return Array.isArray(output)
        ? mediaOf(output, id)
        : mediaOf([output], id).map((one) => ({ ...one, isFixed: true }));
    }
    if (typeof result === 'string')
      return mediaOf([{ type: 'image', data: result }]).map((one) => ({ ...one, isFixed: true }));
    return type === 'message' || type === undefined ? mediaOf(content) : [];
  },
  withoutMedia(item, texts) {
    const replaced = (content: unknown): unknown =>
      withTexts(content, texts.values(), (text) => ({ type: 'input_text', text }));
    if (isResult(item)) return { ...item, output: replaced(item.output) };
    return { ...item, content: replaced(item.content) };
  },
  answer(item, callIds, text, next) {
    // A shell or a computer answers with more than a text.
    if (item.type !== 'function_call' && item.type !== 'custom_tool_call') return undefined;
    const answers = callIds.map((id) => ({ type: `${string(item.type)}_output`, call_id: id, output: text }));
    return next ? [...answers, next] : answers;
  },
  withoutReasoning(item) {
    if (item.type === 'reasoning') return undefined;
    const { id, ...rest } = item;
    // With its id, the server would require the reasoning that preceded it.
    if (id === undefined || !/^(message|(function|custom_tool)_call)$/.test(string(item.type))) return item;
    if (item.type !== 'message' || item.role !== 'assistant') return rest;
    // The API's own form of an answer has an id; one without it is a text.
    const { status: _, ...said } = rest;
    return { ...said, content: readable(item.content) };
  },
};

/** Lens for `responses.create({ input })`. Pass the `instructions` of the request to `prepare` as `system`. */
export const openaiResponses = lens as Lens<object> as Lens<OpenAiResponsesItem>;
