// Rebuilds the app's own list from the transcript, after a reload or when another tab continued the conversation.
import type { Message, WorkingMemory } from 'working-memory';
import type { ChatMessage } from '../brain/brain.ts';

/** Messages per read. */
const PAGE = 500;

export async function restoredList(memory: WorkingMemory): Promise<ChatMessage[]> {
  const list: ChatMessage[] = [];
  for (let from = 0; ; from += PAGE) {
    const page = await memory.transcript.read({ from, limit: PAGE });
    list.push(...page.flatMap(chatMessages));
    if (page.length < PAGE) return list;
  }
}

function chatMessages({ role, text, calls = [], results = [] }: Message): ChatMessage[] {
  if (role === 'tool') return results.map(({ id, text: content }) => ({ role, tool_call_id: id, content }));
  if (role !== 'assistant') return [{ role, content: text }];
  if (calls.length === 0) return [{ role, content: text }];
  const tool_calls = calls.map(({ id, name, arguments: input }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: input },
  }));
  return [{ role, content: text === '' ? null : text, tool_calls }];
}
