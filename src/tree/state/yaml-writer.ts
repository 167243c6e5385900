// Writes YAML that reads the same in versions 1.1 and 1.2. Pure.
import {
  checkKey,
  DEEPEST,
  ESCAPES,
  NUMBER_LIKE,
  refused,
  TYPED_WORD,
  UNPRINTABLE,
  type Yaml,
} from './yaml-grammar.ts';

const ESCAPED = new RegExp(`["\\\\\n\t]|${UNPRINTABLE.source}`, 'g');

/** YAML 1.1 reads these as booleans, a merge, a default value, a timestamp. */
const TYPED_IN_YAML_1_1 = /^(?:y|n|yes|no|on|off|<<|=)$|^\d{4}-\d\d?-\d\d?(?:[t\s]|$)/i;
/** What a plain text cannot hold because it would be structure, a comment, or trimmed. */
const NEEDS_QUOTES = /^$|^\s|\s$|^-(?: |$)|^[?:,[\]{}#&*!|>'"%@`]|^(?:---|\.\.\.)(?: |$)|^~~~|: |:$| #|[\n\t]/;
/** Blanks at the start, several line ends at the end, a line of blanks, or a fence that would close the block's own. */
const NOT_LITERAL = /^\s|\n\n$|\n[ \t]+(?:\n|$)|(?:^|\n)[ \t]*(?:```|~~~)/;

/**
 * Two spaces per level, keys in their order, texts in double quotes only where they would read as something else.
 * @throws invalid-input for what YAML cannot hold: NaN, infinities, half surrogate pairs, more than 32 levels
 */
export function writeYaml(value: Yaml): string {
  // A literal text needs something to be indented from.
  const lines = typeof value === 'string' ? [writeText(value)] : writeLines(value, 1);
  return `${lines.join('\n')}\n`;
}

/** Lines after the first are one level further in when the value stands after `-`, or as a literal text after a key. */
function writeLines(value: Yaml, depth: number): string[] {
  if (typeof value === 'string') return isLiteral(value) ? writeLiteral(value) : [writeText(value)];
  if (typeof value === 'number' && Number.isFinite(value)) return [JSON.stringify(value)];
  if (value === null || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'object') throw refused(undefined, `NaN, an infinity or a value of type ${typeof value}`);
  if (!isBlock(value)) return [isList(value) ? '[]' : '{}'];
  if (depth > DEEPEST) throw refused(undefined, `more than ${DEEPEST} levels`);
  if (isList(value)) {
    const items = Array.from(value, (item) => writeLines(item, depth + 1));
    return items.flatMap(([first = '', ...rest]) => [`- ${first}`, ...rest.map(indented)]);
  }
  return Object.entries(value).flatMap(([key, entry]) => {
    const start = `${writeText(checkKey(undefined, key))}:`;
    const [first = '', ...rest] = writeLines(entry, depth + 1);
    return [...(isBlock(entry) ? [start, indented(first)] : [`${start} ${first}`]), ...rest.map(indented)];
  });
}

const isList = (value: Yaml): value is readonly Yaml[] => Array.isArray(value);

const isBlock = (value: Yaml): boolean =>
  typeof value === 'object' && value !== null && (isList(value) ? value : Object.keys(value)).length > 0;

const indented = (line: string): string => (line === '' ? '' : `  ${line}`);

const isLiteral = (text: string): boolean =>
  text.includes('\n') && text.isWellFormed() && !UNPRINTABLE.test(text) && !NOT_LITERAL.test(text);

const writeLiteral = (text: string): string[] =>
  text.endsWith('\n') ? ['|', ...text.slice(0, -1).split('\n')] : ['|-', ...text.split('\n')];

function writeText(text: string): string {
  if (!text.isWellFormed()) throw refused(undefined, 'half of a surrogate pair');
  const readsOtherwise = TYPED_WORD.test(text) || NUMBER_LIKE.test(text) || TYPED_IN_YAML_1_1.test(text);
  if (!readsOtherwise && !NEEDS_QUOTES.test(text) && !UNPRINTABLE.test(text)) return text;
  const short = (character: string) => Object.keys(ESCAPES).find((name) => ESCAPES[name] === character);
  const hex = (character: string) => `u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `"${text.replace(ESCAPED, (character) => `\\${short(character) ?? hex(character)}`)}"`;
}
