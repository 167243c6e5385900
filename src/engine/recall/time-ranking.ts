// Ranks for a question that names a time. The time at which a text was said is known for all of them; the time that a
// text tells of is read from the best ones alone, because reading every text would take longer than the question.
import type { Kernel, RankedSlot, RankQuery } from '../../kernel/kernel.ts';
import { type TimeAsked, timeliness, toldTimeliness } from '../../recall/time/timeframes.ts';
import { type Entry, passageText } from './entries.ts';

/** Weight of the time, next to words and vector; 1 is the score of a text that holds the whole question. */
export const TIME_WEIGHT = 0.3;
/**
 * Number of best texts whose own times are read, whatever the limit of a query: a smaller limit cuts the same order.
 */
const READ_HITS = 64;

/**
 * @param said times at which the text of each slot was said, ms since 1970
 * @param entryAt returns the entry of a slot
 */
export function rankInTime(
  kernel: Kernel,
  query: RankQuery,
  { timeframes, timeZone }: TimeAsked,
  said: readonly number[],
  entryAt: (slot: number) => Entry | undefined,
): RankedSlot[] {
  if (timeframes.length === 0) return kernel.rank(query);
  const timely = Float32Array.from(said, (time) => timeliness(time, timeframes));
  const inTime = { ...query, timely, timeWeight: TIME_WEIGHT };
  for (const { slot } of kernel.rank({ ...inTime, limit: READ_HITS })) {
    const text = textOf(entryAt(slot));
    const told = text === undefined ? 0 : toldTimeliness(text, said[slot] ?? 0, timeframes, timeZone);
    timely[slot] = Math.max(timely[slot] ?? 0, told);
  }
  // A time that suits no text must not even change the last bit of a score.
  return kernel.rank(timely.some((suits) => suits > 0) ? inTime : query);
}

/** Returns the text of an entry; undefined for messages, which are in storage. */
function textOf(entry: Entry | undefined): string | undefined {
  if (entry?.kind === 'item') return entry.item.text;
  return entry?.kind === 'chunk' ? passageText(entry) : undefined;
}
