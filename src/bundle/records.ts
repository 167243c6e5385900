// The records of a bundle, each checked by itself and copied field by field: nothing unknown comes along. Pure.
import type { Settings } from '../options.ts';
import { type Source, SOURCES, type Trust } from '../provenance.ts';
import type { BundleMessage, BundleManifest } from './form.ts';
import type { Item, TailItem } from '../items/item.ts';
import type { Document } from '../tree/files/document.ts';
import { checkPath, OVERVIEW } from '../tree/paths.ts';
import { Refusal, type SkipList } from './skipped.ts';
import { checkMessage } from '../tree/transcript/message-check.ts';
import type { NewMessage } from '../tree/transcript/transcript.ts';
import { checkWrite } from '../tree/files/tree-checks.ts';
import { utf8Bytes } from '../tree/files/tree-limits.ts';

type Fields = Readonly<Record<string, unknown>>;

const LABELS = ['role', 'speaker', 'group', 'userId', 'agentId'] as const;
const LONGEST_LABEL = 200;
const MOST_TAGS = 64;
const REASONS: readonly TailItem['left']['reason'][] = [
  'capacity-exceeded',
  'expired-soft',
  'expired-hard',
  'protected-last-resort',
];

/** A later moment than any date can name. */
const LATEST = 8.64e15;
/** Steps, revisions and sequences are counted one by one: a higher number was not counted. */
const HIGHEST = 999_999_999;
const DEEPEST = 32;
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

/** The record itself, once nothing in it can reach a prototype. */
export function plainRecord(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('it is not an object');
  refuseForbidden(value, 0);
  return value as Fields;
}

function refuseForbidden(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEEPEST) throw new Refusal(`it is nested deeper than ${DEEPEST}`);
  for (const [name, part] of Object.entries(value)) {
    if (FORBIDDEN.includes(name)) throw new Refusal(`the name ${name} is not allowed`);
    refuseForbidden(part, depth + 1);
  }
}

export function checkedManifest(raw: unknown): BundleManifest {
  const fields = raw === undefined ? {} : plainRecord(raw);
  return {
    head: whole(fields, 'head', 0),
    time: timeOf(fields, 'time', 0),
    step: whole(fields, 'step', 0),
    nextSequence: whole(fields, 'nextSequence', 0),
  };
}

export function checkedItem(fields: Fields, { limits }: Pick<Settings, 'limits'>): Item {
  const text = label(fields, 'text', limits.maxTextLength);
  if (text.trim() === '') throw new Refusal('text is empty');
  const labels: Record<string, string> = {};
  for (const name of LABELS) if (fields[name] !== undefined) labels[name] = label(fields, name, LONGEST_LABEL);
  return {
    id: idOf(fields),
    text,
    ...labels,
    ...(fields['tags'] !== undefined && { tags: tagsOf(fields['tags']) }),
    importance: number(fields, 'importance', 1),
    tokens: whole(fields, 'tokens'),
    sequence: whole(fields, 'sequence'),
    createdAt: timeOf(fields, 'createdAt'),
    step: whole(fields, 'step'),
    pinned: flag(fields, 'pinned'),
    forgotten: flag(fields, 'forgotten'),
    ...provenance(fields),
  };
}

export function checkedTailItem(fields: Fields, limits: Pick<Settings, 'limits'>): TailItem {
  const left = plainRecord(fields['left']);
  return {
    ...checkedItem(fields, limits),
    left: {
      head: whole(left, 'head'),
      turn: whole(left, 'turn'),
      time: timeOf(left, 'time'),
      step: whole(left, 'step'),
      reason: oneOf(left, 'reason', REASONS),
    },
  };
}

/** What a file made by hand does not say is as of the bundle. */
export function checkedFile(
  fields: Fields,
  limits: Settings['files'],
  known: { readonly updatedAt: number; readonly step: number },
): Document {
  const { path, text } = checkWrite(fields['path'], fields['text']);
  const most = path === OVERVIEW ? limits.maxOverviewBytes : limits.maxFileBytes;
  const bytes = utf8Bytes(text);
  if (bytes > most) throw new Refusal(`it has ${bytes} bytes; ${most} are allowed`);
  const revision = whole(fields, 'revision', 1);
  if (revision === 0) throw new Refusal('revision must be at least 1');
  return {
    path,
    text,
    revision,
    updatedAt: timeOf(fields, 'updatedAt', known.updatedAt),
    step: whole(fields, 'step', known.step),
    ...provenance(fields, 'import'),
  };
}

export const checkedDeleted = (fields: Fields): { path: string; revision: number } => ({
  path: checkPath(fields['path']),
  revision: whole(fields, 'revision'),
});

export const checkedTombstone = (fields: Fields): { id: string; time: number; step: number } => ({
  id: idOf(fields),
  time: timeOf(fields, 'time'),
  step: whole(fields, 'step'),
});

/** Its place in the list and the time of the bundle stand in for what a transcript made by hand does not say. */
export function checkedMessage(
  fields: Fields,
  known: { readonly index: number; readonly time: number },
  { transcript }: Pick<Settings, 'transcript'>,
  skipped: SkipList,
): BundleMessage {
  const { original: _, ...message } = fields as unknown as NewMessage;
  const checked = checkMessage(message, transcript.maxMessageLength);
  const index = whole(fields, 'index', known.index);
  const original = skipped.unless(`messages[${known.index}].original`, () => originalOf(fields));
  if (fields['redacted'] !== undefined && fields['redacted'] !== true)
    throw new Refusal('redacted must be true or absent');
  return {
    ...checked,
    ...(original !== undefined && { original }),
    index,
    time: timeOf(fields, 'time', known.time),
    step: whole(fields, 'step', 0),
    ...provenance(fields, checked.source),
    ...(fields['redacted'] === true && { redacted: true }),
  };
}

/** Whoever reads the message parses it: it must be JSON, and safe to merge. */
function originalOf({ original }: Fields): string | undefined {
  if (original === undefined) return undefined;
  if (typeof original !== 'string') throw new Refusal('it must be JSON text');
  let value: unknown;
  try {
    value = JSON.parse(original);
  } catch {
    throw new Refusal('it must be JSON text');
  }
  refuseForbidden(value, 0);
  return original;
}

export function checkedJournalEntry(fields: Fields): { head: number } {
  const [events, touched] = [fields['events'], fields['touched']];
  if (!Array.isArray(events) || !Array.isArray(touched)) throw new Refusal('events and touched must be lists');
  const usage = plainRecord(fields['usage']);
  return {
    ...fields,
    head: whole(fields, 'head'),
    time: timeOf(fields, 'time'),
    step: whole(fields, 'step'),
    usage,
  } as { head: number };
}

/** A text of 1 to `longest` UTF-16 units. */
export function label(fields: Fields, name: string, longest: number, missing?: string): string {
  const value = fields[name] ?? missing;
  if (typeof value !== 'string') throw new Refusal(`${name} must be a text`);
  if (value === '' && missing === undefined) throw new Refusal(`${name} is empty`);
  if (value.length > longest) throw new Refusal(`${name} has ${value.length} characters; ${longest} are allowed`);
  if (!value.isWellFormed()) throw new Refusal(`${name} holds half of a surrogate pair`);
  return value;
}

/** Milliseconds since 1970. */
export const timeOf = (fields: Fields, name: string, missing?: number): number => number(fields, name, LATEST, missing);

function idOf(fields: Fields): string {
  const id = label(fields, 'id', LONGEST_LABEL);
  if (FORBIDDEN.includes(id) || /\p{Cc}/u.test(id)) throw new Refusal('id is not allowed');
  return id;
}

function tagsOf(value: unknown): string[] {
  if (!Array.isArray(value) || value.length > MOST_TAGS)
    throw new Refusal(`tags must be a list of at most ${MOST_TAGS}`);
  return [...new Set(value.map((tag: unknown) => label({ tag }, 'tag', LONGEST_LABEL)))];
}

function number(fields: Fields, name: string, most: number, missing?: number): number {
  const value = fields[name] ?? missing;
  if (typeof value === 'number' && value >= 0 && value <= most) return value;
  throw new Refusal(`${name} must be a number from 0 to ${most}`);
}

function whole(fields: Fields, name: string, missing?: number): number {
  const value = number(fields, name, HIGHEST, missing);
  if (Number.isInteger(value)) return value;
  throw new Refusal(`${name} must be a whole number`);
}

function flag(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (typeof value === 'boolean') return value;
  throw new Refusal(`${name} must be true or false`);
}

function oneOf<T>(fields: Fields, name: string, values: readonly T[], missing?: T): T {
  const value = (fields[name] ?? missing) as T;
  if (values.includes(value)) return value;
  throw new Refusal(`${name} must be one of ${values.join(', ')}`);
}

const provenance = (fields: Fields, missing?: Source): { source: Source; trust: Trust } => ({
  source: oneOf(fields, 'source', SOURCES, missing),
  trust: oneOf<Trust>(fields, 'trust', [0, 1, 2], missing === undefined ? undefined : 0),
});
