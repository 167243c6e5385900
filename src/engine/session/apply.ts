// Turns events into the batch of a commit: changed rows, journal entry, counters. Pure: reads the state only.
//
// Each kind of event has its own rules in a pure module; here their results become rows of one batch. It holds only
// rows that change, so a command costs O(changed rows) however large the session is (docs/decisions/0001).
import { applyItemEvents } from '../../items/apply.ts';
import type { ItemEvent } from '../../items/events.ts';
import type { LabelContent } from '../../items/editing.ts';
import type { Item, ItemContent } from '../../items/item.ts';
import type { Batch, JournalEntry, Manifest, Row, RowChange, RowKey, RowStore } from '../../storage/port.ts';
import type { ClockEvent, RoomEvent } from '../../api/watching/audit.ts';
import type { VectorEvent } from '../../api/recall.ts';
import type { DismissEvent, MigrationEvent, RecoveryEvent } from '../../api/recovery.ts';
import { trustOf } from '../../options/provenance.ts';
import { applyDocumentEvents } from '../../tree/apply.ts';
import type { Imported, ImportEvent } from '../../bundle/import-plan.ts';
import type { ContextEvent } from '../../context/plan/events.ts';
import type { Document, DocumentTexts, DocumentEvent } from '../../tree/files/document.ts';
import type { HistoryLimits } from '../../tree/files/history-budget.ts';
import { withoutData } from '../../tree/transcript/parts.ts';
import { type CheckedMessage, messageBytes, messageKey } from '../../tree/transcript/transcript.ts';
import { sealed } from './commit-id.ts';
import { fileRows } from './file-rows.ts';
import { withChecksum } from './row-checksum.ts';
import { jumpedFromAfter, type SessionTime } from './session-time.ts';
import { type SessionRow, withOpening } from '../tree/session-row.ts';
import type { SessionState } from './state.ts';
import { countedRows } from './row-counts.ts';
import { hasBytes } from './recovery/recount.ts';
import { keptAside, SESSION_KEY } from './recovery/verifying.ts';
import { touchedBy } from './stored/touched.ts';
import type { RewrittenRow } from './stored/migration.ts';
import { type Block, blockRow } from '../recall/vector-blocks.ts';

export type SessionBatch = Batch<Manifest, JournalEntry>;

export type JournalEvent =
  ImportEvent | ContextEvent | VectorEvent | ClockEvent | RoomEvent | RecoveryEvent | MigrationEvent | DismissEvent;

/** The texts that belong to a decision's events: stored in rows, never in the journal. */
export interface Content {
  readonly items?: ReadonlyMap<string, ItemContent | LabelContent>;
  readonly files?: DocumentTexts;
  /** Former revisions without the quotations of a forgotten text, by history key; undefined: to delete. */
  readonly former?: ReadonlyMap<string, Document | undefined>;
  /** Redacted messages that keep their remaining text, by index; other redacted messages become stubs. */
  readonly shortened?: ReadonlyMap<number, object>;
  /** Fields `hash` and `after` of redacted messages, by index: stubs keep them, and so their place in the tree. */
  readonly places?: ReadonlyMap<number, object>;
  /** Appended messages, in the order of their events. */
  readonly messages?: readonly CheckedMessage[];
  /** Parts of messages to write, by hash; without `data`: to delete. */
  readonly parts?: ReadonlyMap<string, { readonly bytes: number; readonly data?: string }>;
  /** Rows of the context engine's ledger. */
  readonly ledger?: readonly { readonly key: string; readonly fields?: object | undefined }[];
  readonly imported?: Imported;
  /** Blocks to write; without `block`: to delete. */
  readonly vectors?: readonly { readonly key: string; readonly block?: Block }[];
  /** The session's row with another title or opening. */
  readonly about?: Partial<SessionRow>;
  /** UTF-8 bytes of redacted messages as they were, by index. */
  readonly formerBytes?: ReadonlyMap<number, number>;
  /** Rows of an older format, rewritten in the next one. */
  readonly rewritten?: readonly RewrittenRow[];
  /** Quarantined rows to delete. */
  readonly dismissed?: readonly RowKey[];
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

/** Stub in place of a message from which a forgotten text came. */
const STUB = { role: 'system', text: '', source: 'system', trust: 2, redacted: true };

/** Adds a row to the batch; without fields the row is deleted. */
type Put = (store: RowStore, key: string, fields: object | undefined) => void;

export function apply(
  state: SessionState,
  decided: readonly JournalEvent[],
  content: Content,
  { now, step, jump }: SessionTime,
  options: KeptHistory & {
    readonly cwd: string;
    /** Generation of the session, new for its first commit. */
    readonly generation: string;
    /** Salt of the commit's id, see `sealed`. */
    readonly salt: string;
    /** Head up to which journal entries are dropped. */
    readonly journalUpTo?: number;
  },
): SessionBatch {
  const head = state.manifest.head + 1;
  const { repair } = state;
  const events = [...(repair ? [repair.event] : []), ...(jump ? [jump] : []), ...decided];
  const rows: RowChange[] = [];
  const put: Put = (store, key, fields) => {
    const damaged = fields && state.quarantined.get(`${store} ${key}`);
    // A damaged row of the ledger is not kept: it is rebuilt, and may hold words to be forgotten.
    if (damaged && store !== 'ledger') rows.push(keptAside(damaged));
    rows.push({ store, key, value: fields && withChecksum(fields) });
  };
  for (const { store, key, fields } of repair?.rows ?? []) put(store, key, fields);

  const changes = applyItemEvents(state, events as readonly ItemEvent[], content.items ?? new Map(), {
    head,
    now,
    step,
  });
  // An import brings finished items, which no event describes.
  for (const [id, item] of content.imported?.items ?? []) changes.items.set(id, item);
  for (const [id, item] of content.imported?.tail ?? []) changes.tail.set(id, item);
  // Counted by differences: a recount would make every command O(items).
  let { items, tokens } = state.manifest;
  for (const [id, item] of changes.items) {
    const before = state.items.get(id);
    items += (item ? 1 : 0) - (before ? 1 : 0);
    tokens += (item?.tokens ?? 0) - (before?.tokens ?? 0);
    // An item that came and went in this batch never had a row, and needs none to be deleted.
    if (item || before) put('items', id, item && withoutId(item));
  }
  for (const [id, item] of changes.tail) {
    if (item || state.tail.has(id)) put('tail', id, item && withoutId(item));
  }
  // Tombstones are all that remains of erased items: an import must not bring them back.
  const dropped = new Set(oldestTombstones(state, changes.erased, options.keptTombstones));
  for (const id of changes.erased) if (!dropped.has(id)) put('tombstones', id, { time: now, step });
  for (const id of dropped) if (state.tombstones.has(id)) put('tombstones', id, undefined);

  const written = applyDocumentEvents(state, events as readonly DocumentEvent[], content.files ?? new Map(), {
    now,
    step,
  });
  const files = new Map([...written.files, ...(content.imported?.files ?? [])]);
  for (const { store, key, fields } of fileRows(state, files, { now, ...written }, content.former, options.history))
    put(store, key, fields);
  for (const { key, fields } of content.ledger ?? []) put('ledger', key, fields);
  let { about } = content;
  for (const { store, key, fields } of content.imported?.others ?? []) {
    if (store === 'sessions') about = { salt: options.generation, ...state.session, ...fields };
    else put(store, key, fields);
  }
  if (events.some(({ type }) => type === 'session-created')) about = { salt: options.generation };
  // Blocks have a checksum of their own, over bytes: checking so many numbers as text would take too long.
  for (const { key, block } of content.vectors ?? [])
    rows.push({ store: 'vectors', key, value: block && blockRow(block) });

  putMessages(put, events, content, { now, step });
  for (const [hash, { bytes: size, data }] of content.parts ?? [])
    put('parts', hash, data === undefined ? undefined : { bytes: size, data });
  about = withOpening(about ?? state.session, rows) ?? about;
  if (about) put('sessions', SESSION_KEY, { cwd: options.cwd, createdAt: now, ...about });

  for (const { store, key, fields } of content.rewritten ?? []) put(store, key, fields);
  for (const { store, key } of content.dismissed ?? []) put(store, key, undefined);

  const { jumpedFrom: _, commit: after, bytes: bytesBefore = 0, ...former } = state.manifest;
  const jumpedFrom = jumpedFromAfter(jump, state.manifest);
  const counted = counters(former, events, step);
  const bytes = bytesBefore + addedBytes(rows, events, content);
  const manifest = {
    ...former,
    generation: options.generation,
    head,
    time: now,
    items,
    tokens,
    ...counted,
    ...(hasBytes(state.manifest) && bytes > 0 && { bytes }),
    ...countedRows(state, rows, counted.messages),
    ...(jumpedFrom !== undefined && { jumpedFrom }),
  };
  // Part of the entry, so that the journal can be read without the rows.
  const usage = { before: state.usage, after: { items, tokens } };
  const journal = events.find(({ type }) => type === 'journal-dropped') as { readonly upTo: number } | undefined;
  const entry: JournalEntry = {
    head,
    ...(after !== undefined && { after }),
    time: now,
    step,
    usage,
    events,
    touched: touchedBy(rows),
  };
  return {
    manifest: sealed(manifest, entry, rows, options.salt),
    entry,
    rows,
    // No state depends on the journal, but an owner that is further behind has to load everything.
    dropJournalUpTo: Math.max(0, head - options.keptEntries, journal?.upTo ?? 0, options.journalUpTo ?? 0),
  };
}

function putMessages(put: Put, events: readonly JournalEvent[], content: Content, { now, step }: SessionTime): void {
  // Texts come in the order of their events, which name no text.
  const messages = (content.messages ?? []).values();
  for (const event of events) {
    if (event.type === 'message-redacted') {
      // The message stays in its place, as indexes are addresses, but without the erased words.
      const rest = content.shortened?.get(event.index) ?? {
        ...STUB,
        time: now,
        step,
        ...content.places?.get(event.index),
      };
      put('messages', messageKey(event.index), rest);
    }
    if (event.type === 'transcript-trimmed') {
      for (let index = event.from; index < event.to; index++) put('messages', messageKey(index), undefined);
    }
    if (event.type !== 'message-appended') continue;
    const appended = messages.next().value;
    if (!appended) continue;
    const { at = now, ...message } = withoutData(appended);
    const trust = trustOf(message.source, message.trust);
    put('messages', messageKey(event.index), { ...message, time: Math.min(at, now), step, trust });
  }
}

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
function addedBytes(
  rows: readonly RowChange[],
  events: readonly JournalEvent[],
  { formerBytes, parts }: Content,
): number {
  let bytes = 0;
  for (const event of events) if (event.type === 'transcript-trimmed') bytes -= event.bytes;
  for (const { store, key, value } of rows) {
    if (store === 'parts') bytes += value ? (value.bytes as number) : -(parts?.get(key)?.bytes ?? 0);
    if (store !== 'messages' || !value) continue;
    bytes += rowBytes(Number(key), value) - (formerBytes?.get(Number(key)) ?? 0);
  }
  return bytes;
}

/** Returns a row's bytes as `TranscriptSize` counts them: with the index, which the key holds, without the check. */
export const rowBytes = (index: number, { check: _, ...fields }: Row): number => messageBytes({ ...fields, index });

/** Returns the ids whose tombstones make room for new ones: the earliest first, those of equal time by id. */
function oldestTombstones({ tombstones }: SessionState, erased: readonly string[], most: number): readonly string[] {
  if (erased.length === 0) return [];
  const fresh = new Set(erased);
  const before = [...tombstones].filter(([id]) => !fresh.has(id));
  const excess = before.length + fresh.size - most;
  if (excess <= 0) return [];
  const byAge = before.sort(([one, time], [other, later]) => time - later || (one < other ? -1 : 1));
  return [...byAge.map(([id]) => id), ...fresh].slice(0, excess);
}

/** The row's key already holds the id. */
const withoutId = ({ id: _, ...fields }: Item): Omit<Item, 'id'> => fields;
