// Names that a later call may need verbatim (paths, ids, codes, dates, values by key), and a list of those that a
// compaction would hide. A summary can paraphrase a decision, but an id is right or wrong; so names get a list of their
// own, which costs little and saves the most look-ups. Pure, and linear in the text: one pass cuts it into pieces, and
// pieces longer than a name are skipped.
import type { ToolCall } from '../../tree/transcript/transcript.ts';
import { mentionsIn } from './mentions.ts';
import { endsBefore, type Steps } from '../steps.ts';

/** UTF-16 units. Anything longer is a blob or a whole query and would crowd out a dozen names. */
const LONGEST = 160;
const LONGEST_PAIR = 60;
/** Would end the line, or begin a comment, in the file that holds the list. */
const UNSAFE = /[\p{C}\u2028\u2029]|<!--/u;

/** A quoted key with its quoted value, if any; also escaped inside a JSON string, or as Python prints it. */
const KEYED =
  /\\?"([^"\\\n]{1,60})\\?"\s{0,4}:(?:\s{0,4}\\?"([^"\\\n]{1,60})\\?")?|'([^'\\\n]{1,60})'\s{0,4}:(?:\s{0,4}'([^'\\\n]{1,60})')?/;
/** A key of arguments, which are JSON. */
const KEY = /"([^"\\\n]{1,60})"\s{0,4}:/g;
const ADDRESS = /https?:\/\/[^\s"'`<>\\()[\]{}|，。；：！？、“”‘’「」『』《》（）【】]+/;
const WINDOWS_PATH = /\b[A-Za-z]:\\[^\s"'`<>|?*:;,()[\]{}，。；：！？、]+/;
const ISO_TIME = /\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w/-]|\.\w)/;
/** Escapes in a JSON string; otherwise `\nfile.ts` would read as nfile.ts. */
const ESCAPE = /\\[nrt]/;
const RUN = /[\p{L}\p{N}\p{M}_/.@#+~-]+/u;
// The order is one of preference: at each place the first pattern that matches takes its piece out of the text.
const PIECE = new RegExp(
  [KEYED, ADDRESS, WINDOWS_PATH, ISO_TIME, ESCAPE, RUN].map(({ source }) => source).join('|'),
  'gu',
);

/** Scripts without spaces, where a name may be surrounded by other text. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}';
const SPACED_PART = new RegExp(`[^${UNSPACED}]+`, 'gu');
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const WORD = /[\p{L}\p{N}\p{M}_-]+/gu;

const LEADING = /^(?:[@+-]|\.(?!\.?\/))+/;
const TRAILING = /[/.@#+~-]+$/;
const EXTENSION = /[^/\\]\.[A-Za-z][A-Za-z0-9]{0,7}$/;
const ROOTED = /^(?:~|\.\.?)?\/[^/]*\p{L}[^/]*\/[^/]/u;
const ISSUE = /^[\w.-]+\/[\w.-]+#\d+$/;
/** Without a slash only a known extension tells a file from `object.property`. */
const FILE =
  /^[\p{L}\p{N}\p{M}_.-]+\.(?:[cm]?[jt]sx?|py|ipynb|java|class|jar|kts?|go|rs|c|h|cc|cpp|hpp|cs|rb|php|swift|scala|lua|sh|bat|ps1|exe|dll|so|sql|db|html?|css|scss|less|vue|svelte|json[lc]?|ya?ml|toml|xml|ini|cfg|conf|env|lock|diff|patch|mdx?|txt|rst|tex|csv|tsv|log|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|mp[34]|wav|zip|t?gz|tar|wasm)$/u;
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;
const VERSION = /^v?\d+(?:\.\d+){2,}(?:[-+][\w.-]+)?$|^v\d+(?:\.\d+)+$/;
/** `jackson-core-2.15.1`, `gpt-4.1`. */
const VERSIONED = /^[A-Za-z][\w-]*-v?\d+(?:\.\d+)+$/;
const NUMBERED = /^#(?:\d+|[\w-]{4,})$/;
const DATE = /\d{4}([-/.])\d{2}\1\d{2}|\d{4}年\d{1,2}月(?:\d{1,2}日)?/;

/** For words without dots and slashes. */
const SNAKE = /^(?=.*\p{L}).*[^_]_+[^_]/u;
const CAMEL = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{3}/u;
const CODE = /^[A-Z0-9]{5,}$/;
/** A digit is required, as without one it would be a word. */
const HASH = /^(?=.*\d)(?=.*[a-z])[a-z0-9]{7,}$/;
/** UUIDs, `ABC-123`, `gpt-4o`, `555-0123`. */
const HYPHENED = /^(?=.*\d)[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)+$/u;
const SHORTEST_WORD = 5;

/**
 * The distinct names in a text, in order of first appearance: paths with an extension or from a root, URLs, e-mail
 * addresses, dates, versions, `#42`, `owner/repo#42`, codes and numbers of at least five characters, snake_case,
 * camelCase, hyphenated names with a digit, and JSON pairs as `key=value` of at most 60 UTF-16 units. A key alone names
 * the format rather than the content, unless it contains a digit.
 */
export function identifiersOf(text: string): string[] {
  const found = new Set<string>();
  for (const [piece, key, value, otherKey, otherValue] of text.matchAll(PIECE)) {
    const keyed = key ?? otherKey;
    if (keyed === undefined) addNames(piece, found);
    else addKeyed(keyed.trim(), (value ?? otherValue)?.trim(), found);
  }
  return [...found];
}

/** A pair is worth more than its parts: it says what the value is. Of a longer one the names in the value remain. */
function addKeyed(key: string, value: string | undefined, found: Set<string>): void {
  if (value === undefined) {
    if (/\d/.test(key)) addNames(key, found);
    return;
  }
  const pair = `${key}=${value}`;
  if (pair.length <= LONGEST_PAIR && /[\p{L}\p{N}]/u.test(value) && !UNSAFE.test(pair)) found.add(pair);
  else for (const name of identifiersOf(value)) found.add(name);
}

function addNames(piece: string, found: Set<string>): void {
  if (piece.length <= LONGEST) {
    const name = piece.replace(LEADING, '').replace(TRAILING, '');
    // From specific to general; each step passes on less text, so the recursion ends.
    if (isWhole(name)) found.add(name);
    else if (name.indexOf('#') > 0) addNames(name.slice(0, name.indexOf('#')), found);
    else if (HAS_UNSPACED.test(name)) addParts(name, found);
    else addWords(name, found);
  } else if (HAS_UNSPACED.test(piece)) {
    addParts(piece, found);
  }
}

function addParts(run: string, found: Set<string>): void {
  const date = run.length <= LONGEST ? DATE.exec(run)?.[0] : undefined;
  if (date !== undefined) found.add(date);
  for (const [part] of run.matchAll(SPACED_PART)) addNames(part, found);
}

function addWords(name: string, found: Set<string>): void {
  const date = DATE.exec(name)?.[0];
  if (date !== undefined) found.add(date);
  for (const [word] of name.replace(date ?? '', ' ').matchAll(WORD)) {
    if (word.length >= SHORTEST_WORD && HYPHENED.test(word)) found.add(word);
    else for (const part of word.split('-')) if (isWord(part)) found.add(part);
  }
}

function isWhole(name: string): boolean {
  if (name.length < 2 || UNSAFE.test(name)) return false;
  if (name.includes('://')) return true;
  if (name.includes('/') || name.includes('\\')) return EXTENSION.test(name) || ROOTED.test(name) || ISSUE.test(name);
  if (name.startsWith('#')) return NUMBERED.test(name) && (/\d/.test(name) || !isWord(name.slice(1)));
  if (name.includes('@')) return EMAIL.test(name);
  return (name.includes('.') && (FILE.test(name) || VERSION.test(name) || VERSIONED.test(name))) || ISO_TIME.test(name);
}

const isWord = (word: string): boolean =>
  word.length >= SHORTEST_WORD && (SNAKE.test(word) || CAMEL.test(word) || CODE.test(word) || HASH.test(word));

export interface IdentifierRequest {
  /** `index` of the message in its conversation, from 0, ascending. */
  readonly hidden: readonly { readonly text: string; readonly index: number }[];
  readonly visible: string;
  /** The conversation with its calls. Default: none are known, and no key comes before another one. */
  readonly messages?: readonly { readonly calls?: readonly Pick<ToolCall, 'arguments'>[] }[];
  /** In it the schemas of tools: calls may take a key of theirs, though none has yet. */
  readonly outside?: string | undefined;
  /** At least 0; a hard limit. */
  readonly maxTokens: number;
  readonly count: (text: string) => number;
  readonly namesOf?: ((text: string) => readonly string[]) | undefined;
}

export interface IdentifierLedger {
  /** One line: `; ` between names, `, ` between values of one key. Empty when there are no names or none fits. */
  readonly text: string;
  /** How many names it lists. */
  readonly listed: number;
  /** How many did not fit. */
  readonly left: number;
}

/**
 * Lists names of the hidden messages that the visible text does not mention, until the budget is used up.
 *
 * Rank: 0.5 × number of messages with the name + index of its last message ÷ number of messages. Ties: the later one,
 * then by UTF-16 units. Values under a key that no call has taken, such as the price beside an order's id, come behind
 * all others: what calls were made of, calls are made of again. Names with plain values, such as `cabin=economy`, come
 * last: a model can guess them. A name that appears alone and as a value is one name, listed with its key, one that calls
 * take before any other; suffixes of a listed path are not listed again.
 * `count` always gets whole texts, so the limit holds for counters that are not additive.
 */
export function* identifierLedger(request: IdentifierRequest): Steps<IdentifierLedger> {
  const { hidden, visible, maxTokens, count, namesOf, messages, outside } = request;
  const ranked = yield* rankedNames(hidden, namesOf, messages, outside);
  yield;
  const names = yield* unseen(ranked, visible);
  yield;
  const text = (length: number): string => listed(names.slice(0, length));
  const fits = (length: number): boolean => count(text(length)) <= maxTokens;
  // Doubling before bisection keeps the texts that are counted below twice the budget: O(log n) counts.
  let least = 0;
  let most = 1;
  while (most <= names.length && fits(most)) [least, most] = [most, most * 2];
  most = Math.min(most, names.length + 1);
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return { text: text(least), listed: least, left: names.length - least };
}

/** Groups values by key, `order=A1B2C, D3E4F`: writing the key once leaves room for more names. */
function listed(names: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const key = isPlain(name) ? undefined : /^[^=/]+=/.exec(name)?.[0];
    const group = key === undefined ? undefined : groups.get(key);
    if (key !== undefined && group) group.push(name.slice(key.length));
    else groups.set(key ?? name, [name]);
  }
  return [...groups.values()].map((group) => group.join(', ')).join('; ');
}

/** Whether the text behind `mentioned` names it. For a pair the value alone is enough, unless it is a plain word. */
export function isMentioned(identifier: string, mentioned: (name: string) => boolean): boolean {
  if (mentioned(identifier)) return true;
  const value = valueOf(identifier);
  return value !== undefined && value.length >= SHORTEST_WORD && !isPlain(identifier) && mentioned(value);
}

interface RankedName {
  /** Its identity: two spellings of one name share it. */
  readonly name: string;
  /** What is listed: with its key, where it has one. */
  shown: string;
  /** Number of messages that contain it, and the index of the last one. */
  messages: number;
  last: number;
}

/** The identity of a pair is its value where that is a name by itself: `id=A1B2C` and A1B2C are one name. */
function nameOf(identifier: string): string {
  const value = valueOf(identifier);
  if (value === undefined) return identifier;
  const [only, ...more] = identifiersOf(value);
  return only === value && more.length === 0 ? value : identifier;
}

const PAIR = /^([^=/]+)=(.*)$/;
const keyOf = (identifier: string): string | undefined => PAIR.exec(identifier)?.[1];
const valueOf = (identifier: string): string | undefined => PAIR.exec(identifier)?.[2];

/** Keys under which calls take their arguments, such as `order_id`; empty before the first call. */
function* argumentKeys(
  messages: Required<IdentifierRequest>['messages'],
  outside: string,
): Steps<ReadonlySet<string | undefined>> {
  const keys = new Set<string | undefined>();
  const read = (json: string): void => {
    for (const [, key] of json.matchAll(KEY)) keys.add(key);
  };
  for (const [at, { calls = [] }] of messages.entries()) {
    if (endsBefore(at)) yield;
    for (const call of calls) read(call.arguments);
  }
  // Not without calls: a system prompt may quote JSON, too.
  if (keys.size > 0) read(outside);
  return keys;
}

const isPlain = (identifier: string): boolean => /^(?:[A-Z]+|[^=/]+=[\p{Ll}\p{M} _]*)$/u.test(identifier);

/**
 * All names of the hidden messages, highest rank first (see `identifierLedger`). A name counts once per message, as a log
 * that repeats it a hundred times says no more about later calls.
 */
export function* rankedNames(
  hidden: readonly { readonly text: string; readonly index: number }[],
  namesOf: (text: string) => readonly string[] = identifiersOf,
  conversation: IdentifierRequest['messages'] = [],
  outside = '',
): Steps<readonly Readonly<RankedName>[]> {
  const argued = yield* argumentKeys(conversation, outside);
  const names = new Map<string, RankedName>();
  for (const [at, { text, index }] of hidden.entries()) {
    if (endsBefore(at)) yield;
    for (const identifier of namesOf(text)) {
      const name = nameOf(identifier);
      const known = names.get(name) ?? { name, shown: identifier, messages: 0, last: -1 };
      if (known.last !== index) known.messages++;
      known.last = index;
      if (known.shown === name || argued.has(keyOf(identifier))) known.shown = identifier;
      names.set(name, known);
    }
  }
  yield;
  const length = (hidden.at(-1)?.index ?? 0) + 1;
  const ranked = Array.from(names.values(), (one) => {
    const key = keyOf(one.shown);
    const isBeside = key !== undefined && argued.size > 0 && !argued.has(key);
    return { ...one, tier: isPlain(one.shown) ? 2 : Number(isBeside), score: 0.5 * one.messages + one.last / length };
  });
  return ranked.sort(
    (one, other) =>
      one.tier - other.tier || other.score - one.score || other.last - one.last || (one.name < other.name ? -1 : 1),
  );
}

/**
 * In the same order, without names that the visible text mentions and suffixes of paths listed before. A suffix that
 * ranks above its path is listed as well: it was written more often, or later.
 */
function* unseen(names: readonly Readonly<RankedName>[], visible: string): Steps<string[]> {
  const mentioned = mentionsIn(visible);
  const covered = new Set<string>();
  const listed: string[] = [];
  for (const [at, { name, shown }] of names.entries()) {
    if (endsBefore(at)) yield;
    if (covered.has(name) || isMentioned(shown, mentioned)) continue;
    listed.push(shown);
    for (let slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
      covered.add(name.slice(slash + 1));
    }
  }
  return listed;
}
