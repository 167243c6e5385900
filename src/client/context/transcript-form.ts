// Brings a message into the form that the transcript stores.
import { checkMessage } from '../../tree/transcript/message-check.ts';
import { sentMessage } from '../../tree/transcript/sent-message.ts';
import type { SentPart } from '../../tree/transcript/parts.ts';
import type { CheckedMessage, NewMessage } from '../../tree/transcript/transcript.ts';

/**
 * Cuts texts at the transcript's limit, so that no request fails because of them; a result of that size also has an
 * archive with its full text.
 * @param longest limit of a text in UTF-16 units
 * @throws invalid-input
 */
export function transcriptForm(
  message: NewMessage & { readonly parts?: readonly SentPart[] },
  longest: number,
): CheckedMessage {
  const cut = (text: string): string => (text.length <= longest ? text : text.slice(0, longest).toWellFormed());
  const { text, calls, results, parts } = message;
  const form = {
    ...message,
    text: cut(text),
    ...(calls && { calls: calls.map((call) => ({ ...call, arguments: cut(call.arguments) })) }),
    ...(results && { results: results.map((result) => ({ ...result, text: cut(result.text) })) }),
  };
  return checkMessage({ ...sentMessage(form), ...(parts && { parts }) }, longest);
}
