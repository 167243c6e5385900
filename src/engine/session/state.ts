// One session's state in memory, built from its rows alone: loading, catching up with another owner and taking over the
// result of a command all go through `absorb`.
//
// Nothing here is newer than storage: a row is absorbed after the commit that wrote it. A damaged row is quarantined,
// so that it costs one item and not the session.
import type { Item, TailItem } from '../../items/item.ts';
import { byDeparture, tailBytes } from '../../items/long-tail.ts';
import type { KnownItems } from '../../items/replacing/former.ts';
import type { Recovery } from '../../api/recovery.ts';
import { type Manifest, type Row, type RowChange, rowId, type RowKey, STORAGE_VERSION } from '../../storage/port.ts';
import type { Document, HeldBackFile, Tree } from '../../tree/files/document.ts';
import type { FormerRevision } from '../../tree/files/history-budget.ts';
import { droppedMessage, type Message } from '../../tree/transcript/transcript.ts';
import { CurrentItemTables } from './current-items.ts';
import type { LoadedState, SessionRepair } from './recovery/loading.ts';
import type { SessionRow } from '../tree/session-row.ts';
import { type DamagedRow, isExternallyEdited, SESSION_KEY, soundFields } from './recovery/verifying.ts';

type FileRow = (Omit<Document, 'path'> | { readonly deleted: true; readonly revision: number }) & {
  /** Stored former revisions, oldest first; absent if there are none. */
  readonly former?: readonly FormerRevision[];
};

/** Fields of a row in each store that is held in memory, plus messages, which only pass through to the index. */
interface RowFields {
  readonly sessions: SessionRow;
  readonly items: Omit<Item, 'id'>;
  readonly tail: Omit<TailItem, 'id'>;
  readonly files: FileRow;
  readonly messages: Omit<Message, 'index'>;
  readonly ledger: object;
  readonly tombstones: { readonly time: number };
}

const SOUND: Recovery = { kind: 'none', kept: {}, lost: {} };

const NEW_SESSION: Manifest = {
  version: STORAGE_VERSION,
  head: 0,
  time: 0,
  step: 0,
  nextSequence: 0,
  items: 0,
  tokens: 0,
  messages: 0,
};

/** A change of one item, for the index. */
export interface ItemChange {
  readonly id: string;
  /** Undefined when the item is neither in the store nor in the long tail. */
  readonly item: Item | TailItem | undefined;
}

/** Changes by one call of `absorb`, for the index and the vectors. */
export interface Changes {
  /** Changed items in order of sequence; those that are gone come first. */
  readonly items: readonly ItemChange[];
  /** Files that were written, deleted or redacted. */
  readonly paths: readonly string[];
  /** New, changed and dropped messages. */
  readonly messages: readonly Message[];
  /** Stored blocks of vectors, unverified. */
  readonly vectors: readonly RowChange[];
  /** True if the state was emptied: forget all messages and vectors known so far. */
  readonly reloaded?: boolean;
}

export class SessionState implements KnownItems, Tree {
  manifest: Manifest = NEW_SESSION;
  session: SessionRow | undefined;
  /** In order of sequence: a Map keeps insertion order, sequences only grow, and a new one inserts an item anew. */
  readonly items = new Map<string, Item>();
  /** Items of the long tail, in the order in which they left. */
  readonly tail = new Map<string, TailItem>();
  /** Ids of hard-forgotten items, with the time of the forget, ms since 1970. */
  readonly tombstones = new Map<string, number>();
  readonly files = new Map<string, Document>();
  /** Deleted paths with their last revision. */
  readonly deleted = new Map<string, number>();
  /** Stored former revisions by path, also of deleted ones. */
  readonly former = new Map<string, readonly FormerRevision[]>();
  /** Files from outside that are no part of the session, by path; as of the latest look at the folder. */
  readonly heldBack = new Map<string, HeldBackFile>();
  /** Rows that the context engine keeps between two requests; opaque to this engine. */
  readonly ledger = new Map<string, object>();
  /** Rows that do not match their checks: reported, ignored, and left in storage, by store and key. */
  readonly quarantined = new Map<string, DamagedRow>();
  /** Repair that the next commit makes. */
  repair: SessionRepair | undefined;
  recovery: Recovery = SOUND;
  readonly #current = new CurrentItemTables(this);
  /** Number of pinned items in the store. */
  pinned = 0;
  /** Number of softly forgotten items in the store. */
  softForgotten = 0;
  /** Approximate size of the long tail, in bytes. */
  tailBytes = 0;

  get usage(): { readonly items: number; readonly tokens: number } {
    return { items: this.manifest.items, tokens: this.manifest.tokens };
  }

  get nextSequence(): number {
    return this.manifest.nextSequence;
  }

  withKey(key: string): Item | undefined {
    return this.#current.withKey(key);
  }

  doubleOf(saying: string, expired: ReadonlySet<string>): Item | undefined {
    return this.#current.doubleOf(saying, expired);
  }

  /** Empties the state before a full load; the changes say that everything is gone. */
  reset(): Changes {
    const items = [...this.items.keys(), ...this.tail.keys()].map((id) => ({ id, item: undefined }));
    const paths = [...this.files.keys()];
    this.manifest = NEW_SESSION;
    this.session = undefined;
    this.items.clear();
    this.pinned = this.softForgotten = this.tailBytes = 0;
    this.tail.clear();
    this.tombstones.clear();
    this.files.clear();
    this.deleted.clear();
    this.former.clear();
    this.ledger.clear();
    this.quarantined.clear();
    this.repair = undefined;
    this.recovery = SOUND;
    this.#current.clear();
    return { items, paths, messages: [], vectors: [], reloaded: true };
  }

  /** Takes over a session as it was loaded, into an empty state. */
  take({ manifest, rows, recovery, repair }: LoadedState): Changes {
    const stored = [...rows.sound, ...(repair?.rows ?? [])].map(({ store, key, fields }) => ({
      store,
      key,
      value: fields,
    }));
    const changes = this.absorb(
      manifest,
      [...rows.edited, ...(stored as unknown as RowChange[])],
      ({ value }) => value,
    );
    for (const row of rows.damaged) this.quarantined.set(rowId(row), row);
    this.recovery = recovery;
    this.repair = repair;
    return changes;
  }

  /** Whether a sound row of `files`, `sessions`, `tail`, `ledger` or `tombstones` has this key; false for others. */
  holds({ store, key }: RowKey): boolean {
    if (store === 'files') return this.files.has(key) || this.deleted.has(key);
    if (store === 'sessions') return key === SESSION_KEY && this.session !== undefined;
    return store === 'tail' || store === 'ledger' || store === 'tombstones' ? this[store].has(key) : false;
  }

  /**
   * Takes over the present values of rows. Damaged rows are quarantined.
   * @param read the fields of a row without its check; undefined when the row is damaged
   */
  absorb(manifest: Manifest, rows: readonly RowChange[], read: typeof soundFields = soundFields): Changes {
    this.manifest = manifest;
    const sound = rows.flatMap((row) => this.#soundRow(row, read) ?? []);
    const rowsIn = <Store extends keyof RowFields>(wanted: Store): SoundRow<Store>[] =>
      sound.filter((row): row is SoundRow<Store> => row.store === wanted);
    for (const { fields } of rowsIn('sessions')) this.session = fields;
    for (const { key, fields } of rowsIn('ledger')) replace(this.ledger, key, fields);
    for (const { key, fields } of rowsIn('tombstones')) replace(this.tombstones, key, fields?.time);
    const messages = rowsIn('messages').map(({ key, fields }) =>
      fields ? { ...fields, index: Number(key) } : droppedMessage(Number(key)),
    );
    return {
      items: this.#absorbItems(byId(rowsIn('items')), byId(rowsIn('tail'))),
      paths: rowsIn('files').map(({ key, fields }) => this.#absorbFile(key, fields)),
      messages,
      vectors: rows.filter(({ store }) => store === 'vectors'),
    };
  }

  /** Returns what to take over of a row; quarantines a damaged one. */
  #soundRow(row: RowChange, read: typeof soundFields): SoundRow<keyof RowFields> | undefined {
    const { store, key, value } = row;
    // Vectors are large and rarely read: the vector store verifies them itself, when it needs them.
    if (store === 'vectors') return undefined;
    if (store === 'files' && isExternallyEdited(value)) return editedFile(key, value as Row);
    const fields = value && read(row);
    const isAside = store === 'sessions' && key !== SESSION_KEY;
    if (value && (!fields || isAside)) {
      this.quarantined.set(rowId(row), row as DamagedRow);
      return undefined;
    }
    this.quarantined.delete(rowId(row));
    return isAside ? undefined : ({ store, key, fields } as SoundRow<keyof RowFields>);
  }

  #absorbItems(
    items: ReadonlyMap<string, Item | undefined>,
    tail: ReadonlyMap<string, TailItem | undefined>,
  ): ItemChange[] {
    const ids = [...new Set([...items.keys(), ...tail.keys()])];
    const presentForm = (id: string): Item | TailItem | undefined => this.items.get(id) ?? this.tail.get(id);
    const before = ids.map(presentForm);
    // In order, because rows come in any order and the maps must keep theirs. Deleted rows sort first: they must be gone
    // before any row is added.
    for (const [id, item] of [...items].sort(([, one], [, other]) => bySequence(one, other)))
      this.#replaceItem(id, item);
    for (const [id, item] of [...tail].sort(([, one], [, other]) => byDeparture(one ?? NOWHERE, other ?? NOWHERE)))
      this.#replaceTailItem(id, item);

    // An item that left the store for the long tail is in both maps; one change says where it is now.
    const changed = ids.map((id, place): ItemChange => {
      const item = presentForm(id);
      this.#current.follow(before[place], item);
      return { id, item };
    });
    return changed.sort(({ item: one }, { item: other }) => bySequence(one, other));
  }

  #replaceTailItem(id: string, item: TailItem | undefined): void {
    const former = this.tail.get(id);
    this.tailBytes += (item ? tailBytes(item) : 0) - (former ? tailBytes(former) : 0);
    // Deletes first, so that an item that left anew moves to the end of the map.
    if (item && former && byDeparture(former, item) !== 0) this.tail.delete(id);
    replace(this.tail, id, item);
  }

  #replaceItem(id: string, item: Item | undefined): void {
    const former = this.items.get(id);
    this.pinned += Number(item?.pinned ?? false) - Number(former?.pinned ?? false);
    this.softForgotten += Number(item?.forgotten ?? false) - Number(former?.forgotten ?? false);
    // Deletes first, so that an item with a new sequence moves to the end of the map, as in the queue.
    if (item && former && former.sequence !== item.sequence) this.items.delete(id);
    replace(this.items, id, item);
  }

  /** A deleted path keeps its last revision, so that a file of the same name goes on counting. */
  #absorbFile(path: string, file: FileRow | undefined): string {
    const { former, ...fields } = file ?? {};
    const isDeleted = 'deleted' in fields;
    replace(this.former, path, former);
    replace(this.deleted, path, isDeleted ? (fields as { revision: number }).revision : undefined);
    replace(this.files, path, file && !isDeleted ? { ...(fields as Omit<Document, 'path'>), path } : undefined);
    return path;
  }
}

/** A row of a known store; without fields it was deleted. */
interface SoundRow<Store extends keyof RowFields> {
  readonly store: Store;
  readonly key: string;
  readonly fields: RowFields[Store] | undefined;
}

const byId = <Fields extends object>(
  rows: readonly { readonly key: string; readonly fields: Fields | undefined }[],
): Map<string, (Fields & { readonly id: string }) | undefined> =>
  new Map(rows.map(({ key, fields }) => [key, fields && { ...fields, id: key }]));

const bySequence = (one: Item | undefined, other: Item | undefined): number =>
  (one?.sequence ?? -1) - (other?.sequence ?? -1);

const NOWHERE = { left: { head: -1, turn: -1 } } as TailItem;

/**
 * Shows the text on disk; a later command adopts it as a revision. Unverified: the checksum is that of the text before
 * the edit.
 */
function editedFile(key: string, { check: _, externallyEdited: _mark, ...fields }: Row): SoundRow<'files'> | undefined {
  const { text, revision } = fields as { text?: string | null; revision?: number };
  if (revision === undefined) return undefined;
  const isGone = typeof text !== 'string';
  return { store: 'files', key, fields: isGone ? { deleted: true, revision } : ({ ...fields, text } as FileRow) };
}

/** Sets or deletes a value; a key that is set again keeps its place in the map. */
function replace<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
