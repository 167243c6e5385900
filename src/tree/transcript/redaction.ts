// What a hard forget takes out of texts that quote the forgotten one. Pure.
import { withBlocks } from '../overview/system-blocks.ts';

export const REDACTED = '[forgotten]';

/** Part of a word in a script that puts spaces between words. In the scripts named here text runs on. */
const IN_WORD =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}_\p{M}]/u
    .source;
/** Not between two parts of one word. The letter of an escape such as `\n` is none: code and broken JSON hold them. */
const EDGE = `(?!(?<=${IN_WORD})(?<!\\\\[bfnrt])${IN_WORD})`;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Nobody's words: the mark itself, and the marks of the system's blocks, which an overview would lose. */
const KEPT = [REDACTED, ...withBlocks('', { index: '', state: '', compaction: '' }).trim().split(/\n+/)]
  .map(literal)
  .join('|');

/** Strings and bare words of a JSON text; lazy, since a step of the stack for each escape is too much for a long one. */
const JSON_TOKEN = /"[^]*?(?<!\\)(?:\\\\)*"|[\w.+-]+/g;

/** UTF-16 units; so long a text does not stand anywhere by chance. */
export const isUnmistakable = (passage: string): boolean => passage.trim().length >= 12;

/** A text that quotes nothing comes back as it is; JSON stays JSON, also a bare number that is said to be some. */
type Redact = (text: string, json?: boolean) => string;

/**
 * A passage of 12 characters or more is cut wherever it stands. A shorter one only as whole words: `4711` must go from
 * `my pin is 4711`, but `tea` is no part of `team`. Either also where it stands escaped, once or twice.
 */
export function redactor(passages: readonly string[]): Redact {
  // The longest first: what is cut for a part of it would hide it.
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
    // What reached over several tokens takes the form with it; as a text it is still JSON.
    const rest = cut(tokens);
    return rest === tokens ? rest : JSON.stringify(rest);
  };
  return redact;
}

/** A list, a map or a text; a bare number is a text of its own. */
function isJson(text: string): boolean {
  try {
    return /^\s*["[{]/.test(text) && JSON.parse(text) !== undefined;
  } catch {
    // That is the answer.
    return false;
  }
}
