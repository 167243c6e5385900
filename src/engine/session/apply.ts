// Turns events into the batch of a commit: changed rows, journal entry, counters. Pure: reads the state only.
//
// Each kind of event has its own rules in a pure module; here their results become rows of one batch. It holds only
// rows that change, so a command costs O(changed rows) however large the session is (docs/decisions/0001).
import { applyItemEvents, type ItemChanges } from '../../items/apply.ts';
import type { ItemEvent, ItemPlace } from '../../items/events.ts';
import type { LabelContent } from '../../items/editing.ts';
import type { Item, ItemContent } from '../../items/item.ts';
import { minus, plus, type Usage } from '../../items/limits.ts';
import { type Batch, type JournalEntry, type Manifest, type Row, type RowChange, rowId } from '../../storage/port.ts';
import type { ClockEvent, RoomEvent } from '../../api/watching/audit.ts';
import type { VectorEvent } from '../../api/recall.ts';
import type { DismissEvent, MigrationEvent, RecoveryEvent } from '../../api/recovery.ts';
import { trustOf } from '../../options/provenance.ts';
import type { ImportEvent } from '../../bundle/import-plan.ts';
import type { ContextEvent } from '../../context/plan/events.ts';
import type { DocumentEvent } from '../../tree/files/document.ts';
import type { HistoryLimits } from '../../tree/files/history-budget.ts';
import { withoutData } from '../../tree/transcript/parts.ts';
import { type CheckedMessage, messageBytes, messageKey } from '../../tree/transcript/transcript.ts';
import { commitBatch } from './commit-batch.ts';
import { type DocumentContent, fileRows } from './file-rows.ts';
import { type UncheckedRow, withChecksum } from './row-checksum.ts';
import { jumpedFromAfter, type SessionTime } from './session-time.ts';
import { type SessionRow, withOpening } from '../tree/session-row.ts';
import type { SessionState } from './state.ts';
import { countedRows } from './row-counts.ts';
import { hasBytes } from './recovery/recount.ts';
import { keptAside, SESSION_KEY } from './recovery/verifying.ts';
import { type Block, blockRow } from '../recall/vectors/vector-blocks.ts';

export type SessionBatch = Batch<Manifest, JournalEntry>;

export type JournalEvent =
  ImportEvent | ContextEvent | VectorEvent | ClockEvent | RoomEvent | RecoveryEvent | MigrationEvent | DismissEvent;

/** The texts that belong to a decision's events: stored in rows, never in the journal. */
export interface Content extends DocumentContent {
  readonly items?: ReadonlyMap<string, ItemContent | LabelContent>;
  /** Redacted messages, by index. */
  readonly redacted?: ReadonlyMap<number, RedactedRow>;
  /** Appended messages, in the order of their events. */
  readonly messages?: readonly CheckedMessage[];
  /** Parts of messages to write, by hash; without `data`: to delete. */
  readonly parts?: ReadonlyMap<string, { readonly bytes: number; readonly data?: string }>;
  /** The session's row with another title or opening. */
  readonly about?: Partial<SessionRow>;
  /** Rows that no event describes: of the ledger, blocks of vectors, a migration; quarantined ones to delete. */
  readonly rows?: readonly UncheckedRow[];
}

/** A message from which a forgotten text was cut. */
export interface RedactedRow {
  /** Its fields; the stub of one that lost all of its text gets time and step of the commit. */
  readonly left: object;
  /** UTF-8 bytes of the message as it was. */
  readonly formerBytes: number;
}

/** Limits of the past that a commit leaves in storage. */
export interface KeptHistory {
  /** Most journal entries, and most bytes of them. */
  readonly keptEntries: number;
  readonly keptJournalBytes: number;
  /** Most ids of hard-forgotten items. */
  readonly keptTombstones: number;
  readonly history: HistoryLimits;
}

type Events = readonly JournalEvent[];

/** Head, time and step of the commit. */
interface CommitTime extends Pick<SessionTime, 'now' | 'step'> {
  readonly head: number;
}

export function apply(
  state: SessionState,
  decided: Events,
  content: Content,
  { now, step, jump }: SessionTime,
  options: KeptHistory & {
    readonly cwd: string;
    /** Generation of the session, new for its first commit. */
    readonly generation: string;
    /** Salt of the commit's id, see `commitBatch`. */
    readonly salt: string;
    /** Head up to which journal entries are dropped. */
    readonly journalUpTo?: number;
  },
): SessionBatch {
  const { repair } = state;
  const head = state.manifest.head + 1;
  const at = { head, now, step };
  const events = [...(repair ? [repair.event] : []), ...(jump ? [jump] : []), ...decided];
  const changes = itemChanges(state, events, content, at);
  const unchecked: UncheckedRow[] = [
    ...(repair?.rows ?? []),
    ...changedRows('items', changes.items, state.items),
    ...changedRows('tail', changes.tail, state.tail),
    ...tombstoneRows(state, changes.erased, at, options.keptTombstones),
    ...fileRows(state, events as readonly DocumentEvent[], content, at, options.history),
    ...(content.imported?.others ?? []).filter(({ store }) => store !== 'sessions'),
    ...messageRows(events, content, at),
    ...partRows(content),
  ];
  const about = changedSession(state, events, content, unchecked, options.generation);
  if (about)
    unchecked.push({ store: 'sessions', key: SESSION_KEY, fields: { cwd: options.cwd, createdAt: now, ...about } });
  const rows = checkedRows(state, unchecked, content.rows);

  const { jumpedFrom: _, commit: after, bytes: bytesBefore = 0, ...former } = state.manifest;
  const jumpedFrom = jumpedFromAfter(jump, state.manifest);
  const counted = counters(former, events, step);
  const bytes = bytesBefore + addedBytes(rows, events, content);
  const manifest = {
    ...former,
    generation: options.generation,
    head,
    time: now,
    ...usageAfter(state, changes),
    ...counted,
    ...(hasBytes(state.manifest) && bytes > 0 && { bytes }),
    ...countedRows(state, rows, counted.messages),
    ...(jumpedFrom !== undefined && { jumpedFrom }),
  };
  const journal = events.find(({ type }) => type === 'journal-dropped') as { readonly upTo: number } | undefined;
  // No state depends on the journal, but an owner that is further behind has to load everything.
  const dropped = Math.max(0, head - options.keptEntries, journal?.upTo ?? 0, options.journalUpTo ?? 0);
  return commitBatch(manifest, { after, step, before: state.usage, events }, rows, options.salt, dropped);
}

/** Returns the items that events change, and those that an import brings finished: no event describes them. */
function itemChanges(state: SessionState, events: Events, { items, imported }: Content, at: CommitTime): ItemChanges {
  const changes = applyItemEvents(state, events as readonly ItemEvent[], items ?? new Map(), at);
  for (const [id, item] of imported?.items ?? []) changes.items.set(id, item);
  for (const [id, item] of imported?.tail ?? []) changes.tail.set(id, item);
  return changes;
}

/** Returns the usage of the store. Counted by differences: a recount would make every command O(items). */
function usageAfter({ usage, items: before }: SessionState, { items }: ItemChanges): Usage {
  const leaving = [...items.keys()].flatMap((id) => before.get(id) ?? []);
  return plus(
    minus(usage, leaving),
    [...items.values()].flatMap((item) => item ?? []),
  );
}

function changedRows(
  store: ItemPlace,
  changes: ReadonlyMap<string, Item | undefined>,
  before: ReadonlyMap<string, Item>,
): UncheckedRow[] {
  return [...changes].flatMap(([key, item]) => {
    if (item) return { store, key, fields: withoutId(item) };
    // An item that came and went in this batch never had a row, and needs none to be deleted.
    return before.has(key) ? { store, key } : [];
  });
}

/**
 * Returns tombstones, which are all that remains of erased items: an import must not bring them back. They make room
 * for themselves: the earliest go first, those of equal time by id.
 */
function tombstoneRows(
  { tombstones }: SessionState,
  erased: readonly string[],
  { now, step }: CommitTime,
  most: number,
): UncheckedRow[] {
  const store = 'tombstones';
  const fresh = new Set(erased);
  const before = erased.length > 0 ? [...tombstones].filter(([id]) => !fresh.has(id)) : [];
  const excess = Math.max(0, before.length + fresh.size - most);
  if (excess > 0) before.sort(([one, time], [other, later]) => time - later || (one < other ? -1 : 1));
  const kept = [...fresh].slice(Math.max(0, excess - before.length));
  return [
    ...kept.map((key) => ({ store, key, fields: { time: now, step } }) as const),
    ...before.slice(0, excess).map(([key]) => ({ store, key }) as const),
  ];
}

function messageRows(events: Events, content: Content, { now, step }: CommitTime): UncheckedRow[] {
  // Texts come in the order of their events, which name no text.
  const messages = (content.messages ?? []).values();
  const rowAt = (index: number, fields?: object): UncheckedRow => ({
    store: 'messages',
    key: messageKey(index),
    fields,
  });
  return events.flatMap((event) => {
    // The message stays in its place, as indexes are addresses, but without the erased words.
    if (event.type === 'message-redacted')
      return rowAt(event.index, { time: now, step, ...content.redacted?.get(event.index)?.left });
    if (event.type === 'transcript-trimmed')
      return Array.from({ length: event.to - event.from }, (_, place) => rowAt(event.from + place));
    const appended = event.type === 'message-appended' && messages.next().value;
    if (!appended) return [];
    const { at = now, ...message } = withoutData(appended);
    const trust = trustOf(message.source, message.trust);
    return rowAt(event.index, { ...message, time: Math.min(at, now), step, trust });
  });
}

const partRows = ({ parts = new Map() }: Content): UncheckedRow[] =>
  Array.from(parts, ([key, { bytes, data }]) => ({
    store: 'parts',
    key,
    fields: data === undefined ? data : { bytes, data },
  }));

/** Returns the session's row if the commit changes it. @param rows the other rows of the commit */
function changedSession(
  { session }: SessionState,
  events: Events,
  { about, imported }: Content,
  rows: readonly UncheckedRow[],
  salt: string,
): Partial<SessionRow> | undefined {
  const brought = imported?.others.find(({ store }) => store === 'sessions');
  const isNew = events.some(({ type }) => type === 'session-created');
  const changed = isNew ? { salt } : brought ? { salt, ...session, ...brought.fields } : about;
  return withOpening(changed ?? session, rows) ?? changed;
}

/**
 * Returns the rows with their checks, and copies of the damaged ones in whose places they come.
 * @param others rows that no event describes: they give way to a row for the same place, and its damaged one has no
 * copy, as it is rebuilt or to be forgotten
 */
function checkedRows(
  { quarantined }: SessionState,
  rows: readonly UncheckedRow[],
  others: readonly UncheckedRow[] = [],
): RowChange[] {
  const left = new Map(others.map((row) => [rowId(row), row]));
  const aside = rows.flatMap((row) => {
    const id = rowId(row);
    const damaged = quarantined.get(id);
    // Only a hard forget writes a message again, and the damaged one may hold the words to be forgotten.
    return !left.delete(id) && damaged && row.fields && row.store !== 'messages' ? keptAside(damaged) : [];
  });
  return [...aside, ...[...rows, ...left.values()].map(checkedRow)];
}

/** Blocks have a checksum of their own, over bytes: checking so many numbers as text would take too long. */
const checkedRow = ({ store, key, fields }: UncheckedRow): RowChange => ({
  store,
  key,
  value: fields && (store === 'vectors' ? blockRow(fields as Block) : withChecksum(fields)),
});

/**
 * Returns the counters after these events. They only grow, and they are stored: a maximum over rows would fall with a
 * deleted row, and a sequence or index would be given out twice.
 */
function counters(
  before: Manifest,
  events: readonly JournalEvent[],
  step: number,
): Pick<Manifest, 'version' | 'step' | 'nextSequence' | 'messages'> {
  const { version, nextSequence, messages } = before;
  const counted = { version, step, nextSequence, messages };
  for (const event of events) {
    if (event.type === 'item-memorized' || event.type === 'item-touched') counted.nextSequence = event.sequence + 1;
    if (event.type === 'message-appended') counted.messages = event.index + 1;
    if (event.type === 'session-imported') counted.nextSequence = event.nextSequence;
    if (event.type === 'step-advanced') counted.step = event.step;
    if (event.type === 'session-migrated') counted.version = event.to;
  }
  return counted;
}

/** Returns the growth of the transcript in UTF-8 bytes; negative if it shrinks. */
function addedBytes(rows: readonly RowChange[], events: readonly JournalEvent[], { redacted, parts }: Content): number {
  let bytes = 0;
  for (const event of events) if (event.type === 'transcript-trimmed') bytes -= event.bytes;
  for (const { store, key, value } of rows) {
    if (store === 'parts') bytes += value ? (value.bytes as number) : -(parts?.get(key)?.bytes ?? 0);
    if (store !== 'messages' || !value) continue;
    bytes += rowBytes(Number(key), value) - (redacted?.get(Number(key))?.formerBytes ?? 0);
  }
  return bytes;
}

/** Returns a row's bytes as `TranscriptSize` counts them: with the index, which the key holds, without the check. */
export const rowBytes = (index: number, { check: _, ...fields }: Row): number => messageBytes({ ...fields, index });

/** The row's key already holds the id. */
const withoutId = ({ id: _, ...fields }: Item): Omit<Item, 'id'> => fields;
