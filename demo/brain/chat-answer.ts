// Reads a server's chat completion as an answer, and evens out the differences between servers.
import { type AssistantMessage, type BrainAnswer, BrainError, type ChatMessage, type ToolCall } from './brain.ts';

type Raw = Readonly<Record<string, unknown>>;

const raw = (value: unknown): Raw => (typeof value === 'object' && value !== null ? (value as Raw) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** @param messages messages that were sent @throws BrainError no-answer: neither text nor calls */
export function readAnswer(json: unknown, messages: readonly ChatMessage[]): BrainAnswer {
  const { choices, usage } = raw(json);
  const choice = raw(list(choices)[0]);
  const { content, tool_calls, reasoning_content } = raw(choice.message);
  const text = textOf(content);
  const calls = callsOf(tool_calls, messages);
  if (text === '' && calls.length === 0) {
    throw new BrainError({
      kind: 'no-answer',
      detail: typeof choice.finish_reason === 'string' ? choice.finish_reason : '',
    });
  }
  const message: AssistantMessage = {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(typeof reasoning_content === 'string' && reasoning_content !== '' && { reasoning_content }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const { prompt_tokens } = raw(usage);
  const isCounted = typeof prompt_tokens === 'number' && prompt_tokens > 0;
  return { message, ...(isCounted && { usage: { inputTokens: prompt_tokens } }) };
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map((part) => raw(part).text)
        .filter((text) => typeof text === 'string')
        .join('');

/** Evens out the calls: some servers send the arguments as an object, no id, or the same id every time. */
function callsOf(tool_calls: unknown, messages: readonly ChatMessage[]): ToolCall[] {
  const used = new Set(
    messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [])),
  );
  return list(tool_calls).flatMap((call) => {
    const { id, function: called } = raw(call);
    const { name, arguments: input } = raw(called);
    if (typeof name !== 'string' || name === '') return [];
    const unused = unusedId(typeof id === 'string' && id !== '' ? id : 'call', used);
    used.add(unused);
    const text = typeof input === 'string' ? input : JSON.stringify(input ?? {});
    return [{ id: unused, type: 'function' as const, function: { name, arguments: text === '' ? '{}' : text } }];
  });
}

function unusedId(id: string, used: ReadonlySet<string>): string {
  let unused = id;
  for (let count = 2; used.has(unused); count++) unused = `${id}-${count}`;
  return unused;
}
