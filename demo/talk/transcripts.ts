// Reads the conversations of a dropped file as lists of messages, in a temporary memory.
import type { Message, OpenOptions } from 'working-memory';
import { openWorkingMemory } from 'working-memory';
import type { ChatMessage } from '../brain/brain.ts';
import { HOME } from './home-options.ts';
import { importChat } from './imports.ts';

export interface Transcript {
  readonly title: string;
  readonly list: readonly ChatMessage[];
}

const PAGE = 1000;
/** Counts the reads, each of which gets a workspace of its own: a worker keeps memories until it ends. */
let read = 0;

/**
 * Returns the conversations, longest first.
 * @throws UnreadableFile, NoChat, WorkingMemoryError
 */
export async function transcriptsOf(
  file: File,
  options: Omit<OpenOptions, 'session'>,
  onProgress: (share: number) => void,
): Promise<Transcript[]> {
  const memory = await openWorkingMemory({ ...options, session: HOME, workspace: `read-${++read}`, storage: 'memory' });
  try {
    await importChat(memory, file, onProgress);
    const entries = (await memory.sessions.list()).filter(({ session }) => session !== HOME);
    const transcripts: Transcript[] = [];
    for (const { session, title = session, messages } of entries) {
      const opened = await memory.sessions.open(session);
      const list: ChatMessage[] = [];
      for (let from = 0; from < messages; from += PAGE) {
        for (const message of await opened.transcript.read({ from, limit: PAGE })) list.push(...asChat(message));
      }
      await opened.close();
      transcripts.push({ title, list });
    }
    return transcripts.sort((one, other) => other.list.length - one.list.length);
  } finally {
    await memory.close();
  }
}

function asChat({ role, text, name, calls = [], results = [] }: Message): ChatMessage[] {
  if (results.length > 0 || role === 'tool') {
    return results.map((result) => ({ role: 'tool', tool_call_id: result.id, content: result.text }));
  }
  if (role === 'system') return [{ role, content: text }];
  // In a chat between people, the others are users as well.
  if (role === 'user') return [{ role, content: name === undefined ? text : `${name}: ${text}` }];
  const tools = calls.map((call) => ({
    id: call.id,
    type: 'function' as const,
    function: { name: call.name, arguments: call.arguments },
  }));
  return [{ role: 'assistant', content: text, ...(tools.length > 0 && { tool_calls: tools }) }];
}
