// A passage → the part of it that answers a prompt, on one line. Pure.
import { CALL_DEFAULTS } from '../options.ts';
import { eachTermId, termIds } from './terms/terms.ts';

export interface Snippet {
  /** One line; `…` where the passage goes on. */
  readonly text: string;
  /** What of `text` has a term of the prompt: UTF-16 offsets, the end excluded, ascending, apart from each other. */
  readonly matches: readonly (readonly [start: number, end: number])[];
}

export interface SnippetOptions {
  /** Of `text` at most, in UTF-16 units; at least 1, default 240. */
  readonly length?: number;
}

/** UTF-16 units; a longer word may be cut. */
const LONGEST_WORD = 24;
/** On both sides of a cut, in UTF-16 units. What is seen as one sign and longer may be cut too. */
const LOOKED_AT = 64;
/** Blanks, and what would break a line or turn it around. */
const INVISIBLE = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** No sentence begins with the end of another. */
const LEADING = /^(?:[\s\p{P}](?!\p{M}))+/u;

/**
 * For each passage the part that holds the most distinct terms of the prompt, the first of several; without any, the
 * beginning. Reads the whole passage once.
 */
export function snippets(
  prompt: string,
  { length = CALL_DEFAULTS.snippetLength }: SnippetOptions = {},
): (passage: string) => Snippet {
  let terms: ReadonlySet<number> | undefined;
  return (passage) => {
    const wanted = (terms ??= new Set(termIds(prompt)));
    const line = passage.toWellFormed().replace(INVISIBLE, ' ').trim();
    const text = line.length <= length ? line : partOf(line, wanted, Math.max(0, length - 2));
    return { text, matches: matchesIn(text, wanted) };
  };
}

export const snippet = (passage: string, prompt: string, options?: SnippetOptions): Snippet =>
  snippets(prompt, options)(passage);

function partOf(line: string, wanted: ReadonlySet<number>, room: number): string {
  const [start, end] = densest(line, wanted, room);
  const longestWord = Math.min(LONGEST_WORD, room / 2);
  // More behind than before: what follows says more than what led there.
  const before = Math.floor((room - (end - start)) / 3);
  const wished = Math.min(start - before, line.length - room);
  let from = 0;
  if (wished > 0) {
    from = Math.min(start, wholeAt(line, wished, longestWord).end);
    from += LEADING.exec(line.slice(from, start))?.[0].length ?? 0;
  }
  const to = from + room >= line.length ? line.length : Math.max(end, wholeAt(line, from + room, longestWord).start);
  return `${from > 0 ? '…' : ''}${line.slice(from, to).trimEnd()}${to < line.length ? '…' : ''}`;
}

/** From the first to the last of the matches, at most `room` apart. */
function densest(line: string, wanted: ReadonlySet<number>, room: number): [start: number, end: number] {
  const recent: { readonly id: number; readonly start: number }[] = [];
  const counts = new Map<number, number>();
  let best = 0;
  let found: [number, number] = [0, 0];
  eachTermId(line, (id, start, end) => {
    if (!wanted.has(id)) return;
    recent.push({ id, start });
    counts.set(id, (counts.get(id) ?? 0) + 1);
    for (let first = recent[0]; first && end - first.start > room; first = recent[0]) {
      recent.shift();
      const left = (counts.get(first.id) ?? 0) - 1;
      if (left > 0) counts.set(first.id, left);
      else counts.delete(first.id);
    }
    const [first] = recent;
    if (first && counts.size > best) {
      best = counts.size;
      found = [first.start, end];
    }
  });
  return found;
}

function matchesIn(text: string, wanted: ReadonlySet<number>): Snippet['matches'] {
  const found: [number, number][] = [];
  eachTermId(text, (id, start, end) => {
    if (!wanted.has(id)) return;
    const last = found.at(-1);
    if (last && start <= last[1]) last[1] = end;
    else found.push([start, end]);
  });
  return found;
}

const segmenters: Partial<Record<'word' | 'grapheme', Intl.Segmenter>> = {};

/** The word, blank or sign around an offset; the grapheme, if the word is longer than `longestWord`. */
function wholeAt(line: string, at: number, longestWord: number): { readonly start: number; readonly end: number } {
  const word = pieceAt(line, at, 'word');
  return word.end - word.start > longestWord ? pieceAt(line, at, 'grapheme') : word;
}

function pieceAt(line: string, at: number, granularity: 'word' | 'grapheme'): { start: number; end: number } {
  segmenters[granularity] ??= new Intl.Segmenter('en', { granularity });
  let around = Math.max(0, at - LOOKED_AT);
  // Not from within a surrogate pair.
  if (/[\udc00-\udfff]/.test(line.charAt(around))) around--;
  const piece = segmenters[granularity].segment(line.slice(around, at + LOOKED_AT)).containing(at - around);
  const start = around + (piece?.index ?? at - around);
  return { start, end: start + (piece?.segment.length ?? 0) };
}
