// The OpenAI Agents SDK: items as those of the Responses API, in camel case, and with results of their own form.
import type { Lens } from '../../../context/view/lens.ts';
import { appendText } from '../append-text.ts';
import { type Fields, fields, string } from '../fields.ts';
import { mediaOf, withTexts } from '../media.ts';
import { jsonText, lines, named, readable } from '../readable.ts';
import { roleIn, type Roles } from '../roles.ts';

/** The fields that `openaiAgents` reads. The SDK's `AgentInputItem` is assignable. */
export type OpenAiAgentsItem = OpenAiAgentsMessage | OpenAiAgentsAction;

/** A message of the system, the user or an agent. */
export interface OpenAiAgentsMessage {
  readonly type?: 'message' | undefined;
  readonly role: 'system' | 'user' | 'assistant';
  readonly content:
    string | readonly { readonly type: `input_${string}` | 'output_text' | 'refusal' | 'audio' | 'image' }[];
}

/** A call, a result, reasoning, or any other item of the SDK. Unknown ones pass through unchanged. */
export interface OpenAiAgentsAction {
  readonly type: string;
  readonly role?: never;
  /** Pairs a call with its result. */
  readonly callId?: string | null | undefined;
}

const ROLES: Roles = { system: 'system', user: 'user', assistant: 'assistant' };

// Calls without `callId`, or executed by the server, are answered by the server itself.
const isCall = ({ type, callId, execution }: Fields): boolean =>
  (string(type).endsWith('_call') || type === 'program') && typeof callId === 'string' && execution !== 'server';
const isResult = ({ type, execution }: Fields): boolean =>
  /_call_(result|output)$|^(program|tool_search)_output$/.test(string(type)) && execution !== 'server';

const lens: Lens<Fields> = {
  name: 'openai-agents',
  callsApart: true,
  foreign:
    / (system|human|ai|\.toolCalls|\.toolCallId|\.thinking|\.summary|text|\.tool_calls|\.tool_call_id|\.function_call|image_url|\.\.image_url|tool_use|tool_result|redacted_thinking|\.\.source|thinking|tool-call|tool-result|\.\.mediaType|\.call_id|\.parts|\.lc_kwargs) /,
  role(item) {
    const { type, role } = fields(item);
    if (role !== undefined) return roleIn(ROLES, role);
    if (isResult(fields(item))) return 'tool';
    return string(type) === '' ? undefined : 'assistant';
  },
  text(item) {
    const { type, role, id, content, rawContent, providerData } = fields(item);
    if (isCall(fields(item)) || isResult(fields(item))) return '';
    if (type !== 'reasoning') return readable(content ?? (role === undefined ? item : ''));
    const sealed = fields(providerData).encryptedContent ?? fields(providerData).encrypted_content;
    return lines([readable(content), readable(rawContent), named({ type, id, sealed })]);
  },
  calls(item) {
    const { type, callId, name, arguments: args, action, operation, code } = fields(item);
    if (!isCall(fields(item))) return [];
    const value = jsonText(args ?? action ?? operation ?? code);
    return [{ id: string(callId), name: string(name) || string(type), arguments: value }];
  },
  results(item) {
    const { callId, id, output, tools, result } = fields(item);
    const text = readable(output ?? tools ?? result);
    return isResult(fields(item)) ? [{ id: string(callId) || string(id), text }] : [];
  },
  write({ role, text, calls = [], results = [] }, toolOf) {
    const said =
      role === 'assistant'
        ? { type: 'message', role, status: 'completed', content: [{ type: 'output_text', text }] }
        : { type: 'message', role, content: text };
    return [
      ...(text === '' && calls.length + results.length > 0 ? [] : [said]),
      ...calls.map(({ id, ...called }) => ({ type: 'function_call', callId: id, status: 'completed', ...called })),
      ...results.map(({ id, text: output }) => resultOf(toolOf(id), id, output)),
    ];
  },
  inject: (role, text) => ({ type: 'message', role, content: text }),
  append(item, text) {
    const role = roleIn(ROLES, item.role);
    if (role !== 'system' && role !== 'user') return undefined;
    return { ...item, content: appendText(item.content, { type: 'input_text', text }) };
  },
  withResult(item, callId, text) {
    if (lens.results(item)[0]?.id !== callId) return item;
    // Outputs of a shell or a screenshot have no place for a text.
    if (item.type !== 'function_call_result') return typeof item.output === 'string' ? { ...item, output: text } : item;
    return { ...item, output: { type: 'text', text } };
  },
  provider: 'openai',
  media(item) {
    const { content, output } = item;
    if (!isResult(item)) return mediaOf(content);
    const [{ id } = { id: '' }] = lens.results(item);
    if (Array.isArray(output)) return mediaOf(output, id);
    const isFixed = item.type !== 'function_call_result';
    return mediaOf([output], id).map((one) => (isFixed ? { ...one, isFixed } : one));
  },
  withoutMedia(item, texts) {
    const all = texts.values();
    const replaced = (content: unknown, type: string): unknown => withTexts(content, all, (text) => ({ type, text }));
    if (!isResult(item)) return { ...item, content: replaced(item.content, 'input_text') };
    const { output } = item;
    if (Array.isArray(output)) return { ...item, output: replaced(output, 'input_text') };
    return { ...item, output: (replaced([output], 'text') as unknown[])[0] };
  },
  answer(item, callIds, text, next) {
    // A shell or a computer answers with more than a text.
    if (item.type !== 'function_call') return undefined;
    const answers = callIds.map((id) => resultOf(string(item.name), id, text));
    return next ? [...answers, next] : answers;
  },
  withoutReasoning(item) {
    if (item.type === 'reasoning') return undefined;
    const { id, ...rest } = item;
    // With its id, the server would require the reasoning that preceded it.
    const isBound = item.type === 'function_call' || item.role === 'assistant';
    return id !== undefined && isBound ? rest : item;
  },
};

const resultOf = (name: string, callId: string, text: string): Fields => {
  return { type: 'function_call_result', name, callId, status: 'completed', output: { type: 'text', text } };
};

/** Lens for items of `@openai/agents`: the input of a run, of its filter and of a session. */
export const openaiAgents = lens as Lens<object> as Lens<OpenAiAgentsItem>;
