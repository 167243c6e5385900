// Tools for a model that knows text only: its system prompt describes them, and it answers in JSON. Pure.
import type { AssistantMessage, ChatMessage, ToolDefinition } from './brain.ts';
import { readAnswer } from './chat-answer.ts';

export interface PlainMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** JSON Schema of an answer. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    say: { type: 'string' },
    calls: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, arguments: { type: 'object' } },
        required: ['name', 'arguments'],
      },
    },
  },
};

/** Converts messages to text and joins neighbours of one role: such models require alternating roles. */
export function plainMessages(messages: readonly ChatMessage[], tools: readonly ToolDefinition[]): PlainMessage[] {
  const names = new Map(
    messages.flatMap((message) =>
      message.role === 'assistant'
        ? (message.tool_calls ?? []).map((call) => [call.id, call.function.name] as const)
        : [],
    ),
  );
  const plain: PlainMessage[] = [];
  for (const [place, message] of messages.entries()) {
    const one = plainMessage(message, names);
    const content = place === 0 && one.role === 'system' ? one.content + protocol(tools) : one.content;
    const before = plain.at(-1);
    if (before?.role === one.role) plain[plain.length - 1] = { ...one, content: `${before.content}\n\n${content}` };
    else plain.push({ ...one, content });
  }
  return plain;
}

function plainMessage(message: ChatMessage, names: ReadonlyMap<string, string>): PlainMessage {
  if (message.role === 'tool') {
    return { role: 'user', content: `Result of ${names.get(message.tool_call_id) ?? 'a tool'}:\n${message.content}` };
  }
  if (message.role !== 'assistant') return message;
  const calls = (message.tool_calls ?? []).map(({ function: { name, arguments: input } }) => ({
    name,
    arguments: parsed(input) ?? {},
  }));
  return {
    role: 'assistant',
    content: JSON.stringify({ ...(message.content && { say: message.content }), ...(calls.length > 0 && { calls }) }),
  };
}

function protocol(tools: readonly ToolDefinition[]): string {
  if (tools.length === 0) return '';
  const described = tools.map(({ function: { name, description, parameters } }) => {
    const { properties = {}, required = [] } = parameters as { properties?: object; required?: readonly string[] };
    const fields = Object.keys(properties).map((field) => (required.includes(field) ? field : `${field}?`));
    return `- ${name}(${fields.join(', ')}): ${description}`;
  });
  return [
    '\n\n## Tools',
    '',
    'Answer with one JSON object: {"say": "…"} to answer the user, or {"calls": [{"name": "…", "arguments": {…}}]} to use tools; you get their results and go on.',
    '',
    ...described,
  ].join('\n');
}

/** Reads a model's answer; text that is not JSON becomes its content. Undefined without content and calls. */
export function readJsonAnswer(text: string, messages: readonly ChatMessage[]): AssistantMessage | undefined {
  const { say, calls } = (parsed(text) ?? { say: text }) as { say?: unknown; calls?: unknown };
  const tool_calls = Array.isArray(calls) ? calls.map((call: unknown) => ({ function: call })) : [];
  try {
    return readAnswer({ choices: [{ message: { content: typeof say === 'string' ? say : '', tool_calls } }] }, messages)
      .message;
  } catch {
    return undefined;
  }
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\s*```(?:json)?|```\s*$/g, ''));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
