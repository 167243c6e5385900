// Documents → chunks that recall can find and show. Pure.
import { sections } from './sections.ts';

export interface Chunk {
  /** The headings above it, outermost first, joined by ' › '; empty when there are none. */
  readonly heading: string;
  /** Offsets in the document. */
  readonly start: number;
  readonly end: number;
}

/** UTF-16 units; about what a few paragraphs hold. */
const LARGEST_CHUNK = 1000;

/** Cuts at headings, then at blank lines, then at line ends, then anywhere: each chunk at most `LARGEST_CHUNK` long. */
export function chunks(text: string): Chunk[] {
  const found: Chunk[] = [];
  const trail: string[] = [];
  for (const { level, heading, start, end } of sections(text)) {
    trail.length = Math.max(0, level - 1);
    if (level > 0) trail[level - 1] = heading;
    const path = trail.filter(Boolean).join(' › ');
    for (const [from, to] of pieces(text, start, end)) {
      if (text.slice(from, to).trim() !== '') found.push({ heading: path, start: from, end: to });
    }
  }
  return found;
}

function* pieces(text: string, start: number, end: number): Generator<[number, number]> {
  let from = start;
  while (end - from > LARGEST_CHUNK) {
    const window = text.slice(from, from + LARGEST_CHUNK);
    const half = LARGEST_CHUNK / 2;
    const edges = [window.lastIndexOf('\n\n') + 2, window.lastIndexOf('\n') + 1];
    let length = edges.find((edge) => edge > half) ?? LARGEST_CHUNK;
    // Never between the halves of a surrogate pair.
    if (/[\ud800-\udbff]/.test(window[length - 1] ?? '')) length--;
    yield [from, from + length];
    from += length;
  }
  yield [from, end];
}

const SNIPPET_BEFORE = 60;
const SNIPPET_LENGTH = 240;

/** A part of the chunk around the first word of the prompt that it holds, on one line. */
export function snippet(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((place) => place >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const from = Math.max(0, first - SNIPPET_BEFORE);
  const part = text.slice(from, from + SNIPPET_LENGTH).toWellFormed();
  const line = part.replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${line}${from + SNIPPET_LENGTH < text.length ? '…' : ''}`;
}
