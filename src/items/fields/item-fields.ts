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
  /** Converts a time: ms since 1970, never later than now. */
  time(time: number): number;
  step(step: number): number;
  /** Returns the new index; undefined for a message that the import leaves out. */
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
  /** Belongs to the event `item-memorized`. Never for the caller's words: the journal outlives forgotten items. */
  readonly inJournal?: true;
  /** `update` can change it. If the field is not in the journal, the event holds only its name. */
  readonly editable?: true;
  /** Belongs to this text alone: `revise` does not pass it on. */
  readonly ofTextAlone?: true;
  /** Items with different values are not doubles, whatever their texts. */
  readonly tellsApart?: true;
  /** Short name of the field in the index, unique; `remember`, `list` and `forget` can filter by the field. */
  readonly filter?: string;
  /** Returns the value after an import, undefined for none; default: the value of the bundle. */
  imported?(value: Value, here: ImportDates): Value | undefined;
}

export type FieldTable = Readonly<Record<string, FieldRow<unknown>>>;

const label = { read: readLabel, setBy: 'caller', optional: true, editable: true } as const;

export const ITEM_FIELDS = {
  /** Unique in the session. */
  id: { read: readId, setBy: 'memory', inJournal: true },
  /** Not empty, well-formed Unicode, at most `limits.maxTextLength` UTF-16 units. */
  text: { read: readText, setBy: 'caller', ofTextAlone: true },
  /** Role of the text's author in the conversation, e.g. `user`; 1–200 UTF-16 units, like every label. */
  role: { ...label, tellsApart: true, filter: 'role' },
  /** Name of the person who said it; recall prefers items of a speaker whom the prompt names. */
  speaker: { ...label, tellsApart: true, filter: 'speaker' },
  /** Groups items, e.g. by conversation; recall looks at an item's neighbours in its group. */
  group: { ...label, filter: 'group' },
  /** Keywords to filter by, at most 64. */
  tags: { ...label, read: readTags, filter: 'tag' },
  /** User whom the item concerns. */
  userId: { ...label, tellsApart: true, filter: 'user' },
  /** Agent whom the item concerns, if several share a session. */
  agentId: { ...label, tellsApart: true, filter: 'agent' },
  /**
   * Name for the fact in the item, e.g. `home-city`: at most one current item has it, and the next one replaces that.
   */
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
   * Moment after which the item is past its hard TTL, ms since 1970, unless `ttl.hardMs` comes first. Not before now;
   * Infinity: never; `update` with it removes the field.
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
  /** Author of the text; default `user`. */
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
  /** Time at which it was said or happened, ms since 1970. */
  createdAt: { read: readTime, setBy: 'memory', inJournal: true, imported: (time: number, here) => here.time(time) },
  /** Time of the last touch, ms since 1970, from which its age counts. */
  touchedAt: {
    read: readTime,
    setBy: 'memory',
    optional: true,
    imported: (time: number, here) => here.time(time),
  },
  /** Agent step in which it was memorized or last touched. */
  step: { read: readCount, setBy: 'memory', imported: (step: number, here) => here.step(step) },
  /** Soft-forgotten: hidden from recall, still counted, first to leave, restorable. */
  forgotten: { read: readFlag, setBy: 'memory' },
  /** Id of the item that it replaced, which may be gone. A call may give a key, which is any label. */
  replaces: { read: readLabel, setBy: 'memory', optional: true },
  /** Id of the item that replaced it: this one is in the long tail and out of recall. */
  replacedBy: { read: readId, setBy: 'memory', optional: true },
} as const satisfies FieldTable;

type Rows = typeof ITEM_FIELDS;
export type FieldName = keyof Rows;

/** Names of the rows with a mark. */
type Marked<Mark> = { [Name in FieldName]: Rows[Name] extends Mark ? Name : never }[FieldName];
export type CallerField = Marked<{ readonly setBy: 'caller' }>;
export type JournalField = Marked<{ readonly inJournal: true }>;
type EditableField = Marked<{ readonly editable: true }>;
/** Fields that the journal records by value when edited. */
export type EditedNumber = Extract<EditableField, JournalField>;
/** Fields that the journal records by name when edited: the words are in rows only. */
export type EditedLabel = Exclude<EditableField, JournalField>;
export type FilterField = Marked<{ readonly filter: string }>;
type OptionalField = Marked<{ readonly optional: true }>;
/** Required arguments of `memorize`. */
type DemandedField = Exclude<CallerField, OptionalField | Marked<{ readonly missing: unknown }>>;

/** Value types of a table's fields. Generic in the table, so that hovers show the comments of the rows. */
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

/** Returns the names of the wanted rows, cached at the first call: several such lists read every new item. */
export function namesOf(isWanted: (row: FieldRow<unknown>) => unknown): () => readonly FieldName[] {
  let names: readonly FieldName[] | undefined;
  return () => (names ??= rowsOf(ITEM_FIELDS).flatMap(([name, row]) => (isWanted(row) ? [name] : [])));
}

/** Picks the fields of a new item that the journal holds. */
export const journalFields = picks<JournalField>(({ inJournal }) => inJournal);

/** Picks the fields that `update` can change and the journal holds. */
export const editedNumbers = picks<EditedNumber>(({ editable, inJournal }) => editable && inJournal);

/** Returns the item with its editable numbers replaced. */
export const withNumbers = <Of extends FieldValues<FieldName>>(item: Of, numbers: FieldValues<EditedNumber>): Of => {
  const former = editedNumbers(item);
  const kept = Object.entries(item).filter(([name]) => !(name in former));
  return { ...Object.fromEntries(kept), ...numbers } as Of;
};

/** Picks the labels that `update` can change. */
export const editedLabels = picks<EditedLabel>(({ editable, inJournal }) => editable && !inJournal);

/** Drops the values that stand for none. */
export const withoutNone = <Values extends object>(values: Values): Values => {
  const rows: FieldTable = ITEM_FIELDS;
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== rows[name]?.none)) as Values;
};

/** Makes a function that picks the fields of these rows from an item. */
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
