// Text that others may have written, shown to a model as data. Pure.
// Three walls, each enough against a reader of lines: every line of the text carries a prefix, so that none of it can
// begin a tag or a comment; both tags carry a nonce that the text cannot hold; what no reader sees is made visible.
import { invalidInput } from '../../errors.ts';

export interface Fence {
  /** The tag: a lower-case letter, then up to 39 of a–z, 0–9, _. */
  readonly name: string;
  /** 12–64 of a–z and 0–9, not known to whoever wrote the text. Fixed for an epoch, for the prompt's prefix to stay. */
  readonly nonce: string;
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/;
const NONCE = /^[0-9a-z]{12,64}$/;
export const PREFIX = '| ';

/** Whatever anyone takes for the end of a line; \x1c–\x1e, which Python splits at, are shown as escapes below. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Scripts in which a joiner (U+200C, U+200D) changes what is written: Persian plurals, Indic conjuncts. */
const JOINING =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}' +
  '\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Mymr}\\p{scx=Khmr}';

/** What is invisible and yet part of what is written: at most one after a sign that it belongs to, so it hides nothing. */
const MEANT = [
  // Emoji that are joined; one that chooses its colour; a flag of a part of Britain, the only ones in use.
  '(?:\\p{Extended_Pictographic}\\ufe0f?|\\p{Emoji_Modifier})\\u200d(?=\\p{Extended_Pictographic})',
  '\\p{Emoji}[\\ufe0e\\ufe0f]',
  '\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
  `[${JOINING}][\\u200c\\u200d]`,
  '\\p{scx=Mong}[\\u180b-\\u180f]',
  // A variant of a Han character, as in names.
  '\\p{Script=Han}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
].join('|');

/** Controls but tab and line feed, bidi and other formats, fillers, tags, variation selectors, half surrogates. */
const HIDDEN =
  '[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Noncharacter_Code_Point}\\p{Cs}\\ufff9-\\ufffb]';

const MEANT_OR_HIDDEN = new RegExp(`(${MEANT})|${HIDDEN}`, 'gu');

/**
 * Models that run on the device know these wherever they stand, also inside a line: as text they would end the message
 * or begin another one.
 */
const CONTROL_TOKEN =
  /<[|｜][^\s<>|｜]{1,64}[|｜]>|<\/?(?:s|bos|eos|start_of_turn|end_of_turn|tool_call|tool_response)>|<<\/?SYS>>|\[\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]/g;

/**
 * The text between two tag lines, each of its lines after `| `; without a last line break.
 *
 * What hides is shown, `\u{202e}`, rather than dropped: nothing is lost, the model sees that something was there, and
 * no two halves close up to a tag. Emoji, Persian, Indic scripts and Han variants stay as they are written.
 * @throws invalid-input: a name or nonce of another form
 */
export function fenced(text: string, fence: Fence): string {
  const [opening, closing] = tags(fence);
  const lines = withoutNonce(plain(text), fence.nonce).replaceAll('\n', `\n${PREFIX}`);
  return `${opening}\n${PREFIX}${lines}\n${closing}`;
}

/**
 * What a reader of the fenced text finds in it: the text with plain line breaks and escapes; the same text when it is
 * fenced again. @throws invalid-input: not one text in this fence
 */
export function unfenced(text: string, fence: Fence): string {
  const [opening, closing] = tags(fence);
  const lines = text.split('\n');
  const inner = lines.slice(1, -1);
  const wrong = inner.findIndex((line) => !line.startsWith(PREFIX));
  if (lines.length < 3 || lines[0] !== opening || lines.at(-1) !== closing || wrong >= 0) {
    const where = wrong >= 0 ? `; line ${wrong + 2} has no prefix` : '';
    throw invalidInput('text', `lines after '${PREFIX}' between ${opening} and ${closing}${where}`);
  }
  return inner.map((line) => line.slice(PREFIX.length)).join('\n');
}

/** @throws invalid-input */
export function checkNonce(nonce: string): void {
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) throw invalidInput('nonce', '12 to 64 of a–z and 0–9');
}

function tags({ name, nonce }: Fence): readonly [string, string] {
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw invalidInput('name', 'a lower-case letter, then up to 39 of a–z, 0–9 and _');
  }
  checkNonce(nonce);
  return [`<${name} nonce="${nonce}">`, `</${name} nonce="${nonce}">`];
}

const plain = (text: string): string =>
  text
    .replace(LINE_BREAK, '\n')
    .replace(MEANT_OR_HIDDEN, (found: string, meant?: string) => meant ?? escaped(found))
    .replace(CONTROL_TOKEN, escapedFirst);

/** A text may quote the nonce of its epoch; also where two of them overlap, and in capitals. */
const withoutNonce = (text: string, nonce: string): string =>
  text.replace(new RegExp(`${nonce.charAt(0)}(?=${nonce.slice(1)})`, 'giu'), escaped);

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
const escapedFirst = (token: string): string => escaped(token) + token.slice(1);
