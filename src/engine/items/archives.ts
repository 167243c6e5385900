// Cuts what messages say out of the files that the library made of them. Pure.
import type { Row } from '../../storage/port.ts';
import { isUnmistakable } from '../../tree/quotations/occurrences.ts';
import { asPattern, REDACTED, redactor } from '../../tree/quotations/redaction.ts';
import type { Message } from '../../tree/transcript/transcript.ts';

/** Returns the texts of a message: its own text first, then arguments of calls and results. */
export function wordsOf(row: Row): string[] {
  const { text, calls = [], results = [] } = row as Row & Message;
  const words: unknown[] = [text, ...calls.map((call) => call.arguments), ...results.map((result) => result.text)];
  return words.filter((word) => typeof word === 'string');
}

/** Length in UTF-16 units of a passage that two texts do not share by chance. */
const SHARED = 1000;

/**
 * Cuts `texts`, and all that the emptied messages say, out of archives. A short text such as "Yes" is cut only where it
 * is the whole message: others say it, too.
 * @param emptied messages with their places in lists, which the headings of an archive use
 */
export function archiveRedactor(
  texts: readonly string[],
  emptied: readonly { readonly words: readonly string[]; readonly places: readonly number[] }[],
): (text: string) => string {
  const words = emptied.flatMap((message) => message.words);
  const redact = redactor([...texts, ...words.filter(isUnmistakable)]);
  const short = emptied.flatMap(({ words: [text = ''], places }) =>
    text === '' || isUnmistakable(text) ? [] : places.map((place) => underHeading(place, text)),
  );
  return (archive) => {
    const rest = short.reduce((text, message) => text.replace(message, `$1${REDACTED}`), redact(archive));
    // A long text is archived in several files; each holds a piece of it.
    const middle = rest.slice(rest.length / 2).slice(0, SHARED);
    return middle.length === SHARED && words.some((text) => text.includes(middle)) ? REDACTED : rest;
  };
}

const underHeading = (place: number, text: string): RegExp =>
  new RegExp(`^(## [^\\d\\n]*${place}[^\\d\\n].*\\n\\n)${asPattern(text)}$`, 'gm');
