// Marks of the prompt cache in a prepared request, where the app sets none. Pure.
import { fields, objects } from '../lenses/fields.ts';
import type { AnthropicMessage } from '../lenses/anthropic-messages.ts';

/** Adds a cache mark after each of these messages. */
export function marked(
  messages: readonly AnthropicMessage[],
  breakpoints: readonly number[],
): readonly AnthropicMessage[] {
  const isMarked = messages.some(({ content }) => objects(content).some((block) => 'cache_control' in block));
  if (isMarked) return messages;
  return messages.map((message, index) => {
    const { content } = fields(message);
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content);
    const last = blocks.at(-1);
    if (!breakpoints.includes(index) || !last) return message;
    const mark = { ...last, cache_control: { type: 'ephemeral' } };
    return { ...message, content: [...blocks.slice(0, -1), mark] } as unknown as AnthropicMessage;
  });
}
