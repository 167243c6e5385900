// Cuts out the part of a passage that answers a prompt, on one line. Pure.
import { CALL_DEFAULTS } from '../options/policy.ts';
import type { Latin } from './terms/latin.ts';
import { eachTermId, termIds } from './terms/terms.ts';

export interface Snippet {
  /** One line; `…` marks where the passage is cut off. */
  readonly text: string;
  /** Words of `text` that contain a term of the prompt: UTF-16 offsets, ascending, disjoint, the end excluded. */
  readonly matches: readonly (readonly [start: number, end: number])[];
  /** Offsets of the text in the passage; UTF-16 units, the end excluded. */
  readonly start: number;
  readonly end: number;
}

export interface SnippetOptions {
  /** Most UTF-16 units of `text`, from 1; default 240. */
  readonly length?: number;
  /** Rules by which the index reads words in Latin letters; default `english`. */
  readonly latin?: Latin;
}

/** UTF-16 units. A longer word may be cut; otherwise one endless word would fill the snippet. */
const LONGEST_WORD = 24;
/**
 * UTF-16 units on both sides of a cut that the segmenter sees: segmenting the whole passage would take linear time at
 * every cut. A longer grapheme may be cut.
 */
const SEGMENTER_REACH = 64;
/** Blanks, control characters and bidirectional overrides, which would break the line or reverse it. */
const INVISIBLE = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** Punctuation of the sentence before; not the base of a combining mark. */
const LEADING_PUNCTUATION = /^(?:[\s\p{P}](?!\p{M}))+/u;

/**
 * Returns the function that cuts passages for this prompt. It chooses the span with the most distinct terms of the prompt,
 * the first among equals, or the beginning when no term occurs. One pass over a passage; the prompt is split into terms
 * once, at the first passage.
 */
export function snippetCutter(
  prompt: string,
  { length = CALL_DEFAULTS.snippetLength, latin = 'english' }: SnippetOptions = {},
): (passage: string) => Snippet {
  let wanted: Wanted | undefined;
  return (passage) => {
    wanted ??= { terms: new Set(termIds(prompt, latin)), latin };
    const line = passage.toWellFormed().replace(INVISIBLE, ' ').trim();
    const whole = { text: line, from: 0, to: line.length };
    const { text, from, to } = line.length <= length ? whole : excerpt(line, wanted, Math.max(0, length - 2));
    return { text, matches: matchesOf(text, wanted), start: offsetIn(passage, from), end: offsetIn(passage, to) };
  };
}

interface Wanted {
  readonly terms: ReadonlySet<number>;
  readonly latin: Latin;
}

export const snippet = (passage: string, prompt: string, options?: SnippetOptions): Snippet =>
  snippetCutter(prompt, options)(passage);

/** Returns the offset in the passage of an offset in its one-line form. */
function offsetIn(passage: string, at: number): number {
  let [place, inLine] = [0, 0];
  for (const { index, 0: blank } of passage.matchAll(INVISIBLE)) {
    if (inLine + index - place > at) break;
    // A leading blank is dropped.
    inLine += index - place + (index > 0 ? 1 : 0);
    place = index + blank.length;
    if (inLine > at) return index;
  }
  return place + at - inLine;
}

/** Returns the span with surrounding text, cut at words; `room` excludes the marks at both ends. */
function excerpt(line: string, wanted: Wanted, room: number): Excerpt {
  const [start, end] = densestSpan(line, wanted, room);
  // A word longer than half of the room would push the span itself out.
  const longestWord = Math.min(LONGEST_WORD, room / 2);
  // A third of the rest goes before the span and two thirds behind it: a text tells more after its keyword.
  const before = Math.floor((room - (end - start)) / 3);
  const wished = Math.min(start - before, line.length - room);
  let from = 0;
  if (wished > 0) {
    from = Math.min(start, unitAt(line, wished, longestWord).end);
    from += LEADING_PUNCTUATION.exec(line.slice(from, start))?.[0].length ?? 0;
  }
  const to = from + room >= line.length ? line.length : Math.max(end, unitAt(line, from + room, longestWord).start);
  return { text: `${from > 0 ? '…' : ''}${line.slice(from, to).trimEnd()}${to < line.length ? '…' : ''}`, from, to };
}

/** Text with its offsets in the line. */
interface Excerpt {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the span of at most `room` units with the most distinct terms, with a sliding window over the matches. Each
 * match enters and leaves the window once: O(length of the line).
 */
function densestSpan(line: string, wanted: Wanted, room: number): [start: number, end: number] {
  const recent: { readonly id: number; readonly start: number }[] = [];
  const counts = new Map<number, number>();
  let best = 0;
  let found: [number, number] = [0, 0];
  eachTermId(line, wanted.latin, (id, start, end) => {
    if (!wanted.terms.has(id)) return;
    recent.push({ id, start });
    counts.set(id, (counts.get(id) ?? 0) + 1);
    for (let first = recent[0]; first && end - first.start > room; first = recent[0]) {
      recent.shift();
      const left = (counts.get(first.id) as number) - 1;
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

/** Returns the matches, adjacent ones merged: every character and every pair of a Chinese word is a term. */
function matchesOf(text: string, wanted: Wanted): Snippet['matches'] {
  const found: [number, number][] = [];
  eachTermId(text, wanted.latin, (id, start, end) => {
    if (!wanted.terms.has(id)) return;
    const last = found.at(-1);
    if (last && start <= last[1]) last[1] = end;
    else found.push([start, end]);
  });
  return found;
}

/** Created on demand: short passages need none. */
const segmenters: Partial<Record<'word' | 'grapheme', Intl.Segmenter>> = {};

/** Returns the word or blank around an offset, or its grapheme if the word is longer than `longestWord`. */
function unitAt(line: string, at: number, longestWord: number): { readonly start: number; readonly end: number } {
  const word = segmentAt(line, at, 'word');
  return word.end - word.start > longestWord ? segmentAt(line, at, 'grapheme') : word;
}

function segmentAt(line: string, at: number, granularity: 'word' | 'grapheme'): { start: number; end: number } {
  segmenters[granularity] ??= new Intl.Segmenter('en', { granularity });
  let around = Math.max(0, at - SEGMENTER_REACH);
  // Never begin inside a surrogate pair.
  if (/[\udc00-\udfff]/.test(line.charAt(around))) around--;
  const piece = segmenters[granularity].segment(line.slice(around, at + SEGMENTER_REACH)).containing(at - around);
  const start = around + (piece?.index ?? at - around);
  return { start, end: start + (piece?.segment.length ?? 0) };
}
