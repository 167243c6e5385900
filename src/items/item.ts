// What a memory item is, and the check at the door. Pure.
import { invalidInput, kindOf, type WorkingMemoryError } from '../errors.ts';
import { SOURCES, type Source, type Trust } from '../provenance.ts';
import type { EvictionReason } from './events.ts';
import type { Usage } from './limits.ts';

/** What the caller gives to `memorize`. */
export interface NewItem {
  /** Not empty, well-formed Unicode, at most `limits.maxTextLength` UTF-16 units. */
  readonly text: string;
  /** The caller's judgement, 0–1; default `importance.default`. */
  readonly importance?: number;
  /** When it was said or happened, ms since 1970; default now, and never later than now. */
  readonly at?: number;
  readonly role?: string;
  readonly speaker?: string;
  /** What belongs together, e.g. one conversation; recall looks at an item's neighbours in its group. */
  readonly group?: string;
  readonly tags?: readonly string[];
  readonly userId?: string;
  readonly agentId?: string;
  readonly source?: Source;
  /** A pinned item is never evicted and never expires; only `forget` removes it. */
  readonly pinned?: boolean;
}

/** The part of an item that orders eviction: numbers, safe to keep in the journal. */
export interface ItemNumbers {
  readonly importance: number;
  readonly tokens: number;
  /** Insertion counter of the session: the last tie-break of every order. */
  readonly sequence: number;
  readonly createdAt: number;
  /** The agent step in which it was memorized. */
  readonly step: number;
  readonly pinned: boolean;
  /** Soft-forgotten: hidden from recall, still counted, first to leave, restorable. */
  readonly forgotten: boolean;
}

/** The part that holds the caller's words: in rows only, never in the journal. */
export interface ItemContent {
  readonly text: string;
  readonly role?: string;
  readonly speaker?: string;
  readonly group?: string;
  readonly tags?: readonly string[];
  readonly userId?: string;
  readonly agentId?: string;
}

export interface Item extends ItemNumbers, ItemContent {
  readonly id: string;
  readonly source: Source;
  readonly trust: Trust;
}

/** An item that left the store by a limit or by age: still searchable, no longer counted. */
export interface TailItem extends Item {
  readonly left: {
    /** The commit in which it left, and its turn in it: the order of the tail. */
    readonly head: number;
    readonly turn: number;
    readonly time: number;
    readonly step: number;
    readonly reason: EvictionReason;
  };
}

/** What the rules may look at. */
export interface ItemsView {
  /** In order of sequence. */
  readonly items: ReadonlyMap<string, Item>;
  /** In the order in which they left. */
  readonly tail: ReadonlyMap<string, TailItem>;
  readonly usage: Usage;
  readonly nextSequence: number;
}

/** An item that passed the door, with every default filled in but not yet counted, numbered or named. */
export interface CheckedItem {
  readonly content: ItemContent;
  readonly importance: number;
  readonly at: number | undefined;
  readonly pinned: boolean;
  readonly source: Source;
}

const LABELS = ['role', 'speaker', 'group', 'userId', 'agentId'] as const;
const KNOWN = new Set<string>(['text', 'importance', 'at', 'tags', 'source', 'pinned', ...LABELS]);
const LONGEST_LABEL = 200;
const MOST_TAGS = 64;

/** @throws invalid-input: names the field, what it must be and what came. */
export function checkItem(item: NewItem, defaults: { importance: number; maxTextLength: number }): CheckedItem {
  if (typeof item !== 'object' || item === null) throw invalid('item', 'a text or an object with a text', item);
  for (const name of Object.keys(item)) {
    if (!KNOWN.has(name)) throw invalid(`item.${name}`, `absent; an item has ${[...KNOWN].join(', ')}`, undefined);
  }
  const { text, importance = defaults.importance, at, source = 'user', pinned = false, tags } = item;
  if (typeof text !== 'string' || text.trim() === '') throw invalid('text', 'a text that is not empty', text);
  if (text.length > defaults.maxTextLength) {
    throw invalid('text', `at most ${defaults.maxTextLength} characters (limits.maxTextLength); split it`, text);
  }
  if (!text.isWellFormed()) throw invalid('text', 'well-formed Unicode; it holds half of a surrogate pair', text);
  checkImportance(importance);
  if (at !== undefined && !(Number.isFinite(at) && at >= 0)) throw invalid('at', 'milliseconds since 1970', at);
  if (!SOURCES.includes(source)) throw invalid('source', SOURCES.join(', '), source);
  if (typeof pinned !== 'boolean') throw invalid('pinned', 'true or false', pinned);
  const labels: Record<string, string> = {};
  for (const name of LABELS) {
    if (item[name] !== undefined) labels[name] = checkLabel(name, item[name]);
  }
  return {
    content: { text, ...labels, ...(tags !== undefined && { tags: checkTags(tags) }) },
    importance,
    at,
    pinned,
    source,
  };
}

export function checkImportance(importance: unknown): number {
  if (typeof importance === 'number' && importance >= 0 && importance <= 1) return importance;
  throw invalid('importance', 'a number from 0 to 1', importance);
}

/** Without repeats. */
export function checkTags(tags: unknown): string[] {
  if (!Array.isArray(tags) || tags.length > MOST_TAGS)
    throw invalid('tags', `an array of at most ${MOST_TAGS} texts`, tags);
  return [...new Set(tags.map((tag: unknown) => checkLabel('tags', tag)))];
}

function checkLabel(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > LONGEST_LABEL || !value.isWellFormed()) {
    throw invalid(name, `a text of 1 to ${LONGEST_LABEL} characters`, value);
  }
  return value;
}

export const invalid = (argument: string, expected: string, value: unknown): WorkingMemoryError<'invalid-input'> =>
  invalidInput(argument, expected, kindOf(value));

/** An item ready to be added: checked, counted and named. */
export interface Newcomer extends CheckedItem {
  readonly id: string;
  readonly tokens: number;
}
