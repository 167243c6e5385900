// Validates a bundle and picks one record per key. Pure.
import { LONGEST_TITLE } from '../tree/session-title.ts';
import { WorkingMemoryError } from '../errors.ts';
import type { Item, TailItem } from '../items/item.ts';
import {
  checkedDeleted,
  checkedFile,
  checkedItem,
  checkedJournalEntry,
  checkedManifest,
  checkedMessage,
  checkedPart,
  checkedTailItem,
  checkedTombstone,
  label,
  plainRecord,
  timeOf,
} from './reading/records.ts';
import type { Document } from '../tree/files/document.ts';
import { foldKey } from '../tree/paths.ts';
import { notABundle, tooManyRecords } from './reading/not-a-bundle.ts';
import { SkipList, type SkippedRecord } from './reading/skipped.ts';
import { type Sliced, SliceMeter } from './reading/slices.ts';
import { type Bundle, type BundleLimits, BUNDLE_FORMAT, BUNDLE_VERSION } from './form.ts';

export interface CheckedBundle {
  readonly bundle: Bundle;
  readonly skipped: readonly SkippedRecord[];
}

export const BUNDLE_HEAD: { readonly format: string; readonly version: number } = {
  format: BUNDLE_FORMAT,
  version: BUNDLE_VERSION,
};

/**
 * Keeps the valid records and lists the others with a reason. Of items, files and deletions with one key it keeps the
 * newest, of other records the first one.
 * @throws invalid-input when `raw` is no bundle, has too many records or too many that cannot be taken · storage-version
 * when a newer library wrote it
 */
export function* checkBundle(
  raw: unknown,
  limits: BundleLimits,
  skipped = new SkipList(),
  meter = new SliceMeter(),
): Sliced<CheckedBundle> {
  const whole = asBundle(raw);
  refuseTooMany(whole, limits.import);
  function* each<T>(
    store: BundleList,
    check: (record: Record<string, unknown>, index: number) => T,
  ): Sliced<Located<T>[]> {
    const list = whole[store];
    if (list === undefined) return [];
    if (!Array.isArray(list)) {
      skipped.add(store, 'it is not a list');
      return [];
    }
    const found: Located<T>[] = [];
    for (const [index, record] of list.entries() as IterableIterator<[number, unknown]>) {
      // Unreadable lines left holes.
      if (!(index in list)) continue;
      const where = `${store}[${index}]`;
      skipped.unless(where, () => found.push({ where, value: check(plainRecord(record), index) }));
      if (meter.isFullAfterRecord(lengthOf(record))) yield;
    }
    return found;
  }
  const textOf = (name: string, longest: number): string =>
    skipped.unless(name, () => label(whole, name, longest, '')) ?? '';

  const given = skipped.unless('manifest', () => checkedManifest(whole['manifest'])) ?? checkedManifest(undefined);
  const [store, left] = newestItems(
    yield* each('items', (record) => checkedItem(record, limits)),
    yield* each('tail', (record) => checkedTailItem(record, limits)),
    skipped,
  );
  const known = { updatedAt: given.time, step: given.step };
  const files = newestFiles(yield* each('files', (record) => checkedFile(record, limits.files, known)), skipped);
  const paths = new Set(files.map(({ path }) => path));
  const deleted = onePerKey(
    yield* each('deleted', checkedDeleted),
    ({ path }) => path,
    ({ revision }) => revision,
    skipped,
  ).filter(({ path }) => !paths.has(path));
  const history = onePerKey(
    yield* each('history', (record) => checkedFile(record, limits.files, known)),
    ({ path, revision }) => JSON.stringify([path, revision]),
    () => 0,
    skipped,
  );
  const messages = onePerKey(
    yield* each('messages', (record, index) => checkedMessage(record, { index, time: given.time }, limits, skipped)),
    ({ index }) => index,
    () => 0,
    skipped,
  );
  const parts = onePerKey(
    yield* each('parts', checkedPart),
    ({ hash }) => hash,
    () => 0,
    skipped,
  );
  const tombstones = onePerKey(
    yield* each('tombstones', checkedTombstone),
    ({ id }) => id,
    ({ time }) => time,
    skipped,
  );
  const journal = onePerKey(
    yield* each('journal', checkedJournalEntry),
    ({ head }) => head,
    () => 0,
    skipped,
  );
  const steps = [...store, ...left, ...files, ...messages].reduce((most, { step }) => Math.max(most, step), given.step);
  const createdAt = skipped.unless('createdAt', () => timeOf(whole, 'createdAt', 0)) ?? 0;
  const title = textOf('title', LONGEST_TITLE);
  const salt = textOf('salt', 100);
  const bundle = inOrder({
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    workspace: textOf('workspace', 1000),
    session: textOf('session', 200),
    cwd: textOf('cwd', 1000),
    createdAt,
    ...(title !== '' && { title }),
    ...(salt !== '' && { salt }),
    // Any truthy value counts as private: err on the safe side.
    ...(Boolean(whole['private']) && { private: true as const }),
    manifest: { ...given, step: steps },
    items: store,
    tail: left,
    files,
    deleted,
    history,
    messages,
    ...(parts.length > 0 && { parts }),
    tombstones,
    journal,
  });
  return { bundle, skipped: skipped.list() };
}

/** Sorts the rows into the canonical order of a bundle. */
export function inOrder(bundle: Bundle): Bundle {
  const sorted = <T>(list: readonly T[], ...keys: readonly ((record: T) => number | string)[]): T[] =>
    [...list].sort((one, other) => {
      for (const key of keys) if (key(one) !== key(other)) return key(one) < key(other) ? -1 : 1;
      return 0;
    });
  return {
    ...bundle,
    items: sorted(
      bundle.items,
      ({ sequence }) => sequence,
      ({ id }) => id,
    ),
    tail: sorted(
      bundle.tail,
      ({ left }) => left.head,
      ({ left }) => left.turn,
      ({ id }) => id,
    ),
    files: sorted(bundle.files, ({ path }) => path),
    deleted: sorted(bundle.deleted, ({ path }) => path),
    history: sorted(
      bundle.history,
      ({ path }) => path,
      ({ revision }) => revision,
    ),
    messages: sorted(bundle.messages, ({ index }) => index),
    ...(bundle.parts && { parts: sorted(bundle.parts, ({ hash }) => hash) }),
    tombstones: sorted(bundle.tombstones, ({ id }) => id),
    journal: sorted(bundle.journal, ({ head }) => head),
  };
}

/** The lists of a bundle, whose entries are the records. */
const LISTS = ['items', 'tail', 'files', 'deleted', 'history', 'messages', 'parts', 'tombstones', 'journal'] as const;
type BundleList = (typeof LISTS)[number];

interface Located<T> {
  readonly where: string;
  readonly value: T;
}

function asBundle(raw: unknown): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw notABundle('is not an object');
  const whole = raw as Record<string, unknown>;
  if (whole['format'] !== BUNDLE_FORMAT) throw notABundle(`lacks format: '${BUNDLE_FORMAT}'`);
  const { version } = whole;
  if (!Number.isSafeInteger(version) || (version as number) < 1) throw notABundle('has no version');
  if (version === BUNDLE_VERSION) return whole;
  throw new WorkingMemoryError(
    'storage-version',
    `The bundle has version ${version as number}; this version of working-memory knows ${BUNDLE_VERSION}. Update it. Nothing was changed.`,
    { stored: version as number, supported: BUNDLE_VERSION },
  );
}

/** Counts the records before anything is checked. @throws invalid-input */
function refuseTooMany(whole: Record<string, unknown>, { maxRecords }: BundleLimits['import']): void {
  const lists = LISTS.map((name) => whole[name]);
  const count = lists.reduce((sum: number, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  if (count > maxRecords) throw tooManyRecords(`${count}`, maxRecords);
}

/** Returns the UTF-16 units of the texts that a check reads; a rough measure of its cost. */
function lengthOf(record: unknown): number {
  if (typeof record !== 'object' || record === null) return 0;
  return Object.values(record).reduce((sum: number, part) => sum + (typeof part === 'string' ? part.length : 0), 0);
}

/** Keeps one record for each key: the one of the highest rank, the first of equals. */
function onePerKey<T>(
  found: readonly Located<T>[],
  keyOf: (value: T) => unknown,
  rankOf: (value: T) => number,
  skipped: SkipList,
): T[] {
  const kept = new Map<unknown, Located<T>>();
  for (const one of found) {
    const key = keyOf(one.value);
    const other = kept.get(key);
    const wins = !other || rankOf(one.value) > rankOf(other.value);
    if (wins) kept.set(key, one);
    if (other) skipped.add(wins ? other.where : one.where, 'another record has the same key');
  }
  return [...kept.values()].map(({ value }) => value);
}

/** Resolves ids in both the store and the tail: the newer record wins, the store's among equals. */
function newestItems(store: readonly Located<Item>[], tail: readonly Located<TailItem>[], skipped: SkipList) {
  const all = onePerKey<Item | TailItem>(
    [...store, ...tail],
    ({ id }) => id,
    ({ sequence }) => sequence,
    skipped,
  );
  const isLeft = (item: Item | TailItem): item is TailItem => 'left' in item;
  return [all.filter((item) => !isLeft(item)), all.filter(isLeft)] as const;
}

function newestFiles(found: readonly Located<Document>[], skipped: SkipList): Document[] {
  const files = onePerKey(
    found,
    ({ path }) => path,
    ({ revision }) => revision,
    skipped,
  );
  const folded = new Set<string>();
  return files.filter(({ path }) => {
    const key = foldKey(path);
    if (folded.has(key)) skipped.add(path, 'it differs from another path only in case or form');
    const isFirst = !folded.has(key);
    folded.add(key);
    return isFirst;
  });
}
