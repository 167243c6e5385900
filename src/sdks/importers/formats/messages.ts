// Reads lists of messages of an SDK, as JSON or JSON Lines.
import { invalidInput, kindOf } from '../../../errors.ts';
import type { Lens } from '../../../context/view/lens.ts';
import { type Fields, fields, string } from '../../lenses/fields.ts';
import type { NewMessage } from '../../../tree/transcript/transcript.ts';
import type { ImportedConversation, ConversationFormat, Refused } from '../conversation.ts';
import { jsonValues } from '../reading/json-values.ts';
import { timeOf, Times } from '../reading/times.ts';

/**
 * Reads messages of an SDK by its lens: a list of them, one on each line, or conversations `{ id, title, messages }` in
 * either form. A message is dated by its `createdAt`, `created_at`, `timestamp` or `time`.
 * @param lens a lens of `working-memory/lenses`, for example `openaiChat`
 */
export function messageList<Message>(lens: Lens<Message>): ConversationFormat {
  if (typeof lens?.role !== 'function')
    throw invalidInput('lens', 'a lens, such as openaiChat of working-memory/lenses', kindOf(lens));
  return {
    name: lens.name,
    expected: `messages that the lens ${lens.name} reads, as a JSON list or one on each line`,
    files: /\.(jsonl?|ndjson)$/i,
    async *read({ path, text }) {
      const loose: unknown[] = [];
      for await (const value of jsonValues(text)) {
        const messages = Array.isArray(value) ? (value as unknown[]) : fields(value).messages;
        if (Array.isArray(messages)) yield conversationOf(lens, fields(value), messages);
        else loose.push(value);
      }
      if (loose.length > 0) yield conversationOf(lens, { title: path.replace(/^.*\/|\.\w+$/g, '') }, loose);
    },
  };
}

function conversationOf<Message>(lens: Lens<Message>, of: Fields, given: readonly unknown[]): ImportedConversation {
  const messages: NewMessage[] = [];
  const refused: Refused[] = [];
  const times = new Times();
  for (const [index, one] of given.entries()) {
    const message = neutral(lens, one as Message & object, times);
    if (message) messages.push(message);
    else refused.push({ where: `message ${index + 1}`, reason: `it is not a message of the format ${lens.name}` });
  }
  const id = of.id ?? of.conversation_id ?? of.thread_id ?? of.session_id;
  return {
    id: typeof id === 'number' ? String(id) : string(id) || undefined,
    title: string(of.title) || string(of.name) || undefined,
    startedAt: timeOf(of.createdAt ?? of.created_at ?? of.create_time),
    messages,
    refused: [...refused, ...times.refused()],
  };
}

function neutral<Message>(lens: Lens<Message>, message: Message & object, times: Times): NewMessage | undefined {
  const given = fields(message);
  const role = typeof message === 'object' && message !== null ? lens.role(message) : undefined;
  if (role === undefined) return undefined;
  const [calls, results] = [lens.calls(message), lens.results(message)];
  const at = times.of(given.createdAt ?? given.created_at ?? given.timestamp ?? given.time);
  return {
    role,
    text: lens.text(message),
    ...(calls.length > 0 && { calls }),
    ...(results.length > 0 && { results }),
    ...(at !== undefined && { at }),
  };
}
