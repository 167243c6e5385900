// Answers that enter the next request whole: a longer one would be put away before the model has read it.
import type { WorkingMemory } from '../api/memory.ts';

/** Of what a result may have: some apps hand it on inside JSON, which makes it longer. */
const SHARE = 0.75;
/** However small the window is: with less a model would not get on. */
const FEWEST_CHARACTERS = 100;
/** Below the estimate, so that the next count is nearly always the last. */
const STEP = 0.9;

/**
 * The answer of `most` characters, or of as many as fit.
 * @param compose makes the answer for about so many characters
 */
export async function fitToWindow(
  { context }: Pick<WorkingMemory, 'context'>,
  most: number,
  compose: (characters: number) => string,
): Promise<string> {
  for (let characters = most; ;) {
    const answer = compose(characters);
    const { tokens, maxTokens } = await context.measure(answer);
    const excess = tokens / (maxTokens * SHARE);
    if (!(excess > 1) || characters <= FEWEST_CHARACTERS) return answer;
    const fitted = Math.floor((Math.min(characters, answer.length) / excess) * STEP);
    characters = Math.max(FEWEST_CHARACTERS, fitted);
  }
}

/** The first entries that have room together, at least one, and how many more there are. */
export function entriesWithin(characters: number, entries: readonly string[], more: (count: number) => string): string {
  const shown: string[] = [];
  let room = characters;
  for (const entry of entries) {
    if (shown.length > 0 && entry.length > room) break;
    shown.push(entry);
    room -= entry.length + 1;
  }
  if (shown.length < entries.length) shown.push(more(entries.length - shown.length));
  return shown.join('\n');
}
