// Prepares a message for the way to a worker. Pure. The app's own object may not be cloneable; its JSON text is.
import type { NewMessage, SentMessage } from './transcript.ts';

/** Fields of a message, without the app's own object. */
const FIELDS = ['role', 'text', 'name', 'calls', 'results', 'source', 'format', 'at'] as const;
export const MESSAGE_FIELDS: readonly string[] = [...FIELDS, 'original'];

/** Copies the known fields. Anything but a message passes unchanged, and the engine rejects it. */
export function sentMessage(message: NewMessage): SentMessage {
  if (typeof message !== 'object' || message === null) return message;
  const said = Object.fromEntries(FIELDS.map((field) => [field, message[field]]));
  return { ...(said as unknown as SentMessage), original: asJson(message.original) as string };
}

function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // Cycles and BigInt have no JSON; the neutral form suffices.
    return undefined;
  }
}
