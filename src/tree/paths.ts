// The grammar of virtual paths: the files `overview.md`, `detail/…`, `archive/…`, and the addresses of texts that are
// not files. Pure. Invalid paths are rejected, never repaired.
import { WorkingMemoryError } from '../errors.ts';
import { hash } from './hash.ts';
import { SHARED, SHARED_ID } from './session-name.ts';
import { utf8Bytes } from './utf8-bytes.ts';

export const OVERVIEW = 'overview.md';
export const FOLDERS = ['detail', 'archive'] as const;
export type TreeFolder = (typeof FOLDERS)[number];
/** Prompts, templates and zips put this folder in front of every path of the tree. */
const TREE_FOLDER = 'working-memory/';
/** Prefix of Anthropic's memory tool. */
const MEMORIES = 'memories/';
const LONGEST_PATH = 255;
const LONGEST_SHOWN = 60;
const LONGEST_SEGMENT = 100;
/** Most bytes of one name in common file systems. */
const LONGEST_NAME_BYTES = 255;
const DEEPEST = 4;

/** Look-alikes of slash, backslash, colon and dot; ¥ and ₩ are the backslash in old Japanese and Korean encodings. */
const LOOK_ALIKES =
  /[\u2024-\u2026\u2044\u2215\u2216\u2236\u2571\u2572\u27cb\u27cd\u29f5\u29f8\u29f9\ua789\u00a5\u20a9]/u;

/** Checked in this order; the name of the first broken rule becomes `details.rule` of the error. */
const RULES: readonly (readonly [rule: string, breaks: (path: string) => boolean])[] = [
  ['empty', (path) => path === ''],
  ['too-long', (path) => path.length > LONGEST_PATH],
  ['half-surrogate', (path) => !path.isWellFormed()],
  ['control-character', (path) => /[\p{Cc}\u2028\u2029]/u.test(path)],
  // U+2800, the blank Braille pattern, is a symbol in Unicode and looks like a space.
  [
    'invisible-character',
    (path) => /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u.test(path),
  ],
  ['forbidden-character', (path) => /[\\:*?"<>|%#]/.test(path)],
  ['not-nfc', (path) => path.normalize('NFC') !== path],
  // Compatibility forms and look-alikes must not turn into path syntax on another system.
  ['look-alike', (path) => LOOK_ALIKES.test(path) || compatibilitySyntax(path)],
  ['absolute', (path) => path.startsWith('/') || path.startsWith('~')],
  ['empty-segment', (path) => path.split('/').includes('')],
  ['traversal', (path) => path.split('/').some((segment) => segment === '.' || segment === '..')],
  ['hidden', (path) => path.split('/').some((segment) => segment.startsWith('.'))],
  [
    'outer-space-or-dot',
    (path) => path.split('/').some((segment) => segment !== segment.trim() || segment.endsWith('.')),
  ],
  [
    'segment-too-long',
    (path) =>
      path.split('/').some((segment) => segment.length > LONGEST_SEGMENT || utf8Bytes(segment) > LONGEST_NAME_BYTES),
  ],
  ['too-deep', (path) => path.split('/').length > DEEPEST],
  ['reserved-name', (path) => path.split('/').some(isReserved)],
  ['unknown-root', (path) => path !== OVERVIEW && !FOLDERS.some((folder) => isInFolder(path, folder))],
];

/**
 * Returns an allowed path unchanged.
 * @throws path-not-allowed with the broken rule
 */
export function checkPath(path: unknown): string {
  if (typeof path !== 'string') throw notAllowed(`(${typeof path})`, 'not-a-text');
  for (const [rule, breaks] of RULES) if (breaks(path)) throw notAllowed(path, rule);
  return path;
}

/** Returns the path as prompts and zips show it: `overview.md` ⇒ `working-memory/overview.md`. */
export const withTreeFolder = (path: string): string => TREE_FOLDER + path;

/** Removes the folder, if present. Only its first occurrence at the very beginning counts. */
export const withoutTreeFolder = (shown: string): string =>
  hasTreeFolder(shown) ? shown.slice(TREE_FOLDER.length) : shown;

export const hasTreeFolder = (shown: string): boolean => shown.startsWith(TREE_FOLDER);

export const isInFolder = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/** @param name may hold slashes */
export const inFolder = (folder: TreeFolder, name: string): string => `${folder}/${name}`;

/** Returns the folder of a path that `checkPath` accepts; `overview` for the one file outside of both. */
export const scopeOf = (path: string): TreeFolder | 'overview' =>
  FOLDERS.find((folder) => isInFolder(path, folder)) ?? 'overview';

/** Returns the source of a pattern for a path in running text; the caller's suffix decides where the path ends. */
export const pathPattern = (): string => String.raw`overview\.md|(?:${[...FOLDERS, ...ROOTS].join('|')})\/.+?`;

/** First segments of addresses that are not files. */
const ROOTS = ['messages', 'results', 'transcript', 'items', 'shared', 'other'];
const NUMBERED = /^(messages|results|transcript)\/(\d{1,9})(?:\.(\d{1,9}))?$/;
const OF_CALL = /^results\/([^/]+)$/;
const OF_ITEM = /^items\/([^/]+)$/;
const ELSEWHERE = /^(?:shared|other\/([\da-f]{8}))\/(.+)$/s;

/** Address of a text that can be read but not written. */
export type TextAddress =
  /**
   * `number` counts in the list or, if `stored`, in the transcript; `result`, from 1, selects one of its tool results.
   */
  | { readonly kind: 'message'; readonly number: number; readonly stored: boolean; readonly result?: number }
  /** The newest result of the call with this id. */
  | { readonly kind: 'call'; readonly id: string }
  | { readonly kind: 'item'; readonly id: string }
  /** A text of another session, by the sign of its name, or of the shared memory. */
  | { readonly kind: 'elsewhere'; readonly sign: string | undefined; readonly path: string };

/** Returns undefined for anything else. */
export function addressOf(path: unknown): TextAddress | undefined {
  if (typeof path !== 'string') return undefined;
  const [, root, number, result] = NUMBERED.exec(path) ?? [];
  if (root !== undefined && (root === 'transcript' || (root === 'results') === (result !== undefined)))
    return {
      kind: 'message',
      number: Number(number),
      stored: root === 'transcript',
      ...(result !== undefined && { result: Number(result) }),
    };
  const [, id] = OF_CALL.exec(path) ?? [];
  if (id !== undefined) return { kind: 'call', id };
  const [, item] = OF_ITEM.exec(path) ?? [];
  if (item !== undefined) return { kind: 'item', id: item };
  const [whole, sign, inner] = ELSEWHERE.exec(path) ?? [];
  return whole === undefined ? undefined : { kind: 'elsewhere', sign, path: inner as string };
}

/** @param result from 1: one of its tool results instead of the whole message */
export const messagePath = (place: number, result?: number): string =>
  result === undefined ? `messages/${place}` : `results/${place}.${result}`;

/** Returns the path of a message that the list does not hold, by its number in the transcript. */
export const storedPath = (index: number, result?: number): string =>
  `transcript/${index}${result === undefined ? '' : `.${result}`}`;

export const itemPath = (id: string): string => `items/${id}`;

export const elsewherePath = (session: string, path: string): string =>
  session === SHARED ? SHARED_ID + path : `other/${signOf(session)}/${path}`;

/** Returns the sign of another session, as its name may tell about its owner. */
export const signOf = (session: string): string => hash(session).slice(0, 8);

/**
 * Whether an argument of some tool names the overview: in the form of the tree, of Anthropic's memory tool, or of a
 * path on disk that ends in `working-memory/overview.md`, with either kind of slash.
 */
export function namesOverview(argument: unknown): boolean {
  if (typeof argument !== 'string') return false;
  const path = argument
    .trim()
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '');
  return path === OVERVIEW || path === MEMORIES + OVERVIEW || `/${path}`.endsWith(`/${withTreeFolder(OVERVIEW)}`);
}

/**
 * Returns the fold key. Two paths with the same key are one file on some file system, so only one of them may exist.
 * Upper case in between joins letters that lower case alone keeps apart (ß and ss, the two small sigmas).
 */
export const foldKey = (path: string): string =>
  path.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');

/** Returns a path for messages: short, well-formed, with invisible and direction-changing characters escaped. */
export function shownPath(path: string): string {
  const characters = Array.from(path.toWellFormed());
  const visible = characters
    .slice(0, LONGEST_SHOWN)
    .map((one) =>
      /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\u2028\u2029]/u.test(one)
        ? `\\u{${one.codePointAt(0)?.toString(16)}}`
        : one,
    );
  return visible.join('').slice(0, LONGEST_SHOWN) + (characters.length > LONGEST_SHOWN ? '…' : '');
}

function notAllowed(path: string, rule: string): WorkingMemoryError {
  const shown = shownPath(path);
  return new WorkingMemoryError(
    'path-not-allowed',
    `Path "${shown}" is not allowed (${rule}). Use ${OVERVIEW}, detail/<name> or archive/<name>.`,
    { path: shown, rule },
  );
}

const compatibilitySyntax = (path: string): boolean => {
  const count = (text: string) => text.replace(/[^./\\%:]/g, '').length;
  return count(path.normalize('NFKC')) !== count(path);
};

/** Whether a segment is a device name of Windows, with any extension (superscript digits count), or a special key. */
const isReserved = (segment: string): boolean =>
  /^(con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d|__proto__|constructor|prototype)\s*(\.|$)/i.test(
    segment.normalize('NFKC'),
  );
