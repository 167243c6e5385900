// Prepares a message for the way to a worker. Pure. The app's own object may not be cloneable; its JSON text is.
import { checkNames } from '../../options/nearest.ts';
import type { NewMessage, SentMessage } from './transcript.ts';

/** Fields of a message. */
const FIELDS = ['role', 'text', 'name', 'calls', 'results', 'source', 'format', 'at', 'original'] as const;

/** Prepares a message that the app appends. @throws invalid-input: a field that no message has */
export function appendedMessage(message: NewMessage): SentMessage {
  if (Object(message) === message) checkNames('message', message, FIELDS);
  return sentMessage(message);
}

/** Copies the fields of a message. Anything but an object passes unchanged, and the engine rejects it. */
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
