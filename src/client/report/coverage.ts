// Measures how many of the recurring names of a conversation its overview holds. Pure.
import { identifiersOf } from '../../context/reading/identifiers.ts';
import { mentionsIn } from '../../context/reading/mentions.ts';
import { REMINDER_NAMES } from '../../options/policy.ts';
import type { Message } from '../../tree/transcript/transcript.ts';

/**
 * Counts the names (paths, ids, dates, codes) that recur in these messages, and those of them that the overview has.
 */
export function coverageOf(
  messages: readonly Pick<Message, 'text' | 'calls' | 'results'>[],
  overview: string,
): { readonly names: number; readonly held: number } {
  const times = new Map<string, number>();
  for (const { text, calls = [], results = [] } of messages) {
    const texts = [text, ...calls.map((call) => call.arguments), ...results.map((result) => result.text)];
    for (const name of new Set(texts.flatMap(identifiersOf))) times.set(name, (times.get(name) ?? 0) + 1);
  }
  const recurring = [...times].filter(([, count]) => count >= REMINDER_NAMES.recurring).map(([name]) => name);
  const isHeld = mentionsIn(overview);
  return { names: recurring.length, held: recurring.filter(isHeld).length };
}
