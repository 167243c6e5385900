// A long text in pieces, each of which is read at once. Pure.

/** UTF-16 units that are read at once: some 10 ms of the slowest work. */
export const PIECE = 32_768;

/** The text in pieces that end behind a blank or line break where one is near: no word or name is cut. */
export function* piecesOf(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > PIECE) {
    const to = from + PIECE;
    const blank = Math.max(text.lastIndexOf('\n', to - 1), text.lastIndexOf(' ', to - 1)) + 1;
    const isPair = (text.charCodeAt(to) & 0xfc00) === 0xdc00;
    const end = blank > from + PIECE / 2 ? blank : isPair ? to - 1 : to;
    yield text.slice(from, end);
    from = end;
  }
  yield text.slice(from);
}
