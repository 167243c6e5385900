// A message as the transcript takes it.
import type { SeenMessage } from '../../context/view/history.ts';
import { checkMessage } from '../../tree/transcript/message-check.ts';
import { sentMessage } from '../../tree/transcript/sent-message.ts';
import type { CheckedMessage } from '../../tree/transcript/transcript.ts';

/**
 * Texts over the transcript's limit are cut at it, so that no request fails for them; the whole of so large a result
 * stands in its archive. @param longest UTF-16 units @throws invalid-input
 */
export function transcriptForm({ tokens: _, hash: _hash, ...message }: SeenMessage, longest: number): CheckedMessage {
  const cut = (text: string): string => (text.length <= longest ? text : text.slice(0, longest).toWellFormed());
  const { text, calls, results } = message;
  const form = {
    ...message,
    text: cut(text),
    ...(calls && { calls: calls.map((call) => ({ ...call, arguments: cut(call.arguments) })) }),
    ...(results && { results: results.map((result) => ({ ...result, text: cut(result.text) })) }),
  };
  return checkMessage(sentMessage(form), longest);
}
