// Cuts quotations of forgotten texts out of other texts. Pure.
import { withBlocks } from '../overview/system-blocks.ts';

export const REDACTED = '[forgotten]';

/** A character of a word in a script that separates words by spaces. The named scripts do not. */
const IN_WORD =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}_\p{M}]/u
    .source;
/** A word boundary. The letter of an escape such as `\n` is no part of a word: code and broken JSON contain them. */
const EDGE = `(?!(?<=${IN_WORD})(?<!\\\\[bfnrt])${IN_WORD})`;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Never cut: the redaction mark, and the markers of the system's blocks, without which an overview would lose them. */
const KEPT = [REDACTED, ...withBlocks('', { index: '', state: '', compaction: '' }).trim().split(/\n+/)]
  .map(literal)
  .join('|');

/** Strings and bare words of a JSON text. Lazy: a group per escape would overflow the regex stack on long strings. */
const JSON_TOKEN = /"[^]*?(?<!\\)(?:\\\\)*"|[\w.+-]+/g;

/** From 12 UTF-16 units on, a passage does not occur in another text by chance. */
export const isUnmistakable = (passage: string): boolean => passage.trim().length >= 12;

/** Returns a text without quotations unchanged. JSON stays valid JSON; `json` marks a bare number as JSON. */
type Redact = (text: string, json?: boolean) => string;

/**
 * Cuts a passage of 12 or more UTF-16 units wherever it occurs, and a shorter one only as whole words: `4711` leaves
 * `my pin is 4711`, but `tea` does not leave `team`. Finds passages also in JSON strings and in JSON inside JSON strings,
 * where they are escaped once or twice.
 */
export function redactor(passages: readonly string[]): Redact {
  // Longest first: after the cut of a part, the whole passage would no longer be found.
  const cuts = passages
    .map((passage) => passage.trim())
    .filter((passage) => passage !== '')
    .sort((one, other) => other.length - one.length)
    .flatMap((passage) => {
      const edge = isUnmistakable(passage) ? '' : EDGE;
      return [...new Set([escaped(escaped(passage)), escaped(passage), passage])].map((form) => {
        return [form, new RegExp(`(${KEPT})|${edge}${literal(form)}${edge}`, 'gu')] as const;
      });
    });
  const cut = (text: string): string =>
    cuts.reduce((rest, [form, pattern]) => {
      return rest.includes(form) ? rest.replace(pattern, (_, kept = REDACTED) => kept) : rest;
    }, text);
  const redact: Redact = (text, json = isJson(text)) => {
    if (!json) return cut(text);
    const tokens = text.replace(JSON_TOKEN, (token) => {
      const said = token.startsWith('"') ? (JSON.parse(token) as string) : token;
      const rest = redact(said);
      return rest === said ? token : JSON.stringify(rest);
    });
    // A passage across several tokens breaks the JSON, so the rest becomes a JSON string.
    const rest = cut(tokens);
    return rest === tokens ? rest : JSON.stringify(rest);
  };
  return redact;
}

/** True for arrays, objects and strings; a bare number is plain text. */
function isJson(text: string): boolean {
  try {
    return /^\s*["[{]/.test(text) && JSON.parse(text) !== undefined;
  } catch {
    // Broken JSON is plain text.
    return false;
  }
}
