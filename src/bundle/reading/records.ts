// Checks the records of a bundle one by one. Copies known fields only, so nothing unknown enters a session. Pure.
import { type FieldTable, ITEM_FIELDS, rowsOf } from '../../items/fields/item-fields.ts';
import { LEFT_FIELDS, type LeftFields } from '../../items/fields/left-fields.ts';
import {
  FORBIDDEN_NAMES,
  type FieldReader,
  readCount,
  readId,
  readSource,
  readTime,
  readTrust,
  type Refuse,
  type TextLimits,
} from '../../items/fields/readers.ts';
import type { Item, TailItem } from '../../items/item.ts';
import type { Settings } from '../../options/options.ts';
import type { Source, Trust } from '../../options/provenance.ts';
import type { Document } from '../../tree/files/document.ts';
import { checkWrite } from '../../tree/files/tree-checks.ts';
import { utf8Bytes } from '../../tree/utf8-bytes.ts';
import { checkPath, OVERVIEW } from '../../tree/paths.ts';
import { checkMessage } from '../../tree/transcript/message-check.ts';
import { checkParts } from '../../tree/transcript/parts.ts';
import type { NewMessage } from '../../tree/transcript/transcript.ts';
import type { BundleManifest, BundleMessage, BundlePart } from '../form.ts';
import { RecordRefusal, type SkipList } from './skipped.ts';

/** An object of a bundle whose fields are not checked yet. */
type RawRecord = Readonly<Record<string, unknown>>;

/** Most levels of nesting in one record. */
const DEEPEST = 32;
/** Most values in one record, at any depth: more would keep the thread for longer than a slice. */
const MOST_PARTS = 100_000;

/** Refuses records with a name, at any depth, that could reach a prototype. */
export function plainRecord(value: unknown): RawRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RecordRefusal('it is not an object');
  refuseForbidden(value);
  return value as RawRecord;
}

function refuseForbidden(whole: unknown): void {
  let parts = 0;
  const refuseIn = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null) return;
    if (depth > DEEPEST) throw new RecordRefusal(`it is nested deeper than ${DEEPEST}`);
    const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    parts += inner.length;
    if (parts > MOST_PARTS) throw new RecordRefusal(`it has more than ${MOST_PARTS} values`);
    // A list from JSON has no names of its own.
    const forbidden = Array.isArray(value) ? undefined : FORBIDDEN_NAMES.find((name) => Object.hasOwn(value, name));
    if (forbidden !== undefined) throw new RecordRefusal(`the name ${forbidden} is not allowed`);
    for (const part of inner) refuseIn(part, depth + 1);
  };
  refuseIn(whole, 0);
}

export function checkedManifest(raw: unknown): BundleManifest {
  const record = raw === undefined ? {} : plainRecord(raw);
  return {
    head: whole(record, 'head', 0),
    time: timeOf(record, 'time', 0),
    step: whole(record, 'step', 0),
    nextSequence: whole(record, 'nextSequence', 0),
  };
}

export const checkedItem = (record: RawRecord, { limits }: Pick<Settings, 'limits'>): Item =>
  checkedFields(ITEM_FIELDS, record, limits) as unknown as Item;

export function checkedTailItem(record: RawRecord, { limits }: Pick<Settings, 'limits'>): TailItem {
  const left = checkedFields(LEFT_FIELDS, plainRecord(record['left']), limits) as unknown as LeftFields;
  return { ...checkedItem(record, { limits }), left };
}

function checkedFields(table: FieldTable, record: RawRecord, limits: TextLimits): Record<string, unknown> {
  const checked: Record<string, unknown> = {};
  for (const [name, { read, optional }] of rowsOf(table)) {
    if (record[name] !== undefined || !optional) checked[name] = read(record[name], refuseAs(name), limits);
  }
  return checked;
}

const refuseAs =
  (name: string): Refuse =>
  (expected) => {
    throw new RecordRefusal(`${name} must be ${expected}`);
  };

/** Checks a file. `known`, from the manifest of the bundle, fills in fields missing from a file made by hand. */
export function checkedFile(
  record: RawRecord,
  limits: Settings['files'],
  known: { readonly updatedAt: number; readonly step: number },
): Document {
  const { path, text } = checkWrite(record['path'], record['text']);
  const most = path === OVERVIEW ? limits.maxOverviewBytes : limits.maxFileBytes;
  const bytes = utf8Bytes(text);
  if (bytes > most) throw new RecordRefusal(`it has ${bytes} bytes; ${most} are allowed`);
  const revision = whole(record, 'revision', 1);
  if (revision === 0) throw new RecordRefusal('revision must be at least 1');
  return {
    path,
    text,
    revision,
    updatedAt: timeOf(record, 'updatedAt', known.updatedAt),
    step: whole(record, 'step', known.step),
    ...provenance(record, 'import'),
  };
}

export const checkedDeleted = (record: RawRecord): { path: string; revision: number } => ({
  path: checkPath(record['path']),
  revision: whole(record, 'revision'),
});

export const checkedTombstone = (record: RawRecord): { id: string; time: number; step: number } => ({
  id: readAs(readId, record, 'id'),
  time: timeOf(record, 'time'),
  step: whole(record, 'step'),
});

/**
 * Checks a message. `known` (its index and the time of the bundle) fills in fields missing from a hand-made transcript.
 */
export function checkedMessage(
  record: RawRecord,
  known: { readonly index: number; readonly time: number },
  { transcript }: Pick<Settings, 'transcript'>,
  skipped: SkipList,
): BundleMessage {
  const { original: _, ...message } = record as unknown as NewMessage;
  const checked = checkMessage(message, transcript.maxMessageLength);
  const index = whole(record, 'index', known.index);
  const original = skipped.unless(`messages[${known.index}].original`, () => originalOf(record));
  if (record['redacted'] !== undefined && record['redacted'] !== true)
    throw new RecordRefusal('redacted must be true or absent');
  return {
    ...checked,
    ...(original !== undefined && { original }),
    index,
    time: timeOf(record, 'time', known.time),
    step: whole(record, 'step', 0),
    ...provenance(record, checked.source),
    ...(record['redacted'] === true && { redacted: true }),
    ...placeInTree(record, index),
  };
}

/** Checks a part; its hash is compared when the part is read. */
export function checkedPart(record: RawRecord): BundlePart {
  const [part] = checkParts([record]);
  if (part?.data === undefined) throw new RecordRefusal('it has no data');
  return { ...part, data: part.data };
}

/** Returns the message's place in a list; without one, only search finds the message. */
function placeInTree({ hash, after }: RawRecord, index: number): Pick<BundleMessage, 'hash' | 'after'> {
  if (hash === undefined) return {};
  if (typeof hash !== 'string' || !/^s?[0-9a-f]{16}$/.test(hash)) throw new RecordRefusal('hash must be 16 hex digits');
  if (after === undefined) return { hash };
  const isBefore = Number.isSafeInteger(after) && (after as number) >= -1 && (after as number) < index;
  if (!isBefore) throw new RecordRefusal('after must be the index of a message before it, or -1');
  return { hash, after: after as number };
}

/** Returns `original` checked: readers of the message parse it, so it must be JSON that is safe to merge. */
function originalOf({ original }: RawRecord): string | undefined {
  if (original === undefined) return undefined;
  if (typeof original !== 'string') throw new RecordRefusal('it must be JSON text');
  let value: unknown;
  try {
    value = JSON.parse(original);
  } catch {
    throw new RecordRefusal('it must be JSON text');
  }
  refuseForbidden(value);
  return original;
}

export function checkedJournalEntry(record: RawRecord): { head: number } {
  const [events, touched] = [record['events'], record['touched']];
  if (!Array.isArray(events) || !Array.isArray(touched)) throw new RecordRefusal('events and touched must be lists');
  const usage = plainRecord(record['usage']);
  return {
    ...record,
    head: whole(record, 'head'),
    time: timeOf(record, 'time'),
    step: whole(record, 'step'),
    usage,
  } as { head: number };
}

/** Reads a text of 1 to `longest` UTF-16 units. May be empty if `missing` gives a default for an absent one. */
export function label(record: RawRecord, name: string, longest: number, missing?: string): string {
  const value = record[name] ?? missing;
  if (typeof value !== 'string') throw new RecordRefusal(`${name} must be a text`);
  if (value === '' && missing === undefined) throw new RecordRefusal(`${name} is empty`);
  if (value.length > longest) throw new RecordRefusal(`${name} has ${value.length} characters; ${longest} are allowed`);
  if (!value.isWellFormed()) throw new RecordRefusal(`${name} holds half of a surrogate pair`);
  return value;
}

/** Reads a time, ms since 1970. */
export const timeOf = (record: RawRecord, name: string, missing?: number): number =>
  readAs(readTime, record, name, missing);

const whole = (record: RawRecord, name: string, missing?: number): number => readAs(readCount, record, name, missing);

const provenance = (record: RawRecord, missing?: Source): { source: Source; trust: Trust } => ({
  source: readAs(readSource, record, 'source', missing),
  trust: readAs(readTrust, record, 'trust', missing === undefined ? undefined : 0),
});

const readAs = <Value>(read: FieldReader<Value>, record: RawRecord, name: string, missing?: Value): Value =>
  read(record[name] ?? missing, refuseAs(name), NO_LIMITS);

const NO_LIMITS: TextLimits = { maxTextLength: Infinity };
