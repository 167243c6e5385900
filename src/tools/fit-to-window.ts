// Keeps answers short enough to enter the next request whole; a longer one could be cut before the model reads it.
import type { WorkingMemory } from '../api/memory.ts';

/** Share of the allowed tokens. The rest is for apps that pass the result on inside JSON, which makes it longer. */
const SHARE = 0.75;
/** Least characters of an answer, in any window: with fewer a model could not continue. */
const FEWEST_CHARACTERS = 100;
/** Factor that aims below the estimate, so that the next count is nearly always the last. */
const STEP = 0.9;

/**
 * Returns the answer of `most` characters, or a shorter one that fits.
 * @param compose makes an answer of about that many characters
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

/** Joins the first entries that fit, at least one, and a line with the number of the others. */
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
