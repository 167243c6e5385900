// Short notation for messages as the context rules see them.
import { type History, readHistory, type SeenMessage } from '../../../src/context/view/history.ts';
import { extendedHash, NO_MESSAGES } from '../../../src/context/list/rolling-hash.ts';
import type { NewMessage } from '../../../src/tree/transcript/transcript.ts';

export const system = (text = 'You are careful.'): NewMessage => ({ role: 'system', text });
export const user = (text = 'Go on.'): NewMessage => ({ role: 'user', text });
export const assistant = (text = 'Done.'): NewMessage => ({ role: 'assistant', text });

/** Returns one assistant message with these calls. */
export const calls = (...ids: readonly string[]): NewMessage => ({
  role: 'assistant',
  text: '',
  calls: ids.map((id) => ({ id, name: 'read', arguments: '{"path":"a.ts"}' })),
});

/** Returns one message with the results of these calls. */
export const results = (...ids: readonly string[]): NewMessage => ({
  role: 'tool',
  text: '',
  results: ids.map((id) => ({ id, text: `result of ${id}` })),
});

/** Returns a call with its result. */
export const step = (id: string, text = `result of ${id}`): NewMessage[] => [
  calls(id),
  { role: 'tool', text: '', results: [{ id, text }] },
];

/** Counts one token per character, so that a test can see the numbers; a leading system message has no hash. */
export function seen(messages: readonly NewMessage[]): SeenMessage[] {
  let hash = NO_MESSAGES;
  return messages.map((message) => {
    const { role, text, calls: opened = [], results: answered = [] } = message;
    if (role !== 'system' || hash !== NO_MESSAGES) hash = extendedHash(hash, message);
    const parts = [text, ...opened.map((call) => call.arguments), ...answered.map((result) => result.text)];
    return { ...message, tokens: parts.reduce((sum, part) => sum + part.length, 0), hash };
  });
}

/** @throws invalid-input */
export const historyOf = (...messages: readonly (NewMessage | readonly NewMessage[])[]): History =>
  readHistory(seen(messages.flat()));
