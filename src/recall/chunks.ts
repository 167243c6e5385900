// Splits a document into chunks, the passages that recall finds and shows. Pure.
import { sections } from './sections.ts';

export interface Chunk {
  /** The headings above the chunk, outermost first, joined by ' › '; empty if there are none. */
  readonly heading: string;
  /** UTF-16 offsets in the document; `end` is excluded. */
  readonly start: number;
  readonly end: number;
}

/** UTF-16 units, about a few paragraphs: small enough to be about one thing, large enough to hold several terms. */
const LARGEST_CHUNK = 1000;

/**
 * Splits at headings. A longer section is cut at blank lines, else at line ends, else anywhere. Blank chunks are
 * dropped.
 */
export function chunks(text: string): Chunk[] {
  const found: Chunk[] = [];
  const trail: string[] = [];
  for (const { level, heading, start, end } of sections(text)) {
    // A heading ends every deeper one.
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
    // An edge in the first half would make many small chunks.
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
