// A message of an app → the form in which it can cross to a worker. Pure. The app's own object need not be cloneable.
import type { NewMessage, SentMessage } from './transcript.ts';

/** Copies the fields that are kept and nothing else; what is no message goes as it is, to be refused by the engine. */
export function sentMessage(message: NewMessage): SentMessage {
  if (typeof message !== 'object' || message === null) return message;
  const { role, text, name, calls, results, source, original } = message;
  const json = original === undefined ? undefined : asJson(original);
  return {
    role,
    text,
    ...(name !== undefined && { name }),
    ...(calls !== undefined && { calls }),
    ...(results !== undefined && { results }),
    ...(source !== undefined && { source }),
    ...(json !== undefined && { original: json }),
  };
}

function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // Cycles and BigInt: the neutral form is what counts.
    return undefined;
  }
}
