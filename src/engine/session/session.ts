// One session of this owner, and the only way to change it: decide → apply → commit → swap.
//
// Rows in storage are the state (docs/decisions/0001). A command is decided on the copy in memory, committed with the
// head that this copy stands for, and taken over only after storage has accepted it. If another owner was faster,
// storage refuses the head: nothing was written, the copy catches up, and the command is decided again. So there is no
// lock between owners, and a failed commit needs no undo.
import type { Commit } from '../../api/memory.ts';
import { isWorkingMemoryError, memoryClosed, sessionBusy, WorkingMemoryError } from '../../errors.ts';
import { MOST_ATTEMPTS, ROWS_PER_READ } from '../../options.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Peers } from '../../ports/peers.ts';
import {
  type Batch,
  type JournalEntry,
  type LoadedSession,
  type Moved,
  type Row,
  type RowChange,
  type RowStore,
  type SessionAddress,
  type Storage,
  STORAGE_VERSION,
} from '../../storage/port.ts';
import { apply, type Content, type JournalEvent, type KeptHistory } from './apply.ts';
import { withoutChecksum } from './row-checksum.ts';
import { CommandQueue } from './command-queue.ts';
import { type SessionTime, sessionTime } from './session-time.ts';
import { type Changes, LOADED_STORES, SessionState } from './state.ts';

/** How long the faster owner waits for one that has to catch up first, and would lose always. Peer messages are advisory. */
const LONGEST_COURTESY_MS = 50;

export interface Decision<Result> {
  /** Without events nothing is committed, and the result is returned as it is. */
  readonly events: readonly JournalEvent[];
  readonly content?: Content;
  readonly result: Result;
  /** Called when the events are committed, before anybody hears of them. Contract: must not throw. */
  readonly committed?: () => void;
}

export interface SessionPorts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly peers: Peers;
}

export interface Followers {
  /** Must not throw, like `commit`. */
  absorb(changes: Changes): void;
  commit(commit: Commit): void;
  /** What has to be committed before the next command decides; pure but for queries to the kernel. */
  overdue(moment: SessionTime): Decision<unknown>;
}

export class Session {
  readonly state = new SessionState();
  /** After `load`, everything that changes `state` runs in here. */
  readonly #queue = new CommandQueue();
  readonly #ports: SessionPorts;
  readonly #address: SessionAddress;
  readonly #kept: KeptHistory;
  readonly #followers: Followers;
  #closed = false;
  #catchingUp = false;
  #peerIsBehind = false;
  #peerCommitted = (): void => undefined;

  constructor(address: SessionAddress, ports: SessionPorts, options: KeptHistory, followers: Followers) {
    this.#address = address;
    this.#ports = ports;
    this.#kept = options;
    this.#followers = followers;
  }

  /** Before the first command. A session that was never stored begins empty; its first commit creates it. */
  async load(): Promise<void> {
    const { manifest, rows } = await this.#read();
    if (manifest) this.#absorb(manifest, rows);
  }

  async #read(): Promise<LoadedSession> {
    const loaded = await this.#ports.storage.load(this.#address, LOADED_STORES);
    const { manifest } = loaded;
    // Rows of a newer format may mean something else; reading them as ours and writing them back would destroy it.
    if (manifest && manifest.version > STORAGE_VERSION) {
      throw new WorkingMemoryError(
        'storage-version',
        `This session was written in storage format ${manifest.version}; this version of working-memory knows ` +
          `${STORAGE_VERSION}. Update it. Nothing was changed.`,
        { stored: manifest.version, supported: STORAGE_VERSION },
      );
    }
    return loaded;
  }

  /**
   * Follows the heads that other owners announce: a newer one means that this copy is old, an older one that its owner
   * is.
   */
  listen(): void {
    this.#ports.peers.listen((head) => {
      if (head < this.state.manifest.head) this.#peerIsBehind = true;
      if (head <= this.state.manifest.head || this.#closed) return;
      this.#peerCommitted();
      if (this.#catchingUp) return;
      this.#catchingUp = true;
      // No call waits for this; the next command meets a lasting failure and reports it.
      this.#queue.run(() => this.#catchUp()).catch(() => undefined);
    });
  }

  /** The session's present time. */
  moment(): SessionTime {
    return sessionTime(this.#ports.clock(), this.state.manifest);
  }

  /**
   * Gathers once, then decides and commits until no other owner was faster. `decide` may run several times, so it
   * must be pure except for queries to the kernel. A decision without events commits nothing.
   */
  command<Gathered, Result>(
    gather: () => Promise<Gathered> | Gathered,
    decide: (gathered: Gathered, moment: SessionTime) => Decision<Result>,
  ): Promise<Result> {
    return this.#queue.run(async () => {
      this.refuseIfClosed();
      // Whatever needs to await, once: between the decision and the commit no other command of this owner may come in.
      const gathered = await gather();
      if (this.#peerIsBehind) await this.#letPeerGoFirst();
      // Read once, so that a command that is decided again is of the same moment, unless the session is later by now.
      const clock = this.#ports.clock();
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const early = sessionTime(clock, this.state.manifest);
        const overdue = this.#followers.overdue(early);
        if (overdue.events.length > 0 && !(await this.#write(overdue, early, attempt > 0))) continue;
        const moment = sessionTime(clock, this.state.manifest);
        const decision = decide(gathered, moment);
        if (decision.events.length === 0 || (await this.#write(decision, moment, attempt > 0))) return decision.result;
      }
      throw sessionBusy(MOST_ATTEMPTS);
    });
  }

  /** False when another owner was faster, or when a full storage had to be emptied first: decide again. */
  async #write(
    { events, content = {}, committed }: Decision<unknown>,
    moment: SessionTime,
    isOvertaken: boolean,
  ): Promise<boolean> {
    try {
      return await this.#commit(this.#batch(events, content, moment), isOvertaken, committed);
    } catch (error) {
      // A full storage gives up vectors for a command, but not for other vectors.
      const isFull = isWorkingMemoryError(error, 'storage-quota');
      if (!isFull || events.some(({ type }) => type === 'vectors-stored') || !(await this.#makeRoom())) throw error;
      return false;
    }
  }

  #batch(events: readonly JournalEvent[], content: Content, moment: SessionTime): Batch {
    const cwd = this.state.session?.cwd ?? this.#address.workspace;
    return apply(this.state, events, content, moment, { cwd, ...this.#kept });
  }

  /**
   * False when another owner was faster; the state has then caught up. The compare-and-set on `head` is the only thing
   * that correctness rests on.
   */
  async #commit(batch: Batch, isOvertaken: boolean, committed?: () => void): Promise<boolean> {
    const { head } = this.state.manifest;
    const outcome = await this.#ports.storage.commit(this.#address, head, batch);
    if (outcome.status === 'done') {
      this.#followers.absorb(this.state.absorb(batch.manifest, batch.rows, withoutChecksum));
      committed?.();
      this.#ports.peers.announce(batch.manifest.head);
      this.#emit([batch.entry]);
      return true;
    }
    // For the second time in this command: the old head asks the faster owner to wait.
    if (isOvertaken) this.#ports.peers.announce(head);
    await this.#follow(outcome.moved);
    return false;
  }

  /** Drops all vectors of a full storage, because they can be computed again. False when there are none. */
  async #makeRoom(): Promise<boolean> {
    const blocks = await this.allRows('vectors');
    if (blocks.length === 0) return false;
    const dropped = { type: 'vectors-dropped', reason: 'storage-quota', blocks: blocks.length } as const;
    // Where another owner was faster, the state has caught up and the command tries again all the same.
    await this.#commit(this.#batch([dropped], { vectors: blocks.map(({ key }) => ({ key })) }, this.moment()), false);
    return true;
  }

  /** One stored row, unverified. */
  row(store: RowStore, key: string): Promise<Row | undefined> {
    return this.#ports.storage.row(this.#address, store, key);
  }

  rows(store: RowStore, after: string, limit: number): Promise<readonly RowChange[]> {
    return this.#ports.storage.rows(this.#address, store, after, limit);
  }

  /** Runs `work` between commands: no command decides or commits meanwhile. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      this.refuseIfClosed();
      return work();
    });
  }

  /**
   * All rows with `after < key <= last`, read in pages. Not a snapshot: a commit may fall between two pages. Callers
   * either hold the queue or take later rows from their commits.
   */
  async allRows(store: RowStore, after = '', last = '\uffff'): Promise<RowChange[]> {
    const found: RowChange[] = [];
    for (let from = after; ;) {
      const page = await this.rows(store, from, ROWS_PER_READ);
      for (const row of page) {
        if (row.key > last) return found;
        found.push(row);
        from = row.key;
      }
      if (page.length < ROWS_PER_READ) return found;
    }
  }

  journal(from: number, limit: number): Promise<readonly JournalEntry[]> {
    return this.#ports.storage.journal(this.#address, from, limit);
  }

  refuseIfClosed(): void {
    if (this.#closed) throw memoryClosed();
  }

  /** Completes pending commands and refuses later ones. */
  async close(): Promise<void> {
    await this.#queue.run(async () => {
      this.#closed = true;
    });
    this.#ports.peers.close();
  }

  /** Waits until another owner has committed, or for the longest courtesy; then catches up. */
  async #letPeerGoFirst(): Promise<void> {
    this.#peerIsBehind = false;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LONGEST_COURTESY_MS);
      this.#peerCommitted = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#peerCommitted = () => undefined;
    await this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    // Before the read: a commit that is announced during it may not be part of it.
    this.#catchingUp = false;
    const moved = await this.#ports.storage.since(this.#address, this.state.manifest.head);
    if (moved) await this.#follow(moved);
  }

  /** Takes over another owner's commits; loads everything again when the journal no longer reaches back. */
  async #follow({ manifest, rows, entries }: Moved): Promise<void> {
    if (entries) {
      this.#absorb(manifest, rows);
      this.#emit(entries);
      return;
    }
    // Read before the reset: a failed read must not leave an empty state.
    const loaded = await this.#read();
    this.#followers.absorb(this.state.reset());
    if (loaded.manifest) this.#absorb(loaded.manifest, loaded.rows);
  }

  /** For rows from storage, which are verified; `#commit` takes over its own rows as they are. */
  #absorb(manifest: Moved['manifest'], rows: readonly RowChange[]): void {
    this.#followers.absorb(this.state.absorb(manifest, rows));
  }

  /** Followers hear of every commit once, in order, whoever made it; only a full reload skips some. */
  #emit(entries: readonly JournalEntry[]): void {
    for (const { head, time, step, usage, events } of entries) {
      this.#followers.commit({ head, time, step, usage, events: events as Commit['events'] });
    }
  }
}
