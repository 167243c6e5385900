// A bundle as a zip of the session's folder: readable files in plain sight, the rest under `.working-memory/`. Pure.
// Equal states give equal bytes.
import type { Bundle, BundleLimits } from './form.ts';
import { BUNDLE_HEAD, checkBundle, type CheckedBundle, inOrder } from './bundle.ts';
import { canonicalJson } from '../tree/canonical-json.ts';
import { FOLDERS, hasTreeFolder, isInFolder, OVERVIEW, withoutTreeFolder, withTreeFolder } from '../tree/paths.ts';
import { notABundle, tooManyRecords } from './reading/not-a-bundle.ts';
import { RecordRefusal, SkipList } from './reading/skipped.ts';
import { type Sliced, SliceMeter } from './reading/slices.ts';
import { sessionFolder, workspaceFolder } from '../tree/folder-names.ts';
import { readZip } from './reading/zip-entries.ts';
import { ZipFile } from './zip-file.ts';

const HIDDEN = '.working-memory/';
const TRANSCRIPT = 'messages.jsonl';
const META = 'meta.json';
const MANIFEST = `${HIDDEN}manifest.json`;
const FILES = `${HIDDEN}files.jsonl`;

/** Lists under `.working-memory/` with their file names. */
const LISTS = {
  items: `${HIDDEN}items.jsonl`,
  tail: `${HIDDEN}evicted.jsonl`,
  history: `${HIDDEN}history.jsonl`,
  tombstones: `${HIDDEN}tombstones.jsonl`,
  journal: `${HIDDEN}journal.jsonl`,
} as const;

/** Parts of messages; only if there are any. */
const PARTS = `${HIDDEN}parts.jsonl`;

/** Fields about the session in the tree. */
const ABOUT = ['session', 'workspace', 'cwd', 'createdAt', 'title', 'salt', 'private'];
const ROOT = /^sessions\/--[^/]*\/[^/]+\//;

export const bundleToZip = (bundle: Bundle): Sliced<Uint8Array> => bundlesToZip([bundle]);

/** @param bundles one, or those of the sessions of one workspace */
export function* bundlesToZip(bundles: readonly Bundle[]): Sliced<Uint8Array> {
  const zip = new ZipFile();
  for (const bundle of bundles) yield* addTree(zip, inOrder(bundle));
  return zip.bytes();
}

function* addTree(zip: ZipFile, bundle: Bundle): Sliced<void> {
  const { workspace, session, format, version, manifest, files, deleted } = bundle;
  const root = `sessions/${workspaceFolder(workspace)}/${sessionFolder(session)}/`;
  const put = (path: string, texts: Iterable<string>): Sliced<void> => zip.add(root + path, texts);
  function* putFiles(is: (path: string) => boolean): Sliced<void> {
    for (const { path, text } of files) if (is(path)) yield* put(withTreeFolder(path), [text]);
  }
  yield* put(TRANSCRIPT, lines(bundle.messages));
  yield* put(META, lines([only(ABOUT, bundle)]));
  yield* putFiles((path) => path === OVERVIEW);
  for (const folder of FOLDERS) {
    yield* put(`${withTreeFolder(folder)}/`, []);
    yield* putFiles((path) => isInFolder(path, folder));
  }
  for (const [list, path] of Object.entries(LISTS)) yield* put(path, lines(bundle[list as keyof typeof LISTS]));
  if (bundle.parts) yield* put(PARTS, lines(bundle.parts));
  yield* put(MANIFEST, lines([{ format, version, manifest }]));
  const known = files.map(({ text: _, ...file }) => file);
  yield* put(FILES, lines([...known, ...deleted.map((file) => ({ ...file, deleted: true }))]));
}

/** Returns the folders of the sessions in a zip. @throws invalid-input */
export function* foldersIn(data: Uint8Array, limits: BundleLimits): Sliced<string[]> {
  const roots = new Set<string>();
  const isRead = (name: string): boolean => {
    const [root] = ROOT.exec(name) ?? [];
    if (root !== undefined) roots.add(root);
    return false;
  };
  yield* readZip(data, limits.import, isRead, new SkipList());
  return [...roots];
}

/**
 * Reads a session. Also accepts a zip made by hand that holds only `working-memory/`.
 * @param folder folder of the session, if the zip holds several
 * @throws invalid-input, storage-version
 */
export function* bundleFromZip(data: Uint8Array, limits: BundleLimits, folder = ''): Sliced<CheckedBundle> {
  const skipped = new SkipList();
  const meter = new SliceMeter();
  const roots = new Set<string>();
  const contents = new Map<string, Uint8Array>();
  const wants = (name: string): boolean => {
    if (!name.startsWith(folder)) return false;
    const isKnown = isInTree(name.replace(ROOT, ''));
    if (isKnown) roots.add(ROOT.exec(name)?.[0] ?? '');
    else skipped.add(name, 'it is not part of a session');
    return isKnown;
  };
  const entries = yield* readZip(data, limits.import, wants, skipped, meter);
  for (const [name, bytes] of entries) contents.set(name.replace(ROOT, ''), bytes);
  if (roots.size === 0) throw notABundle('is a zip without a session');
  if (roots.size > 1) throw notABundle(`is a zip of ${roots.size} sessions; import takes one`);

  const textOf = (path: string): string | undefined => {
    const bytes = contents.get(path);
    return bytes && skipped.unless(path, () => decoded(bytes));
  };
  const reading = { skipped, meter, lines: 0, maxRecords: limits.import.maxRecords };
  const lists: Record<string, unknown[]> = {};
  for (const [list, path] of Object.entries({ ...LISTS, messages: TRANSCRIPT, parts: PARTS }))
    lists[list] = yield* records(path, textOf(path), reading);
  const known = yield* records(FILES, textOf(FILES), reading);
  const manifest = object(MANIFEST, textOf(MANIFEST), skipped);
  const meta = object(META, textOf(META), skipped);
  // A tree made by hand has no manifest. An export without one has lost it, so report that its version is a guess.
  if (!manifest && [...contents.keys()].some((path) => path.startsWith(HIDDEN)))
    skipped.add(MANIFEST, `without it the version is unknown; the rest is read as version ${BUNDLE_HEAD.version}`);
  const raw = {
    ...(manifest ? only(['format', 'version', 'manifest'], manifest) : BUNDLE_HEAD),
    ...(meta && only(ABOUT, meta)),
    ...lists,
    ...documents([...contents.keys()], textOf, known),
  };
  return yield* checkBundle(raw, limits, skipped, meter);
}

const isInTree = (path: string): boolean =>
  [TRANSCRIPT, META, MANIFEST, FILES, PARTS, ...Object.values(LISTS)].includes(path) || hasTreeFolder(path);

function* lines(records: readonly unknown[]): Iterable<string> {
  for (const record of records) yield `${canonicalJson(record)}\n`;
}

function decoded(bytes: Uint8Array): string {
  try {
    // Keep a byte order mark: it is part of a document, and no other file has one.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RecordRefusal('it is not UTF-8');
  }
}

interface LineReading {
  readonly skipped: SkipList;
  readonly meter: SliceMeter;
  readonly maxRecords: number;
  /** Lines of all lists so far, empty ones included. */
  lines: number;
}

/**
 * Reads one record per line; unreadable lines leave holes. @throws invalid-input if all lists together have too many
 * lines
 */
function* records(path: string, text: string | undefined, reading: LineReading): Sliced<unknown[]> {
  const { skipped, meter, maxRecords } = reading;
  const found: unknown[] = [];
  if (text === undefined) return found;
  for (let line = 0, from = 0; from < text.length; line++) {
    if (++reading.lines > maxRecords) throw tooManyRecords(`more than ${maxRecords}`, maxRecords);
    const at = text.indexOf('\n', from);
    const end = at < 0 ? text.length : at;
    const json = text.slice(from, end).trim();
    if (json !== '') skipped.unless(`${path}:${line + 1}`, () => (found[line] = parsed(json)));
    if (meter.isFullAfterRecord(end - from)) yield;
    from = end + 1;
  }
  return found;
}

/** Parses an object; undefined without text, or, with an entry in the list, if it is no object. */
function object(path: string, text: string | undefined, skipped: SkipList): object | undefined {
  const value = text === undefined ? undefined : skipped.unless(path, () => parsed(text));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  if (value !== undefined) skipped.add(path, 'it is not an object');
  return undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new RecordRefusal('it is not JSON');
  }
}

/** Picks the fields that belong to one file of the zip. */
const only = (names: readonly string[], fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

/** Joins texts from the tree with numbers from the list; either may be missing. */
function documents(
  names: readonly string[],
  textOf: (path: string) => string | undefined,
  known: readonly unknown[],
): object {
  const byPath = new Map<unknown, object>();
  const deleted: unknown[] = [];
  for (const file of known) {
    if (typeof file !== 'object' || file === null) continue;
    const { path, deleted: isDeleted } = file as { path?: unknown; deleted?: unknown };
    if (isDeleted === true) deleted.push(file);
    else byPath.set(path, file);
  }
  const files = names.filter(hasTreeFolder).flatMap((name) => {
    const path = withoutTreeFolder(name);
    const text = textOf(name);
    return text === undefined ? [] : [{ ...byPath.get(path), path, text }];
  });
  return { files, deleted };
}
