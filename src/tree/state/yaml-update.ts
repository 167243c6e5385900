// Changes some values of a YAML text by editing it where those values are, so that the rest keeps its spelling,
// comments, quotes and layout. Pure.
import { isCollection, isMap, isScalar, isSeq } from 'yaml';
import type { ParsedNode, YAMLMap, YAMLSeq } from 'yaml';
import { isList, isSame, isYamlMap, type Yaml, type YamlMap } from './yaml.ts';
import { keyOf, parseYaml, readYaml, valueOf } from './yaml-reader.ts';
import { writeInline, writeYaml } from './yaml-writer.ts';

type Collection = YAMLMap.Parsed | YAMLSeq.Parsed;

/** Position of a value: after a colon or a dash. */
interface ValuePosition {
  /** Offset directly after the sign. */
  readonly from: number;
  readonly sign: ':' | '-';
  /** Column of the map or list that holds the value. */
  readonly column: number;
  readonly inFlow: boolean;
}

/** Returns the text that reads as `value`, with the line ends of `text`. */
export function updatedYaml(text: string, value: YamlMap): string {
  const former = text.replaceAll('\r\n', '\n');
  const root = parseYaml(former);
  if (isSame(valueOf(root), value)) return text;
  const updated = updatedLines(former === '' || former.endsWith('\n') ? former : `${former}\n`, root, value);
  return text.includes('\r\n') ? updated.replaceAll('\n', '\r\n') : updated;
}

function updatedLines(text: string, root: ParsedNode | null, value: YamlMap): string {
  // A text of nothing but comments.
  if (!root) return text + writeYaml(value);
  if (isMap(root) && isBlock(root) && Object.keys(value).length > 0) {
    const edited = new Editor(text).edited(root, value);
    // A layout unknown to the editor costs comments and quotes, never a value.
    if (readsAs(edited, value)) return edited;
  }
  return writeYaml(value);
}

function readsAs(text: string, value: Yaml): boolean {
  try {
    return isSame(readYaml(text), value);
  } catch {
    return false;
  }
}

class Editor {
  readonly #text: string;
  readonly #edits: { readonly from: number; readonly to: number; readonly text: string }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  edited(root: YAMLMap.Parsed, value: YamlMap): string {
    this.#map(root, value);
    let result = '';
    let at = 0;
    // The sort is stable: if an inner and an outer addition meet, the inner one comes first.
    for (const { from, to, text } of this.#edits.sort((one, other) => one.from - other.from)) {
      result += this.#text.slice(at, from) + text;
      at = to;
    }
    return result + this.#text.slice(at);
  }

  #map(node: YAMLMap.Parsed, value: YamlMap): void {
    const added = new Map(Object.entries(value));
    for (const { key, value: former, srcToken } of node.items) {
      const next = value[keyOf(key)];
      added.delete(keyOf(key));
      const colon = srcToken?.sep?.find(({ type }) => type === 'map-value-ind')?.offset ?? key.range[1];
      if (next === undefined) this.#remove(key.range[0], former ?? key);
      else this.#value(former, next, { from: colon + 1, sign: ':', ...this.#siteOf(node) });
    }
    if (added.size > 0) this.#add(node, Object.fromEntries(added));
  }

  #list(node: YAMLSeq.Parsed, value: readonly Yaml[]): void {
    const former = node.items.map(valueOf);
    // A full list loses its oldest entries: the others are the same, further up.
    const shift = isBlock(node)
      ? former.findIndex((_, gone) => isSame(former.slice(gone), value.slice(0, former.length - gone)))
      : 0;
    const gone = Math.max(shift, 0);
    for (const [index, item] of node.items.entries()) {
      const dash = node.srcToken?.items[index]?.start.find(({ type }) => type === 'seq-item-ind')?.offset;
      const from = dash ?? item.range[0];
      const next = index < gone ? undefined : value[index - gone];
      if (next === undefined) this.#remove(from, item);
      else this.#value(item, next, { from: from + 1, sign: '-', ...this.#siteOf(node) });
    }
    const added = value.slice(former.length - gone);
    if (added.length > 0) this.#add(node, added);
  }

  #value(node: ParsedNode | null, value: Yaml, place: ValuePosition): void {
    if (isSame(valueOf(node), value)) return;
    const isKept = isFilled(node) && sizeOf(value) > 0 && (isBlock(node) || isGrown(valueOf(node), value));
    if (isKept && isMap(node) && isYamlMap(value)) this.#map(node, value);
    else if (isKept && isSeq(node) && isList(value)) this.#list(node, value);
    else this.#replace(node, value, place);
  }

  #replace(node: ParsedNode | null, value: Yaml, { from, sign, column, inFlow }: ValuePosition): void {
    const isThere = node !== null && node.range[1] > node.range[0];
    let end = isThere ? this.#endOf(node) : from;
    while (this.#text[end - 1] === '\n') end--;
    const lineEnd = this.#text.indexOf('\n', end);
    const isFollowed = this.#text.slice(end, lineEnd).trim() !== '';
    // Blanks at the end of the line would become part of a literal text.
    if (!isFollowed) end = lineEnd;
    // A comment or a bracket after it would become part of a block.
    const isInline = inFlow || isFollowed || (isFilled(node) && !isBlock(node));
    const written = isInline ? ` ${writeInline(value)}` : behind(sign, value);
    if (isThere && !isBlock(node) && !written.includes('\n')) this.#edit(node.range[0], end, written.slice(1));
    else this.#edit(from, end, indented(written, column));
  }

  #add(node: Collection, entries: Yaml): void {
    if (isBlock(node)) {
      const { column } = this.#siteOf(node);
      const at = this.#lineAfter(node);
      this.#edit(at, at, indented(`\n${writeYaml(entries)}`, column).slice(1));
    } else {
      const at = lastOf(node).range[1];
      this.#edit(at, at, `, ${writeInline(entries).slice(1, -1)}`);
    }
  }

  /** Removes a node with its lines; a comment above them stays. */
  #remove(from: number, node: ParsedNode): void {
    this.#edit(this.#lineStart(from), this.#lineAfter(node), '');
  }

  #edit(from: number, to: number, text: string): void {
    this.#edits.push({ from, to, text });
  }

  #siteOf(node: Collection): Pick<ValuePosition, 'column' | 'inFlow'> {
    return { column: node.range[0] - this.#lineStart(node.range[0]), inFlow: !isBlock(node) };
  }

  /** Returns the end of a node without the blank lines and comments below it, which the parser counts to a block. */
  #endOf(node: ParsedNode): number {
    return isFilled(node) && isBlock(node) ? this.#endOf(lastOf(node)) : node.range[1];
  }

  #lineAfter(node: ParsedNode): number {
    const end = this.#endOf(node);
    return this.#text[end - 1] === '\n' ? end : this.#text.indexOf('\n', end) + 1;
  }

  #lineStart(place: number): number {
    return this.#text.lastIndexOf('\n', place - 1) + 1;
  }
}

/** Whether a node is a collection on lines of its own, or a literal or folded text. */
const isBlock = (node: ParsedNode): boolean =>
  isCollection(node) ? !node.flow : isScalar(node) && node.type?.startsWith('BLOCK') === true;

const isFilled = (node: ParsedNode | null): node is Collection => isCollection(node) && node.items.length > 0;

function lastOf(node: Collection): ParsedNode {
  if (isSeq(node)) return node.items.at(-1) ?? node;
  const { key, value } = node.items.at(-1) ?? { key: node };
  return value ?? key;
}

const sizeOf = (value: Yaml): number => (typeof value === 'object' && value !== null ? Object.keys(value).length : 0);

/** Whether nothing has to be removed from it. */
const isGrown = (former: Yaml, value: Yaml): boolean =>
  isList(former)
    ? sizeOf(former) <= sizeOf(value)
    : Object.keys(former ?? {}).every((key) => isYamlMap(value) && Object.hasOwn(value, key));

/** Writes a value as it follows a colon or a dash at the start of a line. */
const behind = (sign: ':' | '-', value: Yaml): string =>
  (sign === ':' ? writeYaml({ k: value }).slice('k:'.length) : writeYaml([value]).slice('-'.length)).slice(0, -1);

const indented = (text: string, column: number): string => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(column)}`);
