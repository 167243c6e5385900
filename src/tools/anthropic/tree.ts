// Maps Anthropic's paths below `/memories` to the tree and back, and lists directories in Anthropic's format.
// `/memories/overview.md`, `/memories/detail/…` and `/memories/archive/…` are the files of the tree. Any other name is
// short for a file in detail/, and every answer shows it as `/memories/detail/…`. Where there is no such file, a name
// may be the address of a text that is no file: `/memories/messages/3`.
import type { FileEntry } from '../../api/files.ts';
import { addressOf, FOLDERS, inFolder, isInFolder, OVERVIEW } from '../../tree/paths.ts';

const ROOT = '/memories';
const FIXED: readonly string[] = FOLDERS;
const DEEPEST_LISTED = 2;
const UNITS = ['B', 'K', 'M', 'G'];

/** Ends a command; `message` is the whole answer. */
export class CommandRefusal extends Error {}

export interface VirtualPlace {
  /** Path in the tree; empty for `/memories` itself. */
  readonly path: string;
  /** Path that answers show. */
  readonly shown: string;
  /** Address of a text that is no file, where the name can be one. */
  readonly address?: string;
  /** Whether it is a directory that always exists and cannot be changed. */
  readonly isFixed: boolean;
}

export const shownPath = (path: string): string => (path === '' ? ROOT : `${ROOT}/${path}`);

/** Finds the place of a path. @throws CommandRefusal when the path is not below `/memories` */
export function locate(given: string): VirtualPlace {
  const name = given.length > 200 ? `${given.slice(0, 200).toWellFormed()}…` : given;
  if (given !== ROOT && !given.startsWith(`${ROOT}/`))
    throw new CommandRefusal(`Error: Path must start with ${ROOT}, got: ${name}`);
  if (leavesRoot(given)) throw new CommandRefusal(`Error: Path ${name} would escape ${ROOT} directory`);
  const rest = given.slice(ROOT.length + 1).replace(/\/$/, '');
  const [first = ''] = rest.split('/');
  // `Overview.md` must not become detail/Overview.md: the path rules reject the wrong case.
  const isNamed = rest === '' || [OVERVIEW, ...FIXED].includes(first.toLowerCase());
  const path = isNamed ? rest : inFolder('detail', rest);
  const isFixed = path === '' || FIXED.includes(path);
  return { path, shown: shownPath(path), isFixed, ...(!isNamed && addressOf(rest) && { address: rest }) };
}

/** Returns the files in the directory, at any depth. */
export const filesIn = (folder: string, files: readonly FileEntry[]): readonly FileEntry[] =>
  folder === '' ? files : files.filter(({ path }) => isInFolder(path, folder));

export function listing({ path: folder, shown }: VirtualPlace, files: readonly FileEntry[]): string {
  const inside = filesIn(folder, files);
  const sizes = new Map(folder === '' ? FOLDERS.map((name) => [`${name}/`, 0]) : []);
  for (const { path, bytes } of inside) {
    const names = path.slice(folder === '' ? 0 : folder.length + 1).split('/');
    if (names.includes('node_modules')) continue;
    for (let depth = 1; depth <= Math.min(DEEPEST_LISTED, names.length); depth++) {
      const entry = names.slice(0, depth).join('/') + (depth < names.length ? '/' : '');
      sizes.set(entry, (sizes.get(entry) ?? 0) + bytes);
    }
  }
  // NUL sorts before every character, so the entries of a directory follow it directly.
  const key = (entry: string): string => entry.replace(/\/$/, '').replaceAll('/', '\0');
  const entries = [...sizes].sort(([one], [other]) => (key(one) < key(other) ? -1 : 1));
  const total = inside.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    `Here're the files and directories up to 2 levels deep in ${shown}, excluding hidden items and node_modules:`,
    `${humanSize(total)}\t${shown}`,
    ...entries.map(([entry, bytes]) => `${humanSize(bytes)}\t${shown}/${entry}`),
  ].join('\n');
}

function humanSize(bytes: number): string {
  let [size, unit] = [bytes, 0];
  for (; size >= 1024 && unit < UNITS.length - 1; unit++) size /= 1024;
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${UNITS[unit]}`;
}

/** Whether a path contains `..`, also with backslashes or percent-encoded. */
const leavesRoot = (path: string): boolean =>
  path
    .replace(/%(25)*2e/gi, '.')
    .split(/[/\\]|%(?:25)*(?:2f|5c)/i)
    .includes('..');
