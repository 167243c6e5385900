// A message as the transcript takes it.
import type { SeenMessage } from '../context/history.ts';
import type { NewMessage } from '../session/transcript.ts';

/**
 * Texts over the transcript's limit are cut at it, so that no request fails for them; the whole of so large a result
 * stands in its archive. @param longest UTF-16 units
 */
export function transcriptForm({ tokens: _, hash: _hash, ...message }: SeenMessage, longest: number): NewMessage {
  const cut = (text: string): string => (text.length <= longest ? text : text.slice(0, longest).toWellFormed());
  const { text, calls, results } = message;
  return {
    ...message,
    text: cut(text),
    ...(calls && { calls: calls.map((call) => ({ ...call, arguments: cut(call.arguments) })) }),
    ...(results && { results: results.map((result) => ({ ...result, text: cut(result.text) })) }),
  };
}
