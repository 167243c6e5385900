// Cuts long texts into pieces: those that are read at once, and files. Pure.
import type { Steps } from './steps.ts';

/** UTF-16 units that are read at once: some 10 ms of the slowest work. */
export const PIECE = 32_768;

/** Yields the text in pieces that end behind a blank or line break where one is near: no word or name is cut. */
export function* piecesOf(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > PIECE) {
    // Searched in the piece alone: in the whole text, the search for a sign that it lacks would reach its beginning.
    const piece = text.slice(from, from + PIECE);
    const blank = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf(' ')) + 1;
    const isPair = (text.charCodeAt(from + PIECE) & 0xfc00) === 0xdc00;
    const length = blank > PIECE / 2 ? blank : isPair ? PIECE - 1 : PIECE;
    yield piece.slice(0, length);
    from += length;
  }
  yield text.slice(from);
}

/** Returns pieces as large as a file may be, cut at line breaks where possible, never inside a surrogate pair. */
export function* fileSized(text: string, mostBytes: number): Steps<string[]> {
  const pieces: string[] = [];
  const encoder = new TextEncoder();
  let from = 0;
  // No text of this length can be too large: a UTF-16 unit has three bytes of UTF-8 at most.
  if (text.length * 3 > mostBytes) {
    const bytes = new Uint8Array(mostBytes);
    for (;;) {
      const next = text.slice(from, from + mostBytes);
      const { read } = encoder.encodeInto(next, bytes);
      if (from + read === text.length) break;
      const line = next.lastIndexOf('\n', read - 1) + 1;
      // A line end in the first half would waste half of the file; one long line is cut anywhere. A UTF-16 unit has a
      // byte of UTF-8 at least.
      const isLate = line > mostBytes / 2 || encoder.encodeInto(next.slice(0, line), bytes).written > mostBytes / 2;
      const length = isLate ? line : Math.max(1, read);
      pieces.push(next.slice(0, length));
      from += length;
      yield;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}
