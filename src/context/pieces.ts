// A long text in pieces, each of which is read at once. Pure.

/** UTF-16 units that are read at once: some 10 ms of the slowest work. */
export const PIECE = 32_768;

/** The text in pieces that end behind a blank or line break where one is near: no word or name is cut. */
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
