// Separates a prepared request into the app's own messages and the memory's additions. Pure.
import type { Prepared } from 'working-memory';
import type { ChatMessage } from '../brain/brain.ts';

export interface Placed {
  readonly kind: 'system' | 'overview' | 'message' | 'ride';
  readonly message: ChatMessage;
  /** Index in the app's list; for a ride, that of the message before it. */
  readonly index?: number;
  /** Text that the memory appended to the message. */
  readonly ride?: string;
}

/** @param list list that was passed to `prepare` */
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
    // The memory inserts the overview after the system prompt and everything else after a later message.
    if (isHead) return { kind: 'overview', message };
    return { kind: 'ride', message, ride: message.content ?? '', index: indexes[next - 1] ?? 0 };
  });
}

/** Whether it is the same object, or a copy with an addition or a stub. */
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
