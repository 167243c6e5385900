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
