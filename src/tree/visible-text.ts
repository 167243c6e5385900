// Makes text by others safe to show to a model: reveals invisible characters, and breaks up every control token of a
// model. Pure.
import { withLineEndsOf, withReturns } from './line-ends.ts';

/** Line ends for anyone besides `\n` and `\r\n`; \x1c–\x1e, at which Python splits, are revealed below. */
const OTHER_LINE_BREAK = /\r(?!\n)|[\v\f\u0085\u2028\u2029]/g;

/** Scripts in which a joiner (U+200C, U+200D) changes what is written: Persian plurals, Indic conjuncts. */
const JOINING =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}' +
  '\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Mymr}\\p{scx=Khmr}';

/** Invisible characters that belong to a text: at most one after the sign it belongs to, so it hides nothing. */
const MEANT = [
  // The first half of a line break.
  '\\r(?=\\n)',
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
 * Tokens that models recognise anywhere, even inside a line: as text they would end a message or begin another one. By
 * family.
 */
const CONTROL_TOKEN = new RegExp(
  [
    // ChatML, Llama 3, DeepSeek, GLM, Phi, Command R, Harmony; newer Gemma, with one bar.
    '<[|｜][^\\s<>|｜]{1,64}[|｜]?>|<[^\\s<>|｜]{1,64}[|｜]>',
    // Llama 2 and Code Llama.
    '</?s>|<<\\/?SYS>>|<unk>|<(?:PRE|SUF|MID|EOT)>',
    // Mistral.
    '\\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|MODEL_SETTINGS|THINK)\\]',
    '\\[(?:ARGS|CALL_ID|IMG|IMG_BREAK|IMG_END|AUDIO|BEGIN_AUDIO|PREFIX|MIDDLE|SUFFIX)\\]',
    // Gemma.
    '<(?:bos|eos|pad|mask|(?:start|end)_of_(?:turn|image)|unused\\d{1,4})>',
    // Qwen and Hermes.
    '</?(?:tool_call|tool_response|tools|think)>',
    // GLM.
    '\\[[gs]?MASK\\]|<(?:sop|eop)>|</?arg_(?:key|value)>',
    // Seed OSS.
    '</?seed:[a-z_]{1,32}>',
    // MiniMax.
    '\\]~!?b[\\[\\]]|\\[e~\\[|</?minimax:[a-z_]{1,32}>',
    // T5 and Nemotron.
    '<extra_id_\\d{1,4}>|<SPECIAL_\\d{1,4}>',
    // Baichuan and InternLM.
    '<reserved_\\d{1,4}>|\\[UNUSED_TOKEN_\\d{1,4}\\]',
    // EXAONE.
    '\\[\\|[a-z]{1,32}\\|\\]',
    // Aya.
    '<(?:BOS|EOS|EOP|MASK)_TOKEN>|<(?:PAD|UNK|CLS|SEP)>',
    // StarCoder.
    '<(?:fim_(?:prefix|middle|suffix|pad)|file_sep|repo_name)>',
  ].join('|'),
  'g',
);

/**
 * Reveals hidden characters, as `\u{202e}`, rather than dropping them: nothing is lost, the model sees that something
 * was there, and no two halves join to form a tag. Emoji, Persian, Indic scripts and Han variants stay as they are
 * written.
 */
export const visibleText = (text: string): string =>
  text
    .replace(OTHER_LINE_BREAK, '\n')
    .replace(MEANT_OR_HIDDEN, (found: string, meant?: string) => meant ?? escaped(found))
    .replace(CONTROL_TOKEN, (token) => escaped(token) + token.slice(1));

/** Returns `\u{…}` for the first character. */
export const escaped = (character: string): string => `\\u{${(character.codePointAt(0) as number).toString(16)}}`;

/**
 * Returns a passage that a model copied from a visible text as the file spells it, and its replacement: escapes become
 * characters, and line ends those of the file.
 */
export function asInFile(file: string, find: string, replace: string): readonly [find: string, replace: string] {
  const [written, by] =
    file.includes(find) || file.includes(withReturns(find)) ? [find, replace] : [asWritten(find), asWritten(replace)];
  const passage = file.includes(written) ? written : withReturns(written);
  return [passage, withLineEndsOf(/\n/.test(passage) ? passage : file, by)];
}

/** Returns the text as it was before `visibleText`. */
const asWritten = (text: string): string =>
  text.replace(/\\u\{([\da-f]{1,6})\}/g, (shown, code: string) => {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : shown;
  });
