// A memory item in its forms, and the check of a new one. Pure.
import { invalidInput, isPlainName, kindOf, type WorkingMemoryError } from '../errors.ts';
import {
  type CallerField,
  type FieldName,
  type FieldRow,
  type FieldTable,
  type FieldValues,
  type GivenFields,
  ITEM_FIELDS,
  type JournalField,
  namesOf,
} from './fields/item-fields.ts';
import { unknownName } from '../options/nearest.ts';
import type { Trust } from '../options/provenance.ts';
import type { LeftFields } from './fields/left-fields.ts';
import type { Refuse, TextLimits } from './fields/readers.ts';
import type { Usage } from './limits.ts';

/**
 * The argument of `memorize`.
 * @example
 * const home: NewItem = { text: 'I live in Berlin', key: 'home-city', importance: 0.9, tags: ['home'] };
 * await memory.items.memorize(home);
 */
export interface NewItem extends GivenFields {
  /** Time at which it was said or happened, ms since 1970; default now, and never later. Stored as `createdAt`. */
  readonly at?: number;
  /** Id, or else key, of the item to replace. */
  readonly replaces?: string;
  /** Lowers the trust of the source, never raises it: with 0 the text comes into no prompt by itself. */
  readonly trust?: Trust;
}

/** Fields with the caller's words: in rows only, never in the journal. */
export type ItemContent = FieldValues<Exclude<CallerField, JournalField>>;

/** A remembered text with its labels and numbers. */
export interface Item extends FieldValues<FieldName> {}

/** An item that left the store by a limit or by age: still searchable, no longer counted. */
export interface TailItem extends Item {
  readonly left: LeftFields;
}

/** The items of a session, as the rules read them. */
export interface ItemsView {
  /** The store, in order of sequence. */
  readonly items: ReadonlyMap<string, Item>;
  /** The long tail, in the order in which items left the store. */
  readonly tail: ReadonlyMap<string, TailItem>;
  readonly usage: Usage;
  /** Sequence number of the next item. */
  readonly nextSequence: number;
}

type CallerNumber = Extract<CallerField, JournalField>;

/** A new item after the check: with defaults, but without tokens, sequence and id. */
export interface CheckedItem extends FieldValues<CallerNumber> {
  readonly content: ItemContent;
  /** Numbers from the caller, without defaults. */
  readonly given: Partial<FieldValues<CallerNumber>>;
  /** See `NewItem`. */
  readonly at: number | undefined;
  readonly replaces: string | undefined;
  readonly trust?: Trust | undefined;
}

/** Arguments of `memorize` that are not fields. */
const NO_FIELDS = ['at', 'replaces', 'trust'];
const rowsByName: FieldTable = ITEM_FIELDS;
const namesOfCaller: () => readonly string[] = namesOf(({ setBy }) => setBy === 'caller');

/**
 * Refuses unknown fields: a misspelt `importence` would otherwise be lost without a trace.
 * @throws invalid-input: names the field, the expected value and the received one
 */
export function checkItem(item: NewItem, defaults: { importance: number } & TextLimits): CheckedItem {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw invalid('item', "a text, or an object with a text such as { text: 'a fact' }", item);
  const ofCaller = namesOfCaller();
  const known = [...ofCaller, ...NO_FIELDS];
  for (const name of Object.keys(item)) if (!known.includes(name)) throw unknownField(name, known);
  const { at, replaces, trust, ...fields } = item;
  const named = fields as Readonly<Record<string, unknown>>;
  if (at !== undefined && !(Number.isFinite(at) && at >= 0)) throw invalid('at', 'milliseconds since 1970', at);
  // Words go to rows only, which a hard forget deletes; numbers also go to the journal, which outlives it.
  if (replaces !== undefined) checkField('replaces', replaces);
  if (trust !== undefined) checkField('trust', trust);
  const content: Record<string, unknown> = {};
  const numbers: Record<string, unknown> = {};
  const given: Record<string, unknown> = {};
  for (const name of ofCaller) {
    const { missing, optional, none, inJournal } = rowsByName[name] as FieldRow<unknown>;
    // An undefined field counts as absent, because spreading optional arguments leaves such fields behind.
    const value = named[name] === undefined ? missing?.(defaults) : named[name];
    if (value === undefined && optional) continue;
    const checked = checkField(name as FieldName, value, defaults);
    if (inJournal && named[name] !== undefined) given[name] = checked;
    if (optional && checked === none) continue;
    (inJournal ? numbers : content)[name] = checked;
  }
  return { content, given, at, replaces, trust, ...numbers } as unknown as CheckedItem;
}

function unknownField(name: string, known: readonly string[]): WorkingMemoryError {
  return invalid(`item.${isPlainName(name) ? name : '…'}`, unknownName(name, known, 'an item has'), undefined);
}

/** Returns the value to store. @throws invalid-input */
export function checkField<Name extends FieldName>(
  name: Name,
  value: unknown,
  limits: TextLimits = { maxTextLength: Infinity },
): NonNullable<Item[Name]> {
  const refuse: Refuse = (expected, received = value) => {
    throw invalid(name, expected, received);
  };
  return ITEM_FIELDS[name].read(value, refuse, limits) as NonNullable<Item[Name]>;
}

/** Copies an item for an answer, which the app may change: the original belongs to the store. */
export const copyOf = <Of extends Pick<Item, 'tags'>>(item: Of): Of => ({
  ...item,
  ...(item.tags && { tags: [...item.tags] }),
});

export const invalid = (argument: string, expected: string, value: unknown): WorkingMemoryError<'invalid-input'> =>
  invalidInput(argument, expected, kindOf(value));

/** @throws invalid-input */
export function checkId(id: unknown): void {
  if (typeof id !== 'string') throw invalid('id', 'a text', id);
}

/** Removes repeated ids. @throws invalid-input */
export function checkIds(ids: unknown): readonly string[] {
  if (!Array.isArray(ids) || ![...ids].every((id) => typeof id === 'string'))
    throw invalid('ids', 'an array of ids', ids);
  return [...new Set<string>(ids)];
}

/** @throws invalid-input for a past moment */
export function refusePast(expiresAt: number | undefined, now: number): void {
  if ((expiresAt ?? now) < now) throw invalid('expiresAt', `a time from now on, or Infinity; now is ${now}`, expiresAt);
}

/** A checked item with its id and token count, ready to be added. */
export interface Newcomer extends CheckedItem {
  readonly id: string;
  readonly tokens: number;
}

/** Returns the time from which the age of an item counts, ms since 1970. */
export const agesFrom = ({ touchedAt, createdAt }: Pick<Item, 'touchedAt' | 'createdAt'>): number =>
  touchedAt ?? createdAt;

/** Orders by latest mention, newest first; items touched together, by when they were said. */
export const byTime = (
  one: Pick<Item, 'touchedAt' | 'createdAt'>,
  other: Pick<Item, 'touchedAt' | 'createdAt'>,
): number => agesFrom(other) - agesFrom(one) || other.createdAt - one.createdAt;
