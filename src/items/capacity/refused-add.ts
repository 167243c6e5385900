// Makes the event of an add that finds no room. Pure.
import { isWorkingMemoryError } from '../../errors.ts';
import type { ItemEvent } from '../events.ts';
import { type Limits, plus } from '../limits.ts';

/** Returns undefined for any other error, which leaves no event. */
export function refusedAdd(
  error: unknown,
  newcomers: readonly { readonly tokens: number }[],
  { maxItems, maxTokens }: Limits,
): ItemEvent | undefined {
  if (!isWorkingMemoryError(error, 'item-too-large') && !isWorkingMemoryError(error, 'only-pinned-left'))
    return undefined;
  const { items, tokens } = plus({ items: 0, tokens: 0 }, newcomers);
  return { type: 'add-refused', reason: error.code, items, tokens, maxItems, maxTokens };
}
