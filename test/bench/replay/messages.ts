// Short conversations for the tests of the replay.
import fc from 'fast-check';
import type { ChatMessage } from '../../../replay/chat.ts';

export const system = (content: string): ChatMessage => ({ role: 'system', content });
export const user = (content: string): ChatMessage => ({ role: 'user', content });
export const says = (content: string): ChatMessage => ({ role: 'assistant', content });
export const calls = (...ids: string[]): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => call(id)),
});
export const result = (id: string, content = 'done'): ChatMessage => ({ role: 'tool', tool_call_id: id, content });
export const call = (id: string, input: unknown = {}, name = 'look') =>
  ({ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }) as const;

export const SOUND = { withoutCall: 0, withoutResult: 0, notDirectlyAfter: 0 };

/** Conversations whose pairs are sound; ids are used again. */
export const soundList = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'bb', 'ccc').map((text) => [user(text)]),
      fc.constantFrom('d', 'ee').map((text) => [says(text)]),
      fc
        .uniqueArray(fc.constantFrom('1', '2', '3'), { minLength: 1 })
        .map((ids) => [calls(...ids), ...ids.map((_, at) => result(ids.at(-1 - at) ?? ''))]),
    ),
    { maxLength: 12 },
  )
  .map((groups) => [system('be kind'), ...groups.flat()]);
