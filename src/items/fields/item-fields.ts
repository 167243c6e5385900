// The fields of an item, one row each. Types, checks, edits, journal events, filters and imports derive from this
// table, so a new field is a new row. Pure.
import type { Source } from '../../options/provenance.ts';
import {
  type FieldReader,
  readCount,
  readFlag,
  readId,
  readLabel,
  readMoment,
  readShare,
  readSource,
  readTags,
  readText,
  readTime,
  readTrust,
} from './readers.ts';

/** Converts values of a bundle to those of the importing session. */
export interface ImportDates {
  /** ms since 1970; never later than now. */
  time(time: number): number;
  step(step: number): number;
  /** Undefined for a message that the import leaves out. */
  message(index: number): number | undefined;
  /** Token count of the item by this session's tokenizer; undefined keeps the count of the bundle. */
  readonly tokens?: number | undefined;
}

export interface FieldRow<Value> {
  readonly read: FieldReader<Value>;
  /** `caller`: an argument of `memorize` · `memory`: set by the library. */
  readonly setBy: 'caller' | 'memory';
  /** An item may lack it. Mark every new field optional: rows and bundles of older versions do not have it. */
  readonly optional?: true;
  /** Default for `memorize`. Without one, a field that is not optional is required. */
  readonly missing?: (defaults: { readonly importance: number }) => Value;
  /** Stands for no value: `memorize` leaves the field out, `update` removes it. Only for optional fields. */
  readonly none?: Value;
  /** Part of the event `item-memorized`. Never for the caller's words: the journal outlives forgotten items. */
  readonly inJournal?: true;
  /** `update` can change it. Of a field that is not in the journal, the event holds the name alone. */
  readonly editable?: true;
  /** Belongs to one text: `revise` does not hand it on. */
  readonly ofTextAlone?: true;
  /** Items with different values are no doubles, whatever their texts. */
  readonly tellsApart?: true;
  /** `remember`, `list` and `forget` can filter by it; the unique short name of the field in the index. */
  readonly filter?: string;
  /** Value after an import, undefined for none; by default the value of the bundle. */
  imported?(value: Value, here: ImportDates): Value | undefined;
}

export type FieldTable = Readonly<Record<string, FieldRow<unknown>>>;

const label = { read: readLabel, setBy: 'caller', optional: true, editable: true } as const;

export const ITEM_FIELDS = {
  /** Unique in the session. */
  id: { read: readId, setBy: 'memory', inJournal: true },
  /** Not empty, well-formed Unicode, at most `limits.maxTextLength` UTF-16 units. */
  text: { read: readText, setBy: 'caller', ofTextAlone: true },
  /** Who wrote the text in the conversation, e.g. `user`; 1–200 UTF-16 units, as every label. */
  role: { ...label, tellsApart: true, filter: 'role' },
  /** Name of the person who said it; recall prefers items of a speaker whom the prompt names. */
  speaker: { ...label, tellsApart: true, filter: 'speaker' },
  /** Groups items, e.g. by conversation; recall looks at an item's neighbours in its group. */
  group: { ...label, filter: 'group' },
  /** Keywords to filter by, at most 64. */
  tags: { ...label, read: readTags, filter: 'tag' },
  /** The user whom the item concerns. */
  userId: { ...label, tellsApart: true, filter: 'user' },
  /** The agent whom the item concerns, where several share a session. */
  agentId: { ...label, tellsApart: true, filter: 'agent' },
  /** A name for what the item tells, e.g. `home-city`: one current item has it, and the next one with it replaces that. */
  key: label,
  /** Index of the message that it comes from: a hard forget of the item empties that message, whatever its words. */
  message: {
    read: readCount,
    setBy: 'caller',
    optional: true,
    ofTextAlone: true,
    imported: (index: number, here) => here.message(index),
  },
  /** The caller's judgement, 0–1; default `importance.default`. */
  importance: {
    read: readShare,
    setBy: 'caller',
    missing: ({ importance }): number => importance,
    inJournal: true,
    editable: true,
  },
  /** A pinned item is never evicted and never expires; only `forget` removes it. Default false. */
  pinned: {
    read: readFlag,
    setBy: 'caller',
    missing: (): boolean => false,
    inJournal: true,
    editable: true,
    ofTextAlone: true,
  },
  /**
   * The item is past its hard TTL after this moment, ms since 1970, if `ttl.hardMs` does not come first. Not before now;
   * Infinity: never, and `update` removes it.
   */
  expiresAt: {
    read: readMoment,
    setBy: 'caller',
    optional: true,
    none: Infinity,
    inJournal: true,
    editable: true,
    ofTextAlone: true,
  },
  /** Who wrote the text; default `user`. */
  source: {
    read: readSource,
    setBy: 'caller',
    missing: (): Source => 'user',
    inJournal: true,
    ofTextAlone: true,
    filter: 'source',
  },
  /** Trust level of the text, 0–2; derived from the source. */
  trust: { read: readTrust, setBy: 'memory', inJournal: true },
  /** Tokens of the text, by the tokenizer of the session. */
  tokens: {
    read: readCount,
    setBy: 'memory',
    inJournal: true,
    imported: (tokens: number, here) => here.tokens ?? tokens,
  },
  /** Insertion counter of the session and last tie-break of every order. An import renumbers its items. */
  sequence: { read: readCount, setBy: 'memory', inJournal: true },
  /** When it was said or happened, ms since 1970. */
  createdAt: { read: readTime, setBy: 'memory', inJournal: true, imported: (time: number, here) => here.time(time) },
  /** When it was touched last, ms since 1970: its age counts from then. */
  touchedAt: {
    read: readTime,
    setBy: 'memory',
    optional: true,
    imported: (time: number, here) => here.time(time),
  },
  /** The agent step in which it was memorized, or touched last. */
  step: { read: readCount, setBy: 'memory', imported: (step: number, here) => here.step(step) },
  /** Soft-forgotten: hidden from recall, still counted, first to leave, restorable. */
  forgotten: { read: readFlag, setBy: 'memory' },
  /** Id of the item whose place it took. That item may be gone. A call may give a key, which is any label. */
  replaces: { read: readLabel, setBy: 'memory', optional: true },
  /** Id of the item that took its place: this one is a former, in the long tail and out of recall. */
  replacedBy: { read: readId, setBy: 'memory', optional: true },
} as const satisfies FieldTable;

type Rows = typeof ITEM_FIELDS;
export type FieldName = keyof Rows;

/** Names of the rows with a mark. */
type Marked<Mark> = { [Name in FieldName]: Rows[Name] extends Mark ? Name : never }[FieldName];
export type CallerField = Marked<{ readonly setBy: 'caller' }>;
export type JournalField = Marked<{ readonly inJournal: true }>;
type EditableField = Marked<{ readonly editable: true }>;
/** Edited by value in the journal. */
export type EditedNumber = Extract<EditableField, JournalField>;
/** Edited by name in the journal: the words are in rows only. */
export type EditedLabel = Exclude<EditableField, JournalField>;
export type FilterField = Marked<{ readonly filter: string }>;
type OptionalField = Marked<{ readonly optional: true }>;
/** Required arguments of `memorize`. */
type DemandedField = Exclude<CallerField, OptionalField | Marked<{ readonly missing: unknown }>>;

/** The value types of a table's fields. Generic in the table, so that hovers show the comments of the rows. */
export type ValuesOf<Table extends FieldTable, Name extends keyof Table> = {
  readonly [Field in Name]: ReturnType<Table[Field]['read']>;
};

/** Fields of a stored item. */
export type FieldValues<Name extends FieldName> = ValuesOf<Rows, Exclude<Name, OptionalField>> &
  Partial<ValuesOf<Rows, Extract<Name, OptionalField>>>;

/** Arguments of `memorize`. */
export type GivenFields = ValuesOf<Rows, DemandedField> & Partial<ValuesOf<Rows, Exclude<CallerField, DemandedField>>>;

export const rowsOf = <Table extends FieldTable>(table: Table): [keyof Table & string, FieldRow<unknown>][] =>
  Object.entries(table);

/** Names of the rows that are wanted, looked up at the first call: every new item is read by several such lists. */
export function namesOf(isWanted: (row: FieldRow<unknown>) => unknown): () => readonly FieldName[] {
  let names: readonly FieldName[] | undefined;
  return () => (names ??= rowsOf(ITEM_FIELDS).flatMap(([name, row]) => (isWanted(row) ? [name] : [])));
}

/** The fields of a new item that the journal holds. */
export const journalFields = picks<JournalField>(({ inJournal }) => inJournal);

/** The fields that `update` can change and the journal holds. */
export const editedNumbers = picks<EditedNumber>(({ editable, inJournal }) => editable && inJournal);

/** The item with these in place of its own ones. */
export const withNumbers = <Of extends FieldValues<FieldName>>(item: Of, numbers: FieldValues<EditedNumber>): Of => {
  const former = editedNumbers(item);
  const kept = Object.entries(item).filter(([name]) => !(name in former));
  return { ...Object.fromEntries(kept), ...numbers } as Of;
};

/** The labels that `update` can change. */
export const editedLabels = picks<EditedLabel>(({ editable, inJournal }) => editable && !inJournal);

/** Without the values that stand for none. */
export const withoutNone = <Values extends object>(values: Values): Values => {
  const rows: FieldTable = ITEM_FIELDS;
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== rows[name]?.none)) as Values;
};

/** Picks the fields that an item has of these rows. */
function picks<Name extends FieldName>(isWanted: (row: FieldRow<unknown>) => unknown) {
  const names = namesOf(isWanted);
  return (item: FieldValues<Name>): FieldValues<Name> => {
    const picked: Record<string, unknown> = {};
    for (const name of names()) {
      const value = (item as Readonly<Record<string, unknown>>)[name];
      if (value !== undefined) picked[name] = value;
    }
    return picked as FieldValues<Name>;
  };
}
