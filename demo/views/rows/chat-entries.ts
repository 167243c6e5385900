// Converts the agent's list to entries of the conversation: each call together with its result. Pure.
import type { ChatMessage } from '../../brain/brain.ts';

export interface ShownCall {
  readonly id: string;
  readonly name: string;
  /** The most telling argument, on one line. */
  readonly subject: string;
  readonly input: string;
  /** Undefined while the tool is running. */
  readonly result: string | undefined;
}

export interface ChatEntry {
  /** Index in the list. */
  readonly index: number;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly calls: readonly ShownCall[];
}

export function chatEntries(messages: readonly ChatMessage[]): ChatEntry[] {
  const results = new Map<string, string>();
  for (const message of messages) if (message.role === 'tool') results.set(message.tool_call_id, message.content);
  return messages.flatMap((message, index): ChatEntry[] => {
    if (message.role === 'user') return [{ index, role: 'user', text: message.content, calls: [] }];
    if (message.role !== 'assistant') return [];
    const calls = (message.tool_calls ?? []).map(({ id, function: call }): ShownCall => ({
      id,
      name: call.name,
      subject: subjectOf(call.arguments),
      input: call.arguments,
      result: results.get(id),
    }));
    return [{ index, role: 'assistant', text: message.content ?? '', calls }];
  });
}

/** @param index index that the answer will have in the list */
export const answerSoFar = (index: number, text: string): ChatEntry => ({ index, role: 'assistant', text, calls: [] });

/** Fields that tell what a call is about, most telling first. */
const TELLING = ['path', 'query', 'text', 'file', 'name', 'target', 'folder'];

function subjectOf(json: string): string {
  try {
    const input = JSON.parse(json) as Record<string, unknown>;
    const field = TELLING.find((name) => typeof input[name] === 'string') ?? Object.keys(input)[0];
    const value = field === undefined ? undefined : input[field];
    return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ') : value === undefined ? '' : JSON.stringify(value);
  } catch {
    return json;
  }
}
