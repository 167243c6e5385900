// Which messages of a prepared request are the app's own, and what the memory put in and where. Pure.
import type { Prepared } from 'working-memory';
import type { ChatMessage } from '../brain/brain.ts';

export interface Placed {
  readonly kind: 'system' | 'overview' | 'message' | 'ride';
  readonly message: ChatMessage;
  /** In the app's list; of a ride that of the message before it. */
  readonly index?: number;
  /** What was put behind the message's own text. */
  readonly ride?: string;
}

/** @param list what was handed to `prepare` */
export function placed(
  list: readonly ChatMessage[],
  { messages, kept }: Pick<Prepared<ChatMessage>, 'messages' | 'kept'>,
): Placed[] {
  const indexes = kept.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, place) => from + place));
  let next = 0;
  let isHead = true;
  return messages.map((message): Placed => {
    const index = indexes[next];
    const own = index === undefined ? undefined : list[index];
    if (index !== undefined && own && isOf(message, own)) {
      next++;
      if (own.role === 'system' && isHead) return { kind: 'system', message, index };
      isHead = false;
      const ride = rideOn(message, own);
      return { kind: 'message', message, index, ...(ride !== undefined && { ride }) };
    }
    // The overview stands behind the system prompt; anything else that was put in rides behind a message.
    if (isHead) return { kind: 'overview', message };
    return { kind: 'ride', message, ride: message.content ?? '', index: indexes[next - 1] ?? 0 };
  });
}

/** The same object, or a copy that carries something or shows a stub. */
function isOf(message: ChatMessage, own: ChatMessage): boolean {
  if (message === own) return true;
  if (message.role === 'tool' && own.role === 'tool') return message.tool_call_id === own.tool_call_id;
  return message.role === own.role && rideOn(message, own) !== undefined;
}

function rideOn(message: ChatMessage, own: ChatMessage): string | undefined {
  const beginning = `${own.content ?? ''}\n\n`;
  const { content } = message;
  if (message === own || message.role !== 'user' || !content?.startsWith(beginning)) return undefined;
  return content.slice(beginning.length);
}
