// One session of this owner, and the only way to change it: decide → apply → commit → swap.
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
import { apply, type Content, type JournalEvent, type SessionTime } from './apply.ts';
import { withoutChecksum } from './row-checksum.ts';
import { CommandQueue } from './command-queue.ts';
import { type Changes, LOADED_STORES, SessionState } from './state.ts';

/**
 * An owner that commits without a pause would always beat one that has to catch up first. So the faster owner waits for
 * the slower one, for at most this long. Peer messages are advisory: correctness depends only on the compare-and-set.
 */
const LONGEST_COURTESY_MS = 50;

export interface Decision<Result> {
  readonly events: readonly JournalEvent[];
  readonly content?: Content;
  readonly result: Result;
}

export interface SessionPorts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly peers: Peers;
}

/** Callbacks that follow the state. Contract: must not throw. */
export interface Followers {
  absorb(changes: Changes): void;
  commit(commit: Commit): void;
}

export class Session {
  readonly state = new SessionState();
  readonly #queue = new CommandQueue();
  readonly #ports: SessionPorts;
  readonly #address: SessionAddress;
  readonly #kept: { readonly keptEntries: number; readonly keptRevisions: number };
  readonly #followers: Followers;
  #closed = false;
  #catchingUp = false;
  #peerIsBehind = false;
  #peerCommitted = (): void => undefined;

  constructor(
    address: SessionAddress,
    ports: SessionPorts,
    options: { readonly keptEntries: number; readonly keptRevisions: number },
    followers: Followers,
  ) {
    this.#address = address;
    this.#ports = ports;
    this.#kept = options;
    this.#followers = followers;
  }

  async load(): Promise<void> {
    const { manifest, rows } = await this.#read();
    if (manifest) this.#absorb(manifest, rows);
  }

  async #read(): Promise<LoadedSession> {
    const loaded = await this.#ports.storage.load(this.#address, LOADED_STORES);
    const { manifest } = loaded;
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

  /** The session's present time, which never runs backwards. */
  moment(): SessionTime {
    const { time, step } = this.state.manifest;
    return { now: Math.max(this.#ports.clock(), time), step };
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
      const gathered = await gather();
      if (this.#peerIsBehind) await this.#letPeerGoFirst();
      const clock = this.#ports.clock();
      for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
        const { manifest } = this.state;
        const moment = { now: Math.max(clock, manifest.time), step: manifest.step };
        const { events, content = {}, result } = decide(gathered, moment);
        if (events.length === 0) return result;
        const batch = this.#batch(events, content, moment);
        try {
          if (await this.#commit(batch, attempt > 1)) return result;
        } catch (error) {
          const isFull = isWorkingMemoryError(error, 'storage-quota');
          if (!isFull || events.some(({ type }) => type === 'vectors-stored') || !(await this.#makeRoom())) throw error;
        }
      }
      throw sessionBusy(MOST_ATTEMPTS);
    });
  }

  #batch(events: readonly JournalEvent[], content: Content, moment: SessionTime): Batch {
    const cwd = this.state.session?.cwd ?? this.#address.workspace;
    return apply(this.state, events, content, moment, { cwd, ...this.#kept });
  }

  /** False when another owner was faster; the state has then caught up. */
  async #commit(batch: Batch, isOvertaken: boolean): Promise<boolean> {
    const { head } = this.state.manifest;
    const outcome = await this.#ports.storage.commit(this.#address, head, batch);
    if (outcome.status === 'done') {
      this.#followers.absorb(this.state.absorb(batch.manifest, batch.rows, withoutChecksum));
      this.#ports.peers.announce(batch.manifest.head);
      this.#emit([batch.entry]);
      return true;
    }
    if (isOvertaken) this.#ports.peers.announce(head);
    await this.#follow(outcome.moved);
    return false;
  }

  /** Drops all vectors of a full storage, because they can be computed again. False when there are none. */
  async #makeRoom(): Promise<boolean> {
    const blocks = await this.allRows('vectors');
    if (blocks.length === 0) return false;
    const dropped = { type: 'vectors-dropped', reason: 'storage-quota', blocks: blocks.length } as const;
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

  /** All rows with `after < key <= last`, read in pages. */
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

  #absorb(manifest: Moved['manifest'], rows: readonly RowChange[]): void {
    this.#followers.absorb(this.state.absorb(manifest, rows));
  }

  #emit(entries: readonly JournalEntry[]): void {
    for (const { head, time, step, usage, events } of entries) {
      this.#followers.commit({ head, time, step, usage, events: events as Commit['events'] });
    }
  }
}
