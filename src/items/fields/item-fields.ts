// The fields of an item, one row each. Types, checks, edits, journal events, filters, export and import derive from
// this table: a new field is a new row. Pure.
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

/** What an import knows about the session that it goes into. */
export interface ImportDates {
  /** ms since 1970, never later than now. */
  time(time: number): number;
  step(step: number): number;
  /** Tokens of the item as this session counts them; undefined keeps the number of the bundle. */
  readonly tokens?: number | undefined;
}

export interface FieldRow<Value> {
  readonly read: FieldReader<Value>;
  /** `caller`: `memorize` takes it · `memory`: the library sets it. */
  readonly setBy: 'caller' | 'memory';
  /** The item may be without it. Every new field is optional: rows and bundles of older versions lack it. */
  readonly optional?: true;
  /** The value when the caller gives none. A field that is neither optional nor has this one must be given. */
  readonly missing?: (defaults: { readonly importance: number }) => Value;
  /** Part of the event `item-memorized`. Never the caller's words: the journal outlives what is forgotten. */
  readonly inJournal?: true;
  /** `update` may change it; only for fields of the journal. */
  readonly editable?: true;
  /** Recall can filter by it. The label names the field in the index: short, and unlike any other. */
  readonly filter?: { readonly label: string; readonly takes: 'text' | 'texts' };
  /** The value after an import; default as it is in the bundle. */
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
  /** What belongs together, e.g. one conversation; recall looks at an item's neighbours in its group. */
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
  /** How far the text may be believed, 0–2; follows from the source. */
  trust: { read: readTrust, setBy: 'memory', inJournal: true, imported: (): Trust => TRUST_OF_SOURCE.import },
  /** Tokens of the text, by the tokenizer of the session. */
  tokens: {
    read: readCount,
    setBy: 'memory',
    inJournal: true,
    imported: (tokens: number, here) => here.tokens ?? tokens,
  },
  /** Insertion counter of the session: the last tie-break of every order. An import numbers its items anew. */
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

/** Names of the rows that carry a mark. */
type Marked<Mark> = { [Name in FieldName]: Rows[Name] extends Mark ? Name : never }[FieldName];
export type CallerField = Marked<{ readonly setBy: 'caller' }>;
export type JournalField = Marked<{ readonly inJournal: true }>;
export type EditableField = Marked<{ readonly editable: true }>;
export type FilterField = Marked<{ readonly filter: object }>;
type OptionalField = Marked<{ readonly optional: true }>;
/** Fields that `memorize` cannot do without. */
type DemandedField = Exclude<CallerField, OptionalField | Marked<{ readonly missing: unknown }>>;

/** What a table's fields hold, under their names. Generic, so that hovers show the comments of the rows. */
export type ValuesOf<Table extends FieldTable, Name extends keyof Table> = {
  readonly [Field in Name]: ReturnType<Table[Field]['read']>;
};

/** As an item holds them. */
export type FieldValues<Name extends FieldName> = ValuesOf<Rows, Exclude<Name, OptionalField>> &
  Partial<ValuesOf<Rows, Extract<Name, OptionalField>>>;

/** As the caller of `memorize` gives them. */
export type GivenFields = ValuesOf<Rows, DemandedField> & Partial<ValuesOf<Rows, Exclude<CallerField, DemandedField>>>;

export const rowsOf = <Table extends FieldTable>(table: Table): [keyof Table & string, FieldRow<unknown>][] =>
  Object.entries(table);

/** The fields of an item that the journal holds, or that `update` may change. */
export function fieldsMarked<Mark extends 'inJournal' | 'editable'>(
  mark: Mark,
  item: FieldValues<Marked<{ readonly [Key in Mark]: true }>>,
): FieldValues<Marked<{ readonly [Key in Mark]: true }>> {
  const marked = rowsOf(ITEM_FIELDS).filter(([, row]) => row[mark]);
  const values = marked.map(([name]) => [name, (item as FieldValues<FieldName>)[name]] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as typeof item;
}
