// Reads a strict subset of YAML 1.2; what is not understood is refused with its line, never guessed. Pure.
// Comments are passed over, so they do not survive a rewrite.
import { REDACTED } from '../transcript/redaction.ts';
import {
  checkKey,
  DEEPEST,
  ESCAPES,
  type Line,
  NUMBER_LIKE,
  refused,
  TYPED_WORD,
  UNPRINTABLE,
  type Yaml,
} from './yaml-grammar.ts';

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
      if (!isBlank && line.indent < Math.max(indent, deepestBlank))
        throw refused(line, 'a literal text with uneven indentation');
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
  if (key === '<<' || TYPED_WORD.test(key) || NUMBER_LIKE.test(key))
    throw refused(line, 'a key that is no text (quote it)');
  return { key: checkKey(line, key), rest: withoutIndent(text.slice(end + 1)) };
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
  // What a hard forget left in place of a text must not make the whole state unreadable.
  if (text.startsWith(REDACTED)) return text;
  const wrong = NOT_PLAIN[text.charAt(0)];
  if (wrong !== undefined) throw refused(line, `${wrong} (a text can be quoted)`);
  if (/^[\]},@`]|^[-?:](?: |$)/.test(text))
    throw refused(line, `"${text.charAt(0)}" at the start of a text (quote it)`);
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
