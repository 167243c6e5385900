// Splits Markdown into sections by its ATX headings (CommonMark 4.2). A `#` inside a code fence or an HTML comment does
// not begin a heading. Pure.

export interface Section {
  /** 1–6; 0 for the text before the first heading. */
  readonly level: number;
  /** Without the hashes; empty before the first heading. */
  readonly heading: string;
  /** UTF-16 offset of the heading line. */
  readonly start: number;
  /** Offset of the text below the heading line. */
  readonly body: number;
  /** Offset of the next section, or the length of the text. */
  readonly end: number;
}

/**
 * Up to three blanks before the hashes, at least one after them. A single repetition takes all of the rest: a second
 * one next to it would be tried at each place of the first.
 */
const HEADING = /^ {0,3}(#{1,6})(?![^ \t])(.*)$/;
/** Opens or closes a code fence. */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Returns the sections in order, without gaps. A text that begins with a heading has no section of level 0. */
export function sections(text: string): Section[] {
  const found: Section[] = [];
  let current = { level: 0, heading: '', start: 0, body: 0 };
  for (const { heading, start, end } of scannedLines(text)) {
    if (!heading) continue;
    // Ends the section before, unless the text begins with this heading.
    if (start > 0) found.push({ ...current, end: start });
    const [, { length: level } = '', rest = ''] = heading;
    current = { level, heading: headingText(rest), start, body: end };
  }
  found.push({ ...current, end: text.length });
  return found;
}

/** Returns the heading without surrounding blanks and without closing hashes after a blank. */
const headingText = (rest: string): string =>
  rest
    .trim()
    .replace(/[ \t]#+$/, '')
    .trimEnd();

/** Returns the text that closes a code fence or comment left open at the end of the text; empty if none is open. */
export function missingEnd(text: string): string {
  let open = '';
  for (const line of scannedLines(text)) open = line.open;
  return open;
}

/** Yields each line with its heading, if it is one, and the text that would close a fence or comment open after it. */
function* scannedLines(text: string) {
  let fence = '';
  let inComment = false;
  for (const { line, start, end } of linesOf(text)) {
    let heading: RegExpExecArray | null = null;
    // Comment before fence before heading: each hides the next from the parser.
    const opened = FENCE.exec(line)?.[1];
    if (inComment) {
      inComment = !closesComment(line);
    } else if (fence !== '') {
      // A fence is closed only by the same character, at least as often and alone on its line.
      if (opened !== undefined && opened[0] === fence[0] && opened.length >= fence.length && line.trim() === opened) {
        fence = '';
      }
    } else if (opened !== undefined) {
      fence = opened;
    } else {
      heading = HEADING.exec(line);
      inComment = opensComment(line);
    }
    yield { heading, start, end, open: inComment ? '-->' : fence };
  }
}

/**
 * Removes the HTML comments outside of code fences, so that hints of a template do not count as text. A comment that is
 * never closed hides the rest, as it does for HTML.
 */
export function withoutComments(text: string): string {
  let fence: string | undefined;
  let inComment = false;
  let kept = '';
  for (const { line, start, end } of linesOf(text)) {
    const opened = inComment ? undefined : FENCE.exec(line)?.[1];
    if (opened !== undefined) fence = fence === undefined ? opened : opened.startsWith(fence) ? undefined : fence;
    if (fence !== undefined) {
      kept += text.slice(start, end);
      continue;
    }
    // A line may hold several comments, or the end of one and the beginning of another.
    let rest = text.slice(start, end);
    while (rest !== '') {
      const edge = rest.indexOf(inComment ? '-->' : '<!--');
      if (!inComment) kept += edge < 0 ? rest : rest.slice(0, edge);
      if (edge < 0) break;
      rest = rest.slice(edge + (inComment ? 3 : 4));
      inComment = !inComment;
    }
    // The line breaks stay, so that the lines around a comment do not join.
    if (inComment) kept += '\n';
  }
  return kept;
}

/**
 * Yields the lines without their ends, with their offsets; `end` includes the line break. Offsets refer to the
 * unchanged text, so that a section can be replaced in place.
 */
function* linesOf(text: string): Generator<{ line: string; start: number; end: number }> {
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed + 1;
    yield { line: text.slice(start, feed < 0 ? end : feed).replace(/\r$/, ''), start, end };
    start = end;
  }
}

/** Whether a line opens a comment: its last mark decides, as a comment that begins and ends in it changes nothing. */
const opensComment = (line: string): boolean => line.lastIndexOf('<!--') > line.lastIndexOf('-->');
const closesComment = (line: string): boolean => line.lastIndexOf('-->') > line.lastIndexOf('<!--');
