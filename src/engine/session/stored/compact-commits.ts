// Journal entries and manifests as stored: short names, each id once, and nothing that follows from the rest. Pure.
// Entries that are not compact, such as those of format 1, are read as they are.
import { touchedRows } from '../../../storage/basis.ts';
import type {
  JournalEntry,
  Manifest,
  RowKey,
  StoredEntry,
  StoredManifest,
  WrittenRows,
} from '../../../storage/port.ts';
import { compactNewcomer, wholeNewcomer } from './compact-items.ts';
import { canBeShort, type StoredFields, withLongNames, withShortNames } from './short-names.ts';

/** Types of stored events by index; an event without an index is `item-memorized`. Append only. */
const EVENT_TYPES: readonly string[] = [
  'item-evicted',
  'item-expired',
  'item-forgotten',
  'item-restored',
  'item-updated',
  'item-relabelled',
  'item-touched',
  'item-replaced',
  'tail-dropped',
  'step-advanced',
  'message-appended',
  'request-prepared',
  'file-written',
  'blocks-updated',
  'vectors-stored',
  'session-renamed',
  'session-made-private',
];
const MEMORIZED = 'item-memorized';

type NamedEvent = StoredFields & { readonly type: string };
type StoreSize = readonly [items: number, tokens: number];

/** Most new items need only their tokens, the first of a batch also its sequence. */
type CompactEvent = StoredFields | number | readonly [tokens: unknown, sequence: unknown];

/** An entry that `compactEntry` made. */
interface CompactEntry extends StoredEntry {
  /** Time, and the step unless it is 0. */
  readonly t: number;
  readonly s?: number;
  /** Store after this commit; also before it, if more than the new items changed it. */
  readonly u: StoreSize | readonly [...StoreSize, ...StoreSize];
  readonly e: readonly CompactEvent[];
}

/** Cache, as an entry is hashed for the id of its commit, stored, and measured. */
const COMPACT = new WeakMap<JournalEntry, { readonly entry: StoredEntry; readonly json: string }>();

function compactOf(entry: JournalEntry): { readonly entry: StoredEntry; readonly json: string } {
  const known = COMPACT.get(entry);
  if (known) return known;
  const compact = compacted(entry);
  const made = { entry: compact, json: JSON.stringify(compact) };
  COMPACT.set(entry, made);
  return made;
}

export const compactEntry = (entry: JournalEntry): StoredEntry => compactOf(entry).entry;

/** Returns the JSON of the entry as stored. */
export const entryJson = (entry: JournalEntry): string => compactOf(entry).json;

function compacted(entry: JournalEntry): StoredEntry {
  const { head, after, time, step, usage, events, touched } = entry;
  const ids = itemsOf(touched);
  const places = new Map(ids.map((id, place) => [id, place]));
  const { items, tokens } = usage.after;
  const before: StoreSize = [usage.before.items, usage.before.tokens];
  const [itemsBefore, tokensBefore] = usageBefore([items, tokens], events as readonly NamedEvent[]);
  const isPlain = itemsBefore === before[0] && tokensBefore === before[1];
  const compact: CompactEntry = {
    head,
    ...(after !== undefined && { after }),
    t: time,
    ...(step !== 0 && { s: step }),
    u: isPlain ? [items, tokens] : [items, tokens, ...before],
    e: compactEvents(events as readonly NamedEvent[], places, time),
    rows: ids.length === touched.length ? ids : writtenRows(touched, places),
  };
  return compact;
}

export function wholeEntry(stored: StoredEntry): JournalEntry {
  if (!('e' in stored)) return stored as JournalEntry;
  const { head, after, t: time, s: step = 0, u, e } = stored as CompactEntry;
  const touched = touchedRows(stored);
  const ids = itemsOf(touched);
  const events = wholeEvents(e, ids, time);
  const [items, tokens, ...given] = u;
  const [itemsBefore, tokensBefore] = given.length === 2 ? given : usageBefore([items, tokens], events);
  return {
    head,
    ...(after !== undefined && { after }),
    time,
    step,
    usage: { before: { items: itemsBefore, tokens: tokensBefore }, after: { items, tokens } },
    events,
    touched,
  };
}

const itemsOf = (touched: readonly RowKey[]): string[] =>
  touched.flatMap(({ store, key }) => (store === 'items' ? [key] : []));

/** Returns the store's size before, assuming that only these new items changed it. */
function usageBefore([items, tokens]: StoreSize, events: readonly NamedEvent[]): StoreSize {
  const added = events.filter(({ type }) => type === MEMORIZED);
  return [items - added.length, added.reduce((rest, event) => rest - Number(event['tokens']), tokens)];
}

/** Index of each written item, by id. */
type PlaceById = ReadonlyMap<unknown, number>;

function writtenRows(touched: readonly RowKey[], places: PlaceById): WrittenRows {
  const stores: Record<string, (string | number)[]> = {};
  for (const { store, key } of touched) {
    (stores[store] ??= []).push(store === 'items' ? key : (places.get(key) ?? key));
  }
  return stores;
}

/** Replaces the id of a written item by its index; a new item with the next index needs none. */
function compactEvents(events: readonly NamedEvent[], places: PlaceById, time: number): CompactEvent[] {
  let next = 0;
  let sequence: unknown;
  return events.map((event) => {
    const { type, ...fields }: { type: string; [name: string]: unknown } = event;
    const code = EVENT_TYPES.indexOf(type);
    const isNew = type === MEMORIZED;
    if (!canBeShort(fields) || 'e' in fields || typeof fields['id'] === 'number' || (code < 0 && !isNew)) return event;
    const place = places.get(fields['id']);
    if (place !== undefined) fields['id'] = place;
    if (!isNew) return withShortNames({ e: code, ...fields });
    const told = compactNewcomer(fields, { id: next, createdAt: time, sequence: Number(sequence) + 1 });
    next = (place ?? -1) + 1;
    sequence = fields['sequence'];
    const names = Object.keys(told).length;
    if (names === 1 && typeof told['tokens'] === 'number') return told['tokens'];
    if (names === 2 && 'tokens' in told && 'sequence' in told) return [told['tokens'], told['sequence']];
    return withShortNames(told);
  });
}

function wholeEvents(events: readonly CompactEvent[], ids: readonly string[], time: number): NamedEvent[] {
  let next = 0;
  let sequence = -1;
  return events.map((stored) => {
    if (typeof stored === 'object' && 'type' in stored) return stored as NamedEvent;
    const { e: code, ...fields } = withLongNames(namedEvent(stored));
    const given = fields['id'] ?? (code === undefined ? next : undefined);
    const id = typeof given === 'number' ? ids[given] : given;
    const named = id === undefined ? {} : { id };
    if (code !== undefined) return { type: EVENT_TYPES[code as number] ?? '', ...fields, ...named };
    next = typeof given === 'number' ? given + 1 : 0;
    const whole = wholeNewcomer({ createdAt: time, sequence: sequence + 1, ...fields, ...named });
    sequence = Number(whole['sequence']);
    return { type: MEMORIZED, ...whole };
  });
}

function namedEvent(stored: CompactEvent): StoredFields {
  if (typeof stored === 'number') return { n: stored };
  return Array.isArray(stored) ? { n: stored[0] as unknown, q: stored[1] as unknown } : (stored as StoredFields);
}

/** The counted stores in the order in which their counts follow the counters. */
const COUNTED_ROWS = ['sessions', 'tail', 'files', 'ledger', 'tombstones', 'messages'] as const;

export function compactManifest({ step, nextSequence, items, tokens, rows, ...rest }: Manifest): StoredManifest {
  const counted = rows ? COUNTED_ROWS.map((store) => rows[store]) : [];
  return {
    ...withShortNames(rest),
    a: [step, nextSequence, items, tokens, ...counted],
  } as unknown as StoredManifest;
}

export function wholeManifest(stored: StoredManifest): Manifest {
  if (typeof stored !== 'object' || stored === null) return stored;
  const { a: numbers, ...rest } = stored as StoredManifest & { readonly a?: unknown };
  if (!Array.isArray(numbers)) return stored as Manifest;
  const [step, nextSequence, items, tokens, ...counted] = numbers as unknown[];
  return {
    step,
    nextSequence,
    items,
    tokens,
    ...(counted.length > 0 && {
      rows: Object.fromEntries(COUNTED_ROWS.map((store, place) => [store, counted[place]])),
    }),
    ...withLongNames(rest),
  } as unknown as Manifest;
}
