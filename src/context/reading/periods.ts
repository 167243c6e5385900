// An overview of a long hidden history by time and topic: which messages, from when to when, and the words that tell
// each stretch from the others. Extractive: every word is one of the conversation. Pure.
import type { Range } from '../compaction/compaction.ts';
import type { History } from '../view/history.ts';
import { isoTime } from '../../tree/iso-time.ts';
import type { Period } from '../words/wording.ts';
import { endsBefore, type Steps } from '../steps.ts';

/** Fewest messages of a long history; the summary says more of a shorter one itself. */
const FEWEST_MESSAGES = 1000;
const MOST_PERIODS = 8;
const TOPICS = 5;
/** Fewest occurrences of a topic: a rarer word says nothing about a stretch. */
const FEWEST_TIMES = 3;

const WORD = /\p{L}[\p{L}\p{N}\p{M}_-]{3,30}|\p{Script=Han}{2,}/gu;
const HAN = /^\p{Script=Han}/u;

/** Counts each word of a text; Chinese ones, which no blank divides, as pairs of characters. */
export function wordsOf(text: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  const add = (word: string): unknown => words.set(word, (words.get(word) ?? 0) + 1);
  for (const [found] of text.matchAll(WORD)) {
    if (!HAN.test(found)) add(found.toLowerCase());
    else for (let at = 0; at + 1 < found.length; at++) add(found.slice(at, at + 2));
  }
  return words;
}

/** Adds up the counts of all these words. */
export function together(all: Iterable<ReadonlyMap<string, number>>): Map<string, number> {
  const times = new Map<string, number>();
  for (const words of all) for (const [word, count] of words) times.set(word, (times.get(word) ?? 0) + count);
  return times;
}

/** Divides a long hidden history into stretches of equal numbers of messages, oldest first; none for a shorter one. */
export function* periodsOf(
  { stored: messages }: History,
  ranges: readonly Range[],
  wordsIn: (text: string) => ReadonlyMap<string, number> = wordsOf,
): Steps<Period[]> {
  const indexes = ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, place) => from + place));
  if (indexes.length < FEWEST_MESSAGES) return [];
  const size = Math.ceil(indexes.length / MOST_PERIODS);
  const stretches = Array.from({ length: Math.ceil(indexes.length / size) }, (_, place) =>
    indexes.slice(place * size, (place + 1) * size),
  );
  const counted: Map<string, number>[] = [];
  for (const stretch of stretches) {
    const times = new Map<string, number>();
    for (const index of stretch) {
      if (endsBefore(index)) yield;
      const { role, text = '' } = messages[index] ?? {};
      // Anyone may have written results, and system prompts are no part of the conversation.
      if (role !== 'user' && role !== 'assistant') continue;
      for (const [word, count] of wordsIn(text)) times.set(word, (times.get(word) ?? 0) + count);
    }
    counted.push(times);
  }
  yield;
  const everywhere = together(counted);
  yield;
  return stretches.map((stretch, place) => {
    const [first = 0, last = first] = [stretch[0], stretch.at(-1)];
    const dated = stretch.flatMap((index) => messages[index]?.at ?? []);
    const days = dated.length > 0 && {
      days: { from: dayOf(Math.min(...dated)), to: dayOf(Math.max(...dated)) },
    };
    return { first, last, ...days, topics: topicsOf(counted[place] ?? new Map(), everywhere, stretches.length) };
  });
}

/** Returns the words of which this stretch has more than its share, the largest excess first. */
function topicsOf(
  times: ReadonlyMap<string, number>,
  everywhere: ReadonlyMap<string, number>,
  stretches: number,
): string[] {
  const above = [...times].flatMap(([word, count]) => {
    const share = (everywhere.get(word) ?? count) / stretches;
    return count >= FEWEST_TIMES && count > 2 * share ? [{ word, more: count - share }] : [];
  });
  above.sort((one, other) => other.more - one.more || (one.word < other.word ? -1 : 1));
  return above.slice(0, TOPICS).map(({ word }) => word);
}

const dayOf = (ms: number): string => isoTime(ms).slice(0, 10);
