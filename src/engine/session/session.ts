// One session of this owner, and the only way to change it: decide → apply → commit → swap.
//
// Rows in storage are the state (docs/decisions/0001). A command is decided on the copy in memory, committed with the
// head that this copy stands for, and taken over only after storage has accepted it. If another owner was faster,
// storage refuses the head: nothing was written, the copy catches up, and the command is decided again. So there is no
// lock between owners, and a failed commit needs no undo.
import type { Commit } from '../../api/memory.ts';
import type { Recovery } from '../../api/recovery.ts';
import { isWorkingMemoryError, memoryClosed, sessionBusy } from '../../errors.ts';
import { MOST_ATTEMPTS } from '../../options/policy.ts';
import type { JournalEntry, Row, RowChange, RowStore, SessionAddress } from '../../storage/port.ts';
import type { Decision, Followers, SessionPorts } from './session-ports.ts';
import type { SessionMoved } from './stored/compact-storage.ts';
import { apply, type Content, type JournalEvent, type KeptHistory, type SessionBatch } from './apply.ts';
import { withoutChecksum } from './row-checksum.ts';
import { CommandQueue } from './turns/command-queue.ts';
import { Courtesy } from './turns/courtesy.ts';
import { decided } from './turns/decided.ts';
import { allLost, divergence, heldBy, newsOf } from './recovery/divergence.ts';
import { type SessionTime, sessionTime } from './session-time.ts';
import { type LoadedState, wholeJournal } from './recovery/loading.ts';
import { Presence } from './recovery/presence.ts';
import { TranscriptCheck } from './recovery/transcript-check.ts';
import { SessionPlace } from './session-place.ts';
import { spare } from './spare.ts';
import { JournalSize } from './stored/journal-size.ts';
import { dueMigration, MIGRATION } from './stored/migration.ts';
import { SessionState } from './state.ts';

export class Session {
  readonly state = new SessionState();
  readonly transcript: TranscriptCheck;
  /** Runs every change of `state` after `load`. */
  readonly #queue = new CommandQueue();
  readonly #ports: SessionPorts;
  readonly #place: SessionPlace;
  readonly #kept: KeptHistory;
  readonly #followers: Followers;
  #closed = false;
  readonly #presence = new Presence(() => this.#tell(allLost(heldBy(this.state))));
  #catchingUp = false;
  /** True from `load` to the first command, whose copy counts as current. */
  #isLoaded = false;
  /** Number of races that the running command has lost. */
  #lost = 0;
  readonly #courtesy = new Courtesy();
  readonly #journal = new JournalSize(() => wholeJournal((from, limit) => this.#place.journal(from, limit)));

  constructor(address: SessionAddress, ports: SessionPorts, options: KeptHistory, followers: Followers) {
    this.#place = new SessionPlace(ports.storage, address);
    this.#ports = ports;
    this.#kept = options;
    this.#followers = followers;
    this.transcript = new TranscriptCheck(this.state, this.#place, {
      alone: (work) => this.exclusively(work),
      catchUp: () => this.#catchUp(),
      tell: (recovery) => this.#tell(recovery),
    });
  }

  /** Loads the session before its first command. One never stored begins empty; its first commit creates it. */
  async load(): Promise<void> {
    const loaded = await this.#place.load();
    if (loaded) this.#take(loaded);
    this.#isLoaded = true;
  }

  /**
   * Follows the heads that other owners announce: a newer one means that this copy is behind, an older one that its
   * owner is.
   */
  listen(): void {
    this.#ports.peers.listen((head) => {
      const isNewer = this.#courtesy.hear(head, this.state.manifest.head);
      if (!isNewer || this.#closed || this.#catchingUp) return;
      this.#catchingUp = true;
      // No call waits for this; the next command meets a lasting failure and reports it.
      this.#queue.run(() => this.#catchUp()).catch(() => undefined);
    });
  }

  /** Returns the session's present time. */
  moment(): SessionTime {
    return sessionTime(this.#ports.clock(), this.state.manifest);
  }

  /**
   * Gathers once, then decides and commits until no other owner was faster. `decide` may run several times, so it
   * must be pure except for queries to the kernel. A decision without events commits nothing.
   * @param gather takes what the latest decision lacked
   */
  command<Gathered, Result, Sought = unknown>(
    gather: (sought?: Sought) => Promise<Gathered> | Gathered,
    decide: (gathered: Gathered, moment: SessionTime) => Decision<Result, Sought>,
  ): Promise<Result> {
    return this.#queue.run(async () => {
      this.refuseIfClosed();
      // Asynchronous reads come first: between decision and commit no other command of this owner may run.
      let sought: Sought | undefined;
      let gathered = await gather();
      if (await this.#courtesy.letPeerGoFirst()) await this.#catchUp();
      // Read once: a command that is decided again keeps its moment, unless the session is later by now.
      const clock = this.#ports.clock();
      this.#lost = 0;
      const isCurrent = this.#isLoaded;
      this.#isLoaded = false;
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        if (await this.#migrates()) continue;
        const early = sessionTime(clock, this.state.manifest);
        const overdue = this.#followers.overdue(early);
        if (overdue.events.length > 0 && !(await this.#write(overdue, early))) continue;
        const moment = sessionTime(clock, this.state.manifest);
        const { decision, refusal } = decided(() => decide(gathered, moment));
        const isNothing = !decision || (decision.events.length === 0 && !this.state.repair);
        // Without a commit nothing reveals that this copy is behind, and the rows that it lacks may be stored by now.
        if (decision?.again || (isNothing && !isCurrent && (await this.#catchUp()))) {
          sought = decision?.again ?? sought;
          gathered = await gather(sought);
          continue;
        }
        if (!decision) throw refusal;
        if (isNothing || (await this.#write(decision, moment))) return decision.result;
        if (decision.erases) gathered = await gather(sought);
      }
      throw sessionBusy(MOST_ATTEMPTS);
    });
  }

  /** Migrates an older format by one step, at the session's own time; true if there was one: decide again. */
  async #migrates(): Promise<boolean> {
    const due = dueMigration(this.state, this.#ports.migration ?? MIGRATION);
    if (!due) return false;
    const { time: now, step } = this.state.manifest;
    await this.#write({ events: [due.event], content: { rows: due.rows }, result: due }, { now, step });
    return true;
  }

  /** Commits a decision; false if another owner was faster or a full storage had to make room first: decide again. */
  async #write(
    { events, content = {}, committed, erases = false }: Decision<unknown>,
    moment: SessionTime,
  ): Promise<boolean> {
    await this.#journal.beforeCommit(this.state.manifest.head + 1);
    try {
      return await this.#commit({ ...this.#batch(events, content, moment), erases }, committed);
    } catch (error) {
      // A full storage gives up vectors for a command, but not for other vectors.
      if (!isWorkingMemoryError(error, 'storage-quota') || events.some(({ type }) => type === 'vectors-stored'))
        throw error;
      const spared = await spare(this, this.state.manifest.head, erases);
      if (!spared) throw error;
      const batch = this.#batch(spared.events, spared.content, this.moment());
      await this.#place.trim(batch);
      // If another owner was faster, the state has caught up, and the command tries again all the same.
      await this.#commit(batch);
      return false;
    }
  }

  #batch(events: readonly JournalEvent[], content: Content, moment: SessionTime): SessionBatch {
    const cwd = this.state.session?.cwd ?? this.#place.address.workspace;
    const { generation = this.#ports.generation() } = this.state.manifest;
    const salt = this.#ports.generation();
    const journalUpTo = this.#journal.excess(this.#kept.keptJournalBytes);
    return apply(this.state, events, content, moment, { cwd, generation, salt, journalUpTo, ...this.#kept });
  }

  /**
   * Commits a batch; false if another owner was faster: the state has then caught up. Correctness rests on this
   * compare-and-set alone.
   */
  async #commit(batch: SessionBatch, committed?: () => void): Promise<boolean> {
    const outcome = await this.#presence.of(() => this.#place.commit(batch));
    if (outcome.status === 'done') {
      this.state.repair = undefined;
      this.#followers.absorb(this.state.absorb(batch.manifest, batch.rows, withoutChecksum));
      committed?.();
      this.#journal.hear([batch.entry], batch.dropJournalUpTo);
      this.#ports.peers.announce(batch.manifest.head);
      this.#emit([batch.entry], this.#lost + 1);
      return true;
    }
    // The second loss in this command: announcing the old head asks the faster owner to wait.
    if (this.#lost++ > 0) this.#ports.peers.announce(this.state.manifest.head);
    await this.#follow(outcome.moved);
    return false;
  }

  /** Returns one stored row, unverified. */
  row(store: RowStore, key: string): Promise<Row | undefined> {
    return this.#place.row(store, key);
  }

  rows(store: RowStore, after: string, limit: number): Promise<readonly RowChange[]> {
    return this.#place.rows(store, after, limit);
  }

  /** Runs `work` between commands: no command decides or commits meanwhile. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      this.refuseIfClosed();
      return work();
    });
  }

  /** Empties the state if nothing is stored any more; false if something is. */
  beginAnew(): Promise<boolean> {
    return this.exclusively(async () => {
      if (this.state.manifest.head === 0 || (await this.#place.load())) return false;
      const lost = allLost(heldBy(this.state));
      this.#presence.gone();
      this.#presence.begin();
      this.#place.standOn({ head: 0 });
      this.#followers.absorb(this.state.reset());
      this.state.recovery = lost;
      return true;
    });
  }

  /**
   * Returns all rows with `after < key <= last`, read in pages. Not a snapshot: a commit may fall between two pages.
   * Callers either hold the queue or take later rows from their commits.
   */
  allRows(store: RowStore, after?: string, last?: string): Promise<RowChange[]> {
    return this.#place.allRows(store, after, last);
  }

  /** Returns journal entries without the ids of commits, so that equal sessions have equal exports. */
  async journal(from: number, limit: number): Promise<readonly JournalEntry[]> {
    return (await this.#place.journal(from, limit)).map(({ after: _, ...entry }) => entry);
  }

  /** Takes over what other owners have committed. */
  async catchUp(): Promise<void> {
    await this.exclusively(() => this.#catchUp());
  }

  refuseIfClosed(): void {
    if (this.#closed) throw memoryClosed();
  }

  /** Completes pending commands and refuses later ones. */
  async close(): Promise<void> {
    await this.#queue.afterPending(() => void (this.#closed = true));
    this.#ports.peers.close();
  }

  /** Takes over commits of other owners; true if there were any. */
  async #catchUp(): Promise<boolean> {
    // Before the read: a commit that is announced during it may not be part of it.
    this.#catchingUp = false;
    const moved = await this.#presence.of(() => this.#place.since());
    if (moved) await this.#follow(moved);
    return moved !== undefined;
  }

  /** Takes over another owner's commits; loads everything again when the journal no longer reaches back. */
  async #follow({ manifest, rows, entries }: SessionMoved): Promise<void> {
    if (entries) {
      this.#place.standOn(manifest);
      if (entries.some(({ events }) => (events as JournalEvent[]).some(({ type }) => type === 'session-recovered')))
        this.state.repair = undefined;
      this.#followers.absorb(this.state.absorb(manifest, rows));
      this.#journal.hear(entries);
      this.#emit(entries);
      return;
    }
    // Read before the reset: a failed read must not leave an empty state.
    const before = heldBy(this.state);
    const loaded = await this.#presence.of(() => this.#place.reload());
    const [next] = await this.#place.journal(before.manifest.head, 1);
    this.#followers.absorb(this.state.reset());
    this.#take(loaded);
    const diverged = divergence(before, heldBy(this.state), next);
    if (diverged) this.#tell(diverged);
    else this.#followers.commit(newsOf(this.state, { type: 'commits-missed', after: before.manifest.head }));
  }

  #take(loaded: LoadedState): void {
    this.#place.standOn(loaded.basis);
    this.transcript.begin();
    this.#journal.begin();
    this.#followers.absorb(this.state.take(loaded));
  }

  /** Reports a change of storage outside of any commit. */
  #tell(recovery: Recovery): void {
    this.state.recovery = recovery;
    this.#followers.commit(newsOf(this.state, { type: 'session-recovered', ...recovery }));
  }

  /** Tells followers of each commit once, in order, whoever made it; of those that a reload skips, `commits-missed`. */
  #emit(entries: readonly JournalEntry[], attempts = 1): void {
    for (const { head, time, step, usage, events } of entries) {
      const commit = { head, time, step, usage, events: events as Commit['events'], ...(attempts > 1 && { attempts }) };
      this.#followers.commit(commit);
    }
  }
}
