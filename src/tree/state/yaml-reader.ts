// Reads YAML into plain values, and its nodes with their places in the text. Pure.
// Ambiguous YAML, and YAML in which an edit of one place would change another, is refused with its line, never guessed.
import { isAlias, isMap, isScalar, parseDocument } from 'yaml';
import type { ErrorCode, ParsedNode } from 'yaml';
import { REDACTED } from '../quotations/redaction.ts';
import { DEEPEST, refused, UNPRINTABLE, wrongKey, type Yaml } from './yaml.ts';
import { withNumbers } from './yaml-schema.ts';

const ALIAS = 'an alias, a text that starts with * (write the value out, or quote the text)';
const ANCHOR = 'an anchor, a text that starts with & (leave it out, or quote the text)';
const TAG = 'a tag, a text that starts with ! (leave it out, or quote the text)';
const DIRECTIVE = 'a directive (leave out the lines that start with %)';
const TOO_DEEP = `more than ${DEEPEST} levels`;

/** Faults that the parser words for programmers. */
const IN_OTHER_WORDS: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: ALIAS,
  BAD_DIRECTIVE: DIRECTIVE,
  BLOCK_AS_IMPLICIT_KEY: 'a second colon with a space (quote the text)',
  MULTIPLE_ANCHORS: ANCHOR,
  MULTIPLE_DOCS: 'the start of a second document (keep one)',
  NON_STRING_KEY: 'a key that is not a text',
  RESOURCE_EXHAUSTION: TOO_DEEP,
  TAB_AS_INDENT: 'a tab as indentation (use spaces)',
  TAG_RESOLVE_FAILED: TAG,
};

/**
 * As long as REDACTED, so that places stay, and without brackets: `task: [forgotten]` would be a list. The characters
 * around it are refused in texts, so no text contains it.
 */
const MASK = `\ufffe${REDACTED.slice(1, -1)}\uffff`;
const unmasked = (text: string): string => text.replaceAll(MASK, REDACTED);

/**
 * Returns the value of one document; null for a text without any. Keys are texts, whatever they look like. Keys that
 * read as whole numbers come first, as in every JavaScript object.
 * @throws invalid-input with the line and the requirement
 */
export function readYaml(text: string): Yaml {
  return valueOf(parseYaml(text.replaceAll('\r\n', '\n')));
}

/**
 * Returns the nodes of a text with `\n` as its line end; null if there are none.
 * @throws as readYaml
 */
export function parseYaml(text: string): ParsedNode | null {
  const unprintable = text.search(UNPRINTABLE);
  if (unprintable >= 0) {
    throw refused(lineOf(text, unprintable), 'an invisible character (in "…" it can be written \\uXXXX)');
  }
  if (!text.isWellFormed()) throw refused(lineOf(text, text.search(/\p{Surrogate}/u)), 'half of a surrogate pair');
  const { contents, errors, warnings, directives } = parseDocument<ParsedNode>(text.replaceAll(REDACTED, MASK), {
    schema: 'core',
    customTags: withNumbers,
    stringKeys: true,
    // checkNode looks at each key once; the parser would compare all pairs.
    uniqueKeys: false,
    keepSourceTokens: true,
    prettyErrors: false,
    logLevel: 'error',
  });
  const [fault] = [...errors, ...warnings];
  if (fault)
    throw refused(lineOf(text, fault.pos[0]), IN_OTHER_WORDS[fault.code] ?? `a fault (${unmasked(fault.message)})`);
  // %YAML 1.1 would turn "no" into false; %TAG redefines tags.
  if (directives.yaml.explicit === true || Object.keys(directives.tags).length > 1) throw refused(1, DIRECTIVE);
  checkNode(contents, text, 1);
  return contents;
}

const lineOf = (text: string, place: number): number => text.slice(0, place).split('\n').length;

function checkNode(node: ParsedNode | null, text: string, depth: number): void {
  if (!node) return;
  const [start] = node.range;
  const refuse = (what: string, at = start) => refused(lineOf(text, at), what);
  if (isAlias(node)) throw refuse(ALIAS);
  if (node.anchor !== undefined) throw refuse(ANCHOR, text.lastIndexOf('&', start));
  if (node.tag !== undefined) throw refuse(TAG, text.lastIndexOf('!', start));
  if (isScalar(node)) {
    if (typeof node.value === 'string' && !node.value.isWellFormed()) throw refuse('half of a surrogate pair');
    return;
  }
  if (depth > DEEPEST) throw refuse(TOO_DEEP);
  if (!isMap(node)) return node.items.forEach((item) => checkNode(item, text, depth + 1));
  const keys = new Set<string>();
  for (const { key, value } of node.items) {
    checkNode(key, text, depth + 1);
    const name = keyOf(key);
    const isMerge = isScalar(key) && key.type === 'PLAIN' && name === '<<';
    const wrong = isMerge ? 'a merge, the key << (write the keys out)' : wrongKey(name);
    if (wrong !== undefined) throw refuse(wrong, key.range[0]);
    if (keys.has(name)) throw refuse('a key that its map already has (keep one of the two)', key.range[0]);
    keys.add(name);
    checkNode(value, text, depth + 1);
  }
}

/** Returns the value of a node from parseYaml. */
export function valueOf(node: ParsedNode | null): Yaml {
  if (!node || isAlias(node)) return null;
  if (isScalar(node)) return typeof node.value === 'string' ? unmasked(node.value) : (node.value as Yaml);
  if (!isMap(node)) return node.items.map(valueOf);
  return Object.fromEntries(node.items.map(({ key, value }) => [keyOf(key), valueOf(value)]));
}

export const keyOf = (key: ParsedNode): string => (isScalar(key) ? unmasked(String(key.value ?? '')) : '');
