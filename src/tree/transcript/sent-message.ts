// Prepares a message for the way to a worker. Pure. The app's own object may not be cloneable; its JSON text is.
import type { NewMessage, SentMessage } from './transcript.ts';

/** Copies the known fields. Anything but a message passes unchanged, and the engine rejects it. */
export function sentMessage(message: NewMessage): SentMessage {
  if (typeof message !== 'object' || message === null) return message;
  const { role, text, name, calls, results, source, original, format, at } = message;
  const json = original === undefined ? undefined : asJson(original);
  return {
    role,
    text,
    ...(name !== undefined && { name }),
    ...(calls !== undefined && { calls }),
    ...(results !== undefined && { results }),
    ...(source !== undefined && { source }),
    ...(json !== undefined && { original: json }),
    ...(format !== undefined && { format }),
    ...(at !== undefined && { at }),
  };
}

function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // Cycles and BigInt have no JSON; the neutral form suffices.
    return undefined;
  }
}
