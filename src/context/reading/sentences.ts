// Splits text into sentences of one line each, and shortens lines. Pure; the same in every locale, unlike
// Intl.Segmenter for sentences, whose rules depend on the engine's version of ICU.

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/;
const CODE_FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Marks of headings, quotations and list items, which mean nothing outside of their layout. */
const MARKER = /^\s{0,12}(?:#{1,6}\s+|(?:>\s?){1,8}|[-*+]\s+|\d{1,3}[.)]\s+)/;
/** Matches a line in lower case, which goes on where the line before was broken for its width. */
const CONTINUES = /^\s{0,12}\p{Ll}/u;
/** Matches a line that ends here; one with a colon does, as a list follows. */
const ENDED = /[.!?。！？:：]["'”’」』)）\]]{0,4}\s{0,4}$/;

/** Closing quotes and brackets belong to the sentence that they close. */
const END = /[.!?。！？]+["'”’」』)）\]】]*/g;
/** Matches an abbreviation, a single letter or a number: a full stop behind it ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|al|mr|mrs|ms|dr|prof|st|no|fig|approx|inc|ltd|\p{L}|\d{1,3})$/iu;
const LONGEST_ABBREVIATION = 8;

/**
 * Returns the sentences of a text, each on one line, without code blocks and layout marks. A line break ends a sentence
 * unless the next line continues in lower case. A full stop ends one before a space that no lower-case letter follows.
 */
export function sentences(text: string): string[] {
  const found: string[] = [];
  const add = (part: string): void => {
    const sentence = oneLine(part);
    if (sentence !== '') found.push(sentence);
  };
  for (const paragraph of paragraphs(text)) {
    let start = 0;
    for (const { 0: signs, index } of paragraph.matchAll(END)) {
      const end = index + signs.length;
      if (!endsSentence(paragraph, index, end)) continue;
      add(paragraph.slice(start, end));
      start = end;
    }
    add(paragraph.slice(start));
  }
  return found;
}

/** Collapses whitespace and control characters, and keeps the line from opening a comment in the overview. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('<!--', '<! --')
    .trim();

/** Limit in UTF-16 units; a family emoji has 11. Longer graphemes only make a line end earlier than necessary. */
const LONGEST_GRAPHEME = 16;

/**
 * Returns a function that shortens a line to `most` graphemes, `…` included. It cuts after a word or a comma where
 * there is one in the second half, and never inside a grapheme. The segmenter is costly to create, so it is made on
 * first use.
 */
export function shortener(): (line: string, most: number) => string {
  let segmenter: Intl.Segmenter | undefined;
  return (line, most) => {
    if (line.length <= most) return line;
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    // Segmenting takes time linear in its text, and a line can be a whole file.
    const beginning = line.slice(0, most * LONGEST_GRAPHEME);
    let graphemes = 0;
    let end = 0;
    let edge = 0;
    for (const { index, segment } of segmenter.segment(beginning)) {
      if (++graphemes > most) break;
      end = index;
      if (segment === ' ') edge = index;
      else if ('，、；：,;'.includes(segment)) edge = index + 1 < beginning.length ? index : edge;
    }
    // The whole line fits: it is long in units, not in graphemes.
    if (graphemes <= most && beginning.length === line.length) return line;
    return `${line.slice(0, edge > end / 2 ? edge : end).trimEnd()}…`;
  };
}

/**
 * Joins the lines of a paragraph and leaves out code, fences included. A fence is closed by the same mark, at least as
 * long, whatever follows it; one that is never closed reaches to the end, as in CommonMark.
 */
function* paragraphs(text: string): Generator<string> {
  let fence: string | undefined;
  let lines: string[] = [];
  for (const line of text.split(LINE_BREAK)) {
    const mark = CODE_FENCE.exec(line)?.[1];
    const isCode = fence !== undefined || mark !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const goesOn = !isCode && lines.length > 0 && CONTINUES.test(line) && !ENDED.test(lines.at(-1)?.slice(-12) ?? '');
    if (goesOn) {
      lines.push(line);
    } else {
      yield lines.join(' ');
      lines = isCode ? [] : [line.replace(MARKER, '')];
    }
  }
  yield lines.join(' ');
}

/**
 * Whether the punctuation between `from` and `to` ends a sentence. A wrong cut only makes two lines of one, so rare
 * abbreviations are not worth a list.
 */
function endsSentence(text: string, from: number, to: number): boolean {
  if (/[。！？]/.test(text.slice(from, to)) || to === text.length) return true;
  const following = text.slice(to, to + 4);
  if (!/^\s/.test(following) || /^\s+\p{Ll}/u.test(following)) return false;
  return text.charAt(from) !== '.' || !ABBREVIATION.test(text.slice(Math.max(0, from - LONGEST_ABBREVIATION), from));
}
