// Reads and writes a strict subset of YAML 1.2; what is not understood is refused with its line, never guessed. Pure.
// What is written reads the same in YAML 1.1 and 1.2. Comments are passed over, so they do not survive a rewrite.
import { WorkingMemoryError } from '../errors.ts';

export type Yaml = null | boolean | number | string | readonly Yaml[] | { readonly [key: string]: Yaml };

const UNDERSTOOD =
  'maps and lists in block form, one-line texts (plain, \'…\', or "…" with \\" \\\\ \\n \\t \\uXXXX), numbers, ' +
  'true, false, null, [], {}, literal texts (| or |-) and # comments, indented by spaces';

/** Levels of maps and lists. */
const DEEPEST = 32;
/** UTF-16 units; written with every character escaped a key stays below YAML's limit of 1,024. */
const LONGEST_KEY = 128;
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];

/** Characters that YAML, or some reader of it, does not take as they are. */
const UNPRINTABLE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;
const ESCAPED = new RegExp(`["\\\\\n\t]|${UNPRINTABLE.source}`, 'g');

/** What YAML 1.2 reads as null or a boolean, in every spelling. */
const TYPED_WORD = /^(?:~|null|true|false)$/i;
/** A superset of the numbers of YAML 1.1 and 1.2. */
const NUMBER_LIKE = /^[-+]?(?:\.?\d[\d_.:]*(?:e[-+]?\d+)?|0[xob][\da-f_]+|\.(?:inf|nan))$/i;
/** YAML 1.1 reads these as booleans, a merge, a default value, a timestamp. */
const TYPED_IN_YAML_1_1 = /^(?:y|n|yes|no|on|off|<<|=)$|^\d{4}-\d\d?-\d\d?(?:[t\s]|$)/i;
/** What a plain text cannot hold because it would be structure, a comment, or trimmed. */
const NEEDS_QUOTES = /^$|^\s|\s$|^-(?: |$)|^[?:,[\]{}#&*!|>'"%@`]|^(?:---|\.\.\.)(?: |$)|^~~~|: |:$| #|[\n\t]/;
/** Blanks at the start, several line ends at the end, a line of blanks, or a fence that would close the block's own. */
const NOT_LITERAL = /^\s|\n\n$|\n[ \t]+(?:\n|$)|(?:^|\n)[ \t]*(?:```|~~~)/;

/** By first character. */
const NOT_PLAIN: Readonly<Record<string, string>> = {
  '&': 'an anchor',
  '*': 'an alias',
  '!': 'a tag',
  '>': 'a folded text',
  '|': 'a literal text that has an option or does not follow "key:" or "-"',
  '[': 'a list in [ ] with content',
  '{': 'a map in { } with content',
  '%': 'a directive, or a text that starts with %',
};

/** Each part fits in one way only, so that a long text without its end is refused in linear time. */
const QUOTED = /^(?:"([^"\\]*(?:\\.[^"\\]*)*)"|'([^']*(?:''[^']*)*)')/;
const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', t: '\t' };

interface Line {
  readonly number: number;
  /** Spaces before the text. */
  readonly indent: number;
  readonly text: string;
}

/**
 * The value of one document; of a text without any, null. Plain numbers are numbers when JSON writes them the same way:
 * `1.0`, `007` and `1e3` are texts. Keys that read as whole numbers come first, as in every JavaScript object.
 * @throws invalid-input with the line and what is understood
 */
export function readYaml(text: string): Yaml {
  const reader = new Reader(text.replaceAll('\r\n', '\n').split('\n').map(toLine));
  const value = reader.block(1);
  const rest = reader.peek();
  if (rest) throw refused(rest, 'no place under the lines above (a text stands on one line, siblings in one column)');
  return value;
}

class Reader {
  private at = 0;

  constructor(private readonly lines: Line[]) {}

  /** The line to read next, past blanks and comments. */
  peek(): Line | undefined {
    for (; this.at < this.lines.length; this.at++) {
      const line = this.lines[this.at];
      if (!line || line.text === '' || line.text.startsWith('#')) continue;
      if (line.text.startsWith('\t')) throw refused(line, 'a tab as indentation');
      return line;
    }
    return undefined;
  }

  /** Whatever begins at the next line; null at the end. */
  block(depth: number): Yaml {
    const line = this.peek();
    if (!line) return null;
    if (isItem(line.text) || splitKey(line)) {
      if (depth > DEEPEST) throw refused(line, `more than ${DEEPEST} levels`);
      return isItem(line.text) ? this.list(line.indent, depth) : this.map(line.indent, depth);
    }
    this.at++;
    return scalar(line, line.text);
  }

  private list(indent: number, depth: number): Yaml {
    const items: Yaml[] = [];
    for (let line = this.peek(); line?.indent === indent && isItem(line.text); line = this.peek()) {
      const rest = withoutIndent(line.text.slice(1));
      const inner = { number: line.number, indent: indent + line.text.length - rest.length, text: rest };
      if (isItem(rest) || splitKey(inner)) {
        // A block after the dash begins a line of its own, further in.
        this.lines[this.at] = inner;
        items.push(this.block(depth + 1));
      } else items.push(this.after(line, rest, depth));
    }
    return items;
  }

  private map(indent: number, depth: number): Yaml {
    const map: Record<string, Yaml> = {};
    for (let line = this.peek(); line?.indent === indent && !isItem(line.text); line = this.peek()) {
      const entry = splitKey(line);
      if (!entry) throw refused(line, 'a text where "key: value" is needed; texts stand on one line');
      if (Object.hasOwn(map, entry.key)) throw refused(line, 'a key that its map already has');
      map[entry.key] = this.after(line, entry.rest, depth, true);
    }
    return map;
  }

  /** The value after `key:` or `-`: on the same line, as a literal text, or as a block on the lines below. */
  private after(line: Line, rest: string, depth: number, isEntry = false): Yaml {
    this.at++;
    if (rest.startsWith('|')) return this.literal(line, rest);
    if (rest !== '' && !rest.startsWith('#')) return scalar(line, rest);
    const next = this.peek();
    // A list may stand in the column of its key.
    const furthest = next && isEntry && isItem(next.text) ? line.indent : line.indent + 1;
    return next && next.indent >= furthest ? this.block(depth + 1) : null;
  }

  private literal(start: Line, header: string): string {
    const chomp = withoutComment(header);
    if (chomp !== '|' && chomp !== '|-') throw refused(start, 'a literal text with an option other than |-');
    const content: string[] = [];
    /** 0 until the first line that is not blank. */
    let indent = 0;
    let deepestBlank = 0;
    for (let line = this.lines[this.at]; line; line = this.lines[++this.at]) {
      const isBlank = line.text === '' && (indent === 0 || line.indent <= indent);
      if (!isBlank && line.indent <= start.indent) break;
      if (isBlank) deepestBlank = Math.max(deepestBlank, line.indent);
      else if (indent === 0) indent = line.indent;
      if (!isBlank && line.indent < Math.max(indent, deepestBlank)) throw refused(line, 'a literal text with uneven indentation');
      content.push(isBlank ? '' : ' '.repeat(line.indent - indent) + line.text);
    }
    while (content.at(-1) === '') content.pop();
    if (content.length === 0) throw refused(start, 'an empty literal text (write "")');
    return content.join('\n') + (chomp === '|' ? '\n' : '');
  }
}

function toLine(text: string, index: number): Line {
  const inside = withoutIndent(text);
  const line = { number: index + 1, indent: text.length - inside.length, text: inside };
  if (UNPRINTABLE.test(text)) throw refused(line, 'an invisible character (in "…" it can be written \\uXXXX)');
  if (!text.isWellFormed()) throw refused(line, 'half of a surrogate pair');
  return line;
}

const isItem = (text: string): boolean => text === '-' || text.startsWith('- ');

/** Undefined when the line has no key. */
function splitKey(line: Line): { key: string; rest: string } | undefined {
  const { text } = line;
  const quoted = readQuoted(line, text);
  if (quoted) {
    const { value, after } = quoted;
    const isKey = after === ':' || after.startsWith(': ');
    return isKey ? { key: checkKey(line, value), rest: withoutIndent(after.slice(1)) } : undefined;
  }
  const plain = text.startsWith('#') ? '' : withoutComment(text);
  const end = `${plain} `.indexOf(': ');
  if (end < 0) return undefined;
  const key = checkPlain(line, plain.slice(0, end));
  if (key === '' || key.endsWith(' ')) throw refused(line, 'a colon without a key directly before it');
  if (key === '<<' || TYPED_WORD.test(key) || NUMBER_LIKE.test(key)) throw refused(line, 'a key that is no text (quote it)');
  return { key: checkKey(line, key), rest: withoutIndent(text.slice(end + 1)) };
}

function checkKey(line: Line | undefined, key: string): string {
  if (FORBIDDEN_KEYS.includes(key)) throw refused(line, `the key ${key}`);
  if (key.length > LONGEST_KEY) throw refused(line, `a key of more than ${LONGEST_KEY} characters`);
  return key;
}

function scalar(line: Line, text: string): Yaml {
  const quoted = readQuoted(line, text);
  if (quoted) {
    if (withoutComment(quoted.after) !== '') throw refused(line, 'a text that goes on after its closing quote');
    return quoted.value;
  }
  const plain = withoutComment(text);
  if (plain === '[]') return [];
  if (plain === '{}') return {};
  if (plain === 'null') return null;
  if (plain === 'true' || plain === 'false') return plain === 'true';
  if (TYPED_WORD.test(plain)) throw refused(line, `${plain} (write null, true or false, or quote the text)`);
  const number = Number(plain);
  return JSON.stringify(number) === plain ? number : checkPlain(line, plain);
}

function checkPlain(line: Line, text: string): string {
  const wrong = NOT_PLAIN[text.charAt(0)];
  if (wrong !== undefined) throw refused(line, `${wrong} (a text can be quoted)`);
  if (/^[\]},@`]|^[-?:](?: |$)/.test(text)) throw refused(line, `"${text.charAt(0)}" at the start of a text (quote it)`);
  if (/^(?:---|\.\.\.)(?: |$)/.test(text)) throw refused(line, 'a document marker');
  if (text.includes(': ') || text.endsWith(':')) throw refused(line, 'a second colon with a space (quote the text)');
  if (text.includes('\t')) throw refused(line, 'a tab outside quotes');
  return text;
}

/** The quoted text that the line starts with, and what stands after its closing quote; undefined without a quote. */
function readQuoted(line: Line, text: string): { value: string; after: string } | undefined {
  if (!/^["']/.test(text)) return undefined;
  const [all, double, single = ''] = QUOTED.exec(text) ?? [];
  if (all === undefined) throw refused(line, `a text without its closing ${text.charAt(0)} on the same line`);
  const value = double === undefined ? single.replaceAll("''", "'") : unescape(line, double);
  if (!value.isWellFormed()) throw refused(line, 'half of a surrogate pair');
  return { value, after: text.slice(all.length) };
}

const unescape = (line: Line, text: string): string =>
  text.replace(/\\(?:u([\da-f]{4})|(.))/giu, (all, hex: string | undefined, short = '') => {
    const meant = hex === undefined ? ESCAPES[short] : String.fromCharCode(Number.parseInt(hex, 16));
    if (meant === undefined) throw refused(line, `the escape ${all}`);
    return meant;
  });

/** Only spaces are trimmed: to YAML, what else looks blank is content. */
function withoutComment(text: string): string {
  let end = text.indexOf(' #');
  if (end < 0) end = text.length;
  while (text[end - 1] === ' ') end--;
  return text.slice(0, end);
}

const withoutIndent = (text: string): string => text.replace(/^ +/, '');

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

/** Without a line it was found in a value that is being written. */
function refused(line: Line | undefined, what: string): WorkingMemoryError {
  const where = line ? `Line ${line.number} of the YAML has` : 'This value cannot be written as YAML: it has';
  return new WorkingMemoryError('invalid-input', `${where} ${what}. Understood are ${UNDERSTOOD}.`, {
    argument: 'yaml',
    expected: UNDERSTOOD,
    received: line ? `line ${line.number}: ${what}` : what,
  });
}
