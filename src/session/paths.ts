// The one grammar of virtual paths: `overview.md`, `detail/…`, `archive/…`. Pure. Paths are rejected, never repaired.
import { WorkingMemoryError } from '../errors.ts';

export const OVERVIEW = 'overview.md';
const FOLDERS = ['detail', 'archive'];
const LONGEST_PATH = 255;
const LONGEST_SEGMENT = 100;
const DEEPEST = 4;

/** First rule that a path breaks, in this order; the name is `details.rule` of the error. */
const RULES: readonly (readonly [rule: string, breaks: (path: string) => boolean])[] = [
  ['empty', (path) => path === ''],
  ['too-long', (path) => path.length > LONGEST_PATH],
  ['half-surrogate', (path) => !path.isWellFormed()],
  ['control-character', (path) => /[\p{Cc}\u2028\u2029]/u.test(path)],
  ['invisible-character', (path) => /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(path)],
  ['forbidden-character', (path) => /[\\:*?"<>|%#]/.test(path)],
  ['not-nfc', (path) => path.normalize('NFC') !== path],
  // Compatibility forms and look-alikes must not turn into path syntax on another system.
  ['look-alike', (path) => /[\u2024\u2025\u2026\u2044\u2215\u29f8\u2216\ua789\u2236]/u.test(path) || compatibilitySyntax(path)],
  ['absolute', (path) => path.startsWith('/') || path.startsWith('~')],
  ['empty-segment', (path) => path.split('/').includes('')],
  ['traversal', (path) => path.split('/').some((segment) => segment === '.' || segment === '..')],
  ['hidden', (path) => path.split('/').some((segment) => segment.startsWith('.'))],
  ['outer-space-or-dot', (path) => path.split('/').some((segment) => segment !== segment.trim() || segment.endsWith('.'))],
  ['segment-too-long', (path) => path.split('/').some((segment) => segment.length > LONGEST_SEGMENT)],
  ['too-deep', (path) => path.split('/').length > DEEPEST],
  ['reserved-name', (path) => path.split('/').some(isReserved)],
  ['unknown-root', (path) => path !== OVERVIEW && !(FOLDERS.includes(path.split('/')[0] ?? '') && path.includes('/'))],
];

/**
 * Returns the path unchanged when it is allowed.
 * @throws path-not-allowed with the rule that it breaks.
 */
export function checkPath(path: unknown): string {
  if (typeof path !== 'string') throw notAllowed(String(path), 'not-a-text');
  for (const [rule, breaks] of RULES) if (breaks(path)) throw notAllowed(path, rule);
  return path;
}

/** Two paths with the same fold key would be one file on some system: only one of them may exist. */
export const foldKey = (path: string): string => path.normalize('NFKC').toLowerCase();

function notAllowed(path: string, rule: string): WorkingMemoryError {
  const shown = path.length > 60 ? `${path.slice(0, 60)}…` : path;
  return new WorkingMemoryError(
    'path-not-allowed',
    `Path ${JSON.stringify(shown)} is not allowed (${rule}). Use ${OVERVIEW}, detail/<name> or archive/<name>.`,
    { path: shown, rule },
  );
}

const compatibilitySyntax = (path: string): boolean => {
  const count = (text: string) => text.replace(/[^./\\%:]/g, '').length;
  return count(path.normalize('NFKC')) !== count(path);
};

const isReserved = (segment: string): boolean =>
  /^(con|prn|aux|nul|com\d|lpt\d|__proto__|constructor|prototype)(\.|$)/i.test(segment);
