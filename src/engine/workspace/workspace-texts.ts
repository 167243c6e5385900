// Keeps the index of a workspace equal to storage: reads its conversations newest first, in slices, and follows those
// that changed since. Storage alone tells what changed, so it does not matter which owner, tab or device wrote it.
import type { LeftOut } from '../../api/recall.ts';
import { isWorkingMemoryError } from '../../errors.ts';
import type { Item, TailItem } from '../../items/item.ts';
import type { Settings } from '../../options/options.ts';
import { ROWS_PER_READ } from '../../options/policy.ts';
import { nextTask } from '../../ports/timers.ts';
import { type Basis, type RowChange, STORAGE_VERSION } from '../../storage/port.ts';
import type { Document } from '../../tree/files/document.ts';
import { SHARED } from '../../tree/session-name.ts';
import { type Message, messageKey } from '../../tree/transcript/transcript.ts';
import { isExternallyEdited } from '../session/recovery/verifying.ts';
import { verifiedFields } from '../session/row-checksum.ts';
import type { ListedSession, SessionStorage } from '../session/stored/compact-storage.ts';
import type { SessionRow } from '../tree/session-row.ts';
import { CurrentLists } from './current-lists.ts';
import { fileRow, itemRow, type PlacedEntry, type WorkspaceIndex } from './workspace-index.ts';

/** Work between two pauses: a row counts 1, plus 1 for about every 256 characters. */
const SLICE = 64;
const CHARACTERS_PER_ROW = 256;
/** Conversations read between two listings of all: a listing takes as long as reading several of them. */
const READ_BETWEEN_LISTS = 32;

interface KnownSession {
  readonly basis: Basis;
  /** Number of texts that found no room. */
  readonly left: number;
}

export class WorkspaceTexts {
  readonly index: WorkspaceIndex;
  readonly #workspace: string;
  readonly #limits: Settings['recall']['workspace'];
  /** Storage of the latest caller; earlier callers may have closed theirs. */
  #storage!: SessionStorage;
  #isAsked = false;
  #running: Promise<void> | undefined;
  readonly #known = new Map<string, KnownSession>();
  readonly #lists = new CurrentLists();
  /** Sessions as last listed, most recently used first. */
  #listed: readonly ListedSession[] = [];
  #work = 0;

  constructor(index: WorkspaceIndex, workspace: string, limits: Settings['recall']['workspace']) {
    this.index = index;
    this.#workspace = workspace;
    this.#limits = limits;
  }

  /** Resolves when the index holds what is stored now, as far as it has room. */
  fresh(storage: SessionStorage): Promise<void> {
    this.#storage = storage;
    this.#isAsked = true;
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Starts over, after a trap. */
  beginAnew(): void {
    this.index.clear();
    this.#known.clear();
  }

  /** Whether the index holds every text that the session had at this head. */
  isWhole(session: string, head: number): boolean {
    const known = this.#known.get(session);
    return known !== undefined && known.left === 0 && known.basis.head >= head;
  }

  /** Whether it is a message that was taken back, or belongs to another branch of its conversation. */
  isAbandoned({ session, entry, isListed = false }: PlacedEntry): boolean {
    return isListed && entry.kind === 'message' && this.#lists.lacks(session, entry.message.index);
  }

  get leftOut(): LeftOut | undefined {
    let sessions = 0;
    let texts = 0;
    for (const { session, manifest } of this.#listed) {
      const left = this.#known.get(session)?.left ?? manifest.items + (manifest.rows?.tail ?? 0) + manifest.messages;
      if (left > 0) sessions++;
      texts += left;
    }
    return sessions > 0 ? { sessions, texts } : undefined;
  }

  async #run(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false;
      const storage = this.#storage;
      try {
        await this.#takeIn();
      } catch (error) {
        // Its owner has closed it since; a newer caller lent another storage.
        if (storage === this.#storage) throw error;
      }
    }
  }

  async #takeIn(): Promise<void> {
    const stored = await this.#storage.sessions({ workspace: this.#workspace });
    // Sessions that have not changed are neither asked about nor checked again.
    const isKnown = ({ session, manifest }: ListedSession): boolean => {
      const known = this.#known.get(session);
      return known !== undefined && isSame(known.basis, manifest);
    };
    this.#listed = stored.filter((one) => isKnown(one) || isOpenToOthers(one)).sort(newestFirst);
    const names = new Set(this.#listed.map(({ session }) => session));
    for (const session of this.#known.keys()) if (!names.has(session)) this.#drop(session);
    // Changed sessions come before sessions never read: they are the likelier to be asked for.
    for (const one of this.#listed) {
      const known = this.#known.get(one.session);
      if (known && !isSame(known.basis, one.manifest)) await this.#follow(one, known);
    }
    const oldestKnown = this.#listed.filter(({ session }) => this.#known.has(session)).at(-1);
    const lastKnown = oldestKnown ? this.#listed.indexOf(oldestKnown) : -1;
    let read = 0;
    for (const [place, one] of this.#listed.entries()) {
      if (this.#known.has(one.session)) continue;
      // A newer question lists the sessions again.
      if (this.#isAsked && read++ >= READ_BETWEEN_LISTS) return;
      const isLast = place > lastKnown;
      if (isLast && this.#isFull(1)) break;
      await this.#read(one, isLast ? this.#limits.maxTexts - this.index.texts : this.#limits.maxTexts);
      // The language is not what it seemed: noticing early means reading less twice.
      if (this.#isStale()) return;
    }
    this.#isStale();
  }

  #isStale(): boolean {
    const isStale = this.index.isStale();
    if (isStale) {
      this.beginAnew();
      this.#isAsked = true;
    }
    return isStale;
  }

  async #follow(one: ListedSession, { basis, left }: KnownSession): Promise<void> {
    const moved = await this.#storage.since(one, basis).catch(ifGone);
    if (!moved?.entries) {
      // Deleted, made anew, or its journal does not reach back far enough.
      this.#drop(one.session);
      return;
    }
    const { session } = one;
    for (const { store, key } of moved.rows) {
      if (store === 'items' || store === 'tail') this.index.remove(session, itemRow(key));
      else if (store === 'files') this.index.remove(session, fileRow(key));
      else if (store === 'messages') this.index.remove(session, Number(key));
    }
    await this.#take(session, moved.rows);
    this.#known.set(session, { basis: moved.manifest, left });
    this.#makeRoom();
  }

  /** @param room most texts to take from the session: items and files, then the newest messages */
  async #read(one: ListedSession, room: number): Promise<void> {
    const { session } = one;
    const { manifest, rows } = await this.#storage.load(one, ['items', 'tail', 'files', 'ledger']);
    if (!manifest || manifest.version > STORAGE_VERSION) return;
    this.index.removeSession(session);
    this.#lists.remove(session);
    await this.#take(session, rows);
    const first = Math.max(0, manifest.messages - Math.max(0, room - this.index.textsOf(session)));
    for (let after = first === 0 ? '' : messageKey(first - 1); ;) {
      const page = await this.#storage.rows(one, 'messages', after, ROWS_PER_READ);
      await this.#take(session, page);
      after = page.at(-1)?.key ?? '';
      if (page.length < ROWS_PER_READ) break;
    }
    this.#known.set(session, { basis: manifest, left: first });
    this.#makeRoom();
  }

  /** Takes rows in, without damaged ones; items in order of arrival, as neighbours are found by it. */
  async #take(session: string, rows: readonly RowChange[]): Promise<void> {
    const items: (Item | TailItem)[] = [];
    for (const { store, key, value } of rows) {
      await this.#pause(value);
      const fields = store === 'files' && isExternallyEdited(value) ? value : verifiedFields(value);
      if (store === 'ledger') this.#lists.take(session, key, fields);
      if (!fields) continue;
      if (store === 'items' || store === 'tail') items.push({ ...(fields as Item), id: key });
      else if (store === 'messages') this.index.addMessage(session, { ...(fields as Message), index: Number(key) });
      else if (store === 'files' && typeof (fields as Partial<Document>).text === 'string')
        this.index.addFile(session, { ...(fields as Document), path: key });
    }
    items.sort((one, other) => one.sequence - other.sequence);
    for (const item of items) {
      await this.#pause(item);
      this.index.addItem(session, item);
    }
  }

  /** Lets other work of the thread run between two slices. */
  async #pause(row: object | undefined): Promise<void> {
    const { text } = (row ?? {}) as { readonly text?: unknown };
    this.#work += 1 + (typeof text === 'string' ? text.length / CHARACTERS_PER_ROW : 0);
    if (this.#work < SLICE) return;
    this.#work = 0;
    await nextTask();
  }

  #drop(session: string): void {
    this.#lists.remove(session);
    this.index.removeSession(session);
    this.#known.delete(session);
  }

  /** Makes room: the least recently used conversations give up their oldest texts. */
  #makeRoom(): void {
    for (let place = this.#listed.length - 1; place >= 0 && this.#isFull(0); place--) {
      const { session } = this.#listed[place] as ListedSession;
      const known = this.#known.get(session);
      if (!known) continue;
      let { left } = known;
      while (this.#isFull(0)) {
        const removed = this.index.removeOldest(session);
        if (removed === 0) break;
        left += removed;
      }
      this.#known.set(session, { ...known, left });
    }
  }

  #isFull(more: number): boolean {
    const { maxTexts, maxBytes } = this.#limits;
    return this.index.texts + more > maxTexts || this.index.bytes + more > maxBytes;
  }
}

/** Whether others may read the session; one with a damaged record may be private. */
function isOpenToOthers({ row }: ListedSession): boolean {
  const about = verifiedFields<SessionRow>(row);
  return about !== undefined && !about.private;
}

/** Orders the shared memory first, then conversations by the time of their latest commit. */
const newestFirst = (one: ListedSession, other: ListedSession): number =>
  Number(other.session === SHARED) - Number(one.session === SHARED) ||
  other.manifest.time - one.manifest.time ||
  (one.session < other.session ? -1 : 1);

const isSame = (one: Basis, other: Basis): boolean => one.head === other.head && one.commit === other.commit;

function ifGone(error: unknown): undefined {
  if (!isWorkingMemoryError(error, 'not-found') && !isWorkingMemoryError(error, 'storage-version')) throw error;
}
