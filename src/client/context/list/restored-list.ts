// The app's list, read back from the transcript.
import type { branchRows } from '../../on-demand/branches.ts';
import type { Engine } from '../../../boundary/engine.ts';
import { endOf, hashAt, type KeptList, type ListPlace } from '../../../context/list/kept-list.ts';
import { type KnownHashes, nextHash, saltedBy } from '../../../context/list/list-hashes.ts';
import { NO_MESSAGES } from '../../../context/list/rolling-hash.ts';
import { readLedger } from '../../../context/view/ledger.ts';
import type { Lens } from '../../../context/view/lens.ts';
import type { ContextWording } from '../../../context/words/wording.ts';
import { ROWS_PER_READ } from '../../../options/policy.ts';
import { HEAD_MARK, type Runs } from '../../../tree/transcript/rows-of-list.ts';
import { droppedMessage, type Message, type NewMessage } from '../../../tree/transcript/transcript.ts';
import { storedOriginal } from '../originals/originals.ts';
import { neutralForm } from '../reading/read-messages.ts';

export interface RestoredList<App> {
  readonly list: App[];
  /** End of the list; undefined where no list was stored, but messages were. */
  readonly end: ListPlace | undefined;
  /** Returns the stored hash of each place whose hash in this list differs; takes as long as the rest. */
  readonly known: () => KnownHashes;
}

export interface ListSought {
  /** Id of a branch in `branches()`; undefined: the one used last. */
  readonly branch: string | undefined;
  /** Finds a branch in the transcript. */
  readonly rowsOf: typeof branchRows;
}

/** Reads the list of a branch back. @throws not-found */
export async function restoredList<App>(
  engine: Engine,
  lens: Lens<App>,
  { branch, rowsOf }: ListSought,
  wording: Pick<ContextWording, 'dropped'>,
): Promise<RestoredList<App>> {
  const { branch: current, rows: ledger, branches, messages, salt } = await engine.contextBasis({ isLatest: true });
  const kept = branch === undefined && current !== undefined ? readLedger(ledger).ledger.kept : undefined;
  const path = kept ? undefined : await rowsOf(engine, branches, branch);
  // Where no list was ever stored, as by `transcript.append` alone, the list consists of all messages.
  const [head, body]: [Runs, Runs] = kept
    ? [kept.head.rows, kept.rows]
    : path
      ? [path.head, path.body]
      : [[], messages > 0 ? [[0, messages]] : []];
  const reading = new ListReading(engine, lens, wording);
  for (const run of head) await reading.read(run, true);
  for (const run of body) await reading.read(run, false, kept);
  const hashes = (): ReturnType<typeof reading.hashes> => reading.hashes(saltedBy(salt));
  return { list: reading.list, known: () => hashes().known, end: kept ? endOf(kept) : path && hashes().end };
}

class ListReading<App> {
  readonly list: App[] = [];
  readonly #engine: Engine;
  readonly #lens: Lens<App>;
  readonly #wording: Pick<ContextWording, 'dropped'>;
  readonly #tools = new Map<string, string>();
  readonly #parts = new Map<string, Promise<string | undefined>>();
  /** Messages as they were given back, which the app may change later, and the hash under which each row was stored. */
  readonly #places: { readonly messages: readonly NewMessage[]; readonly stored: string | undefined }[] = [];
  /** Rows that were read last, from the first index on. */
  #page: ReadonlyMap<number, Message> = new Map();
  #from = -ROWS_PER_READ;

  constructor(engine: Engine, lens: Lens<App>, wording: Pick<ContextWording, 'dropped'>) {
    this.#engine = engine;
    this.#lens = lens;
    this.#wording = wording;
  }

  /** Returns the end of the list, and its hashes that differ from the stored ones. */
  hashes(start: KnownHashes): { readonly end: ListPlace; readonly known: KnownHashes } {
    const known = new Map(start);
    let hash = NO_MESSAGES;
    for (const { messages, stored } of this.#places) {
      for (const message of messages) hash = nextHash(hash, message, start);
      if (stored === undefined || stored === hash || stored.startsWith(HEAD_MARK)) continue;
      known.set(hash, stored);
      hash = stored;
    }
    return { end: { count: this.#places.length, hash }, known };
  }

  async read([first, count]: Runs[number], isHead: boolean, kept?: KeptList): Promise<void> {
    for (let index = first; index < first + count; index++) await this.#add(await this.#row(index), isHead, kept);
  }

  /** Returns a row. Lists of two tabs alternate row by row, so a page serves many runs. */
  async #row(index: number): Promise<Message> {
    if (index < this.#from || index >= this.#from + ROWS_PER_READ) {
      this.#from = index;
      const page = await this.#engine.readMessages(index, ROWS_PER_READ);
      this.#page = new Map(page.map((row) => [row.index, row]));
    }
    // A damaged row has nothing to give back, like a dropped one: only its place is left.
    return this.#page.get(index) ?? droppedMessage(index);
  }

  async #add(row: Message, isHead: boolean, kept: KeptList | undefined): Promise<void> {
    for (const { id, name } of row.calls ?? []) this.#tools.set(id, name);
    const place = this.list.length;
    const isGone = row.dropped === true || (row.redacted === true && row.text === '' && !isHead);
    const messages = isGone ? [this.#lens.inject('user', this.#wording.dropped(place))] : await this.#restored(row);
    this.list.push(...messages);
    if (isHead) return;
    this.#places.push({
      messages: messages.map((message) => neutralForm(this.#lens, message, place)),
      stored: row.hash ?? (kept && hashAt(kept, this.#places.length + 1)),
    });
  }

  async #restored(row: Message): Promise<App[]> {
    const lens = this.#lens;
    const original = row.redacted ? undefined : await storedOriginal(lens, row, (hash) => this.#part(hash));
    if (original !== undefined) return [original];
    const role = row.role === 'system' ? 'system' : 'user';
    return lens.write?.(row, (id) => this.#tools.get(id) ?? '') ?? [lens.inject(role, row.text)];
  }

  /** Reads each part once, however many messages hold it. */
  #part(hash: string): Promise<string | undefined> {
    const part = this.#parts.get(hash) ?? this.#engine.readPart(hash);
    this.#parts.set(hash, part);
    return part;
  }
}
