// Names that a later call may need verbatim: paths, ids, codes, dates, values by key. Pure, and linear in the text: one
// pass cuts it into pieces, and pieces longer than a name are skipped.

/** Limits in UTF-16 units. Anything longer is a blob or a whole query and would crowd out a dozen names. */
const LONGEST = 160;
const LONGEST_PAIR = 60;
/** Matches characters that would end the line, or begin a comment, in the file that holds the list. */
const UNSAFE = /[\p{C}\u2028\u2029]|<!--/u;

/** Matches a quoted key with its quoted value, if any; also escaped inside a JSON string, or as Python prints it. */
const KEYED =
  /\\?"([^"\\\n]{1,60})\\?"\s{0,4}:(?:\s{0,4}\\?"([^"\\\n]{1,60})\\?")?|'([^'\\\n]{1,60})'\s{0,4}:(?:\s{0,4}'([^'\\\n]{1,60})')?/;
const ADDRESS = /https?:\/\/[^\s"'`<>\\()[\]{}|，。；：！？、“”‘’「」『』《》（）【】]+/;
const WINDOWS_PATH = /\b[A-Za-z]:\\[^\s"'`<>|?*:;,()[\]{}，。；：！？、]+/;
const ISO_TIME = /\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w/-]|\.\w)/;
/** Matches escapes in a JSON string; otherwise `\nfile.ts` would read as nfile.ts. */
const ESCAPE = /\\[nrt]/;
const RUN = /[\p{L}\p{N}\p{M}_/.@#+~-]+/u;
// The order is one of preference: at each place the first pattern that matches takes its piece out of the text.
const PIECE = new RegExp(
  [KEYED, ADDRESS, WINDOWS_PATH, ISO_TIME, ESCAPE, RUN].map(({ source }) => source).join('|'),
  'gu',
);

/** Scripts without spaces, where other text may surround a name. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}';
const SPACED_PART = new RegExp(`[^${UNSPACED}]+`, 'gu');
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const WORD = /[\p{L}\p{N}\p{M}_-]+/gu;

const LEADING = /^(?:[@+-]|\.(?!\.?\/))+/;
const TRAILING = /[/.@#+~-]+$/;
const EXTENSION = /[^/\\]\.[A-Za-z][A-Za-z0-9]{0,7}$/;
const ROOTED = /^(?:~|\.\.?)?\/[^/]*\p{L}[^/]*\/[^/]/u;
const ISSUE = /^[\w.-]+\/[\w.-]+#\d+$/;
/** Matches the name of a file. Without a slash only a known extension tells it from `object.property`. */
const FILE =
  /^[\p{L}\p{N}\p{M}_.-]+\.(?:[cm]?[jt]sx?|py|ipynb|java|class|jar|kts?|go|rs|c|h|cc|cpp|hpp|cs|rb|php|swift|scala|lua|sh|bat|ps1|exe|dll|so|sql|db|html?|css|scss|less|vue|svelte|json[lc]?|ya?ml|toml|xml|ini|cfg|conf|env|lock|diff|patch|mdx?|txt|rst|tex|csv|tsv|log|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|mp[34]|wav|zip|t?gz|tar|wasm)$/u;
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;
const VERSION = /^v?\d+(?:\.\d+){2,}(?:[-+][\w.-]+)?$|^v\d+(?:\.\d+)+$/;
/** Matches names such as `jackson-core-2.15.1`, `gpt-4.1`. */
const VERSIONED = /^[A-Za-z][\w-]*-v?\d+(?:\.\d+)+$/;
const NUMBERED = /^#(?:\d+|[\w-]{4,})$/;
const DATE = /\d{4}([-/.])\d{2}\1\d{2}|\d{4}年\d{1,2}月(?:\d{1,2}日)?/;

/** Patterns for words without dots and slashes. */
const SNAKE = /^(?=.*\p{L}).*[^_]_+[^_]/u;
const CAMEL = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{3}/u;
const CODE = /^[A-Z0-9]{5,}$/;
/** Matches a hash; one without a digit would be a word. */
const HASH = /^(?=.*\d)(?=.*[a-z])[a-z0-9]{7,}$/;
/** Matches UUIDs, `ABC-123`, `gpt-4o`, `555-0123`. */
const HYPHENED = /^(?=.*\d)[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)+$/u;
const SHORTEST_WORD = 5;

/**
 * Returns the distinct names in a text, in order of first appearance: paths with an extension or from a root, URLs,
 * e-mail addresses, dates, versions, `#42`, `owner/repo#42`, codes and numbers of at least five characters, snake_case,
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

/**
 * Adds a pair, which is worth more than its parts: it says what the value is. A longer pair leaves the names in its
 * value.
 */
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

/** Matches `key=value`, as `identifiersOf` writes a pair; a path is none. */
const PAIR = /^([^=/]+)=(.*)$/;
export const keyOf = (identifier: string): string | undefined => PAIR.exec(identifier)?.[1];
export const valueOf = (identifier: string): string | undefined => PAIR.exec(identifier)?.[2];

/** Whether a name is a word or a value that says nothing outside of its sentence: `READY`, `cabin=economy`. */
export const isPlain = (identifier: string): boolean => /^(?:[A-Z]+|[^=/]+=[\p{Ll}\p{M} _]*)$/u.test(identifier);

/**
 * Returns the identity of a name. For a pair it is the value, where that is a name by itself: `id=A1B2C` and A1B2C are
 * one.
 */
export function nameOf(identifier: string): string {
  const value = valueOf(identifier);
  if (value === undefined) return identifier;
  const [only, ...more] = identifiersOf(value);
  return only === value && more.length === 0 ? value : identifier;
}

/**
 * Whether the text behind `mentioned` has the name. For a pair the value alone is enough, unless it is a plain word.
 */
export function isMentioned(identifier: string, mentioned: (name: string) => boolean): boolean {
  if (mentioned(identifier)) return true;
  const value = valueOf(identifier);
  return value !== undefined && value.length >= SHORTEST_WORD && !isPlain(identifier) && mentioned(value);
}
