// The fields of an item, one row each. Types, checks, edits, journal events, filters and imports derive from this
// table, so a new field is a new row. Pure.
import { type Source, TRUST_OF_SOURCE, type Trust } from '../../provenance.ts';
import {
  type FieldReader,
  readCount,
  readFlag,
  readId,
  readLabel,
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
  /** Part of the event `item-memorized`. Never for the caller's words: the journal outlives forgotten items. */
  readonly inJournal?: true;
  /** `update` can change it. Only for journal fields. */
  readonly editable?: true;
  /** Recall can filter by it. `label` is the unique short name of the field in the index. */
  readonly filter?: { readonly label: string; readonly takes: 'text' | 'texts' };
  /** Value after an import; by default the value of the bundle. */
  imported?(value: Value, here: ImportDates): Value;
}

export type FieldTable = Readonly<Record<string, FieldRow<unknown>>>;

const label = { read: readLabel, setBy: 'caller', optional: true } as const;

export const ITEM_FIELDS = {
  /** Unique in the session. */
  id: { read: readId, setBy: 'memory', inJournal: true },
  /** Not empty, well-formed Unicode, at most `limits.maxTextLength` UTF-16 units. */
  text: { read: readText, setBy: 'caller' },
  /** Who wrote the text in the conversation, e.g. `user`; 1–200 UTF-16 units, as every label. */
  role: label,
  /** Name of the person who said it; recall prefers items of a speaker whom the prompt names. */
  speaker: label,
  /** Groups items, e.g. by conversation; recall looks at an item's neighbours in its group. */
  group: label,
  /** Keywords to filter by, at most 64. */
  tags: { read: readTags, setBy: 'caller', optional: true, filter: { label: 'tag', takes: 'texts' } },
  /** The user whom the item concerns. */
  userId: { ...label, filter: { label: 'user', takes: 'text' } },
  /** The agent whom the item concerns, where several share a session. */
  agentId: { ...label, filter: { label: 'agent', takes: 'text' } },
  /** The caller's judgement, 0–1; default `importance.default`. */
  importance: {
    read: readShare,
    setBy: 'caller',
    missing: ({ importance }): number => importance,
    inJournal: true,
    editable: true,
  },
  /** A pinned item is never evicted and never expires; only `forget` removes it. Default false. */
  pinned: { read: readFlag, setBy: 'caller', missing: (): boolean => false, inJournal: true, editable: true },
  /** Who wrote the text; default `user`. */
  source: {
    read: readSource,
    setBy: 'caller',
    missing: (): Source => 'user',
    inJournal: true,
    imported: (): Source => 'import',
  },
  /** Trust level of the text, 0–2; derived from the source. */
  trust: { read: readTrust, setBy: 'memory', inJournal: true, imported: (): Trust => TRUST_OF_SOURCE.import },
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
  /** The agent step in which it was memorized. */
  step: { read: readCount, setBy: 'memory', imported: (step: number, here) => here.step(step) },
  /** Soft-forgotten: hidden from recall, still counted, first to leave, restorable. */
  forgotten: { read: readFlag, setBy: 'memory' },
} as const satisfies FieldTable;

type Rows = typeof ITEM_FIELDS;
export type FieldName = keyof Rows;

/** Names of the rows with a mark. */
type Marked<Mark> = { [Name in FieldName]: Rows[Name] extends Mark ? Name : never }[FieldName];
export type CallerField = Marked<{ readonly setBy: 'caller' }>;
export type JournalField = Marked<{ readonly inJournal: true }>;
export type EditableField = Marked<{ readonly editable: true }>;
export type FilterField = Marked<{ readonly filter: object }>;
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

/** Picks the journal fields or the editable fields of an item. */
export function fieldsMarked<Mark extends 'inJournal' | 'editable'>(
  mark: Mark,
  item: FieldValues<Marked<{ readonly [Key in Mark]: true }>>,
): FieldValues<Marked<{ readonly [Key in Mark]: true }>> {
  const marked = rowsOf(ITEM_FIELDS).filter(([, row]) => row[mark]);
  const values = marked.map(([name]) => [name, (item as FieldValues<FieldName>)[name]] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as typeof item;
}
