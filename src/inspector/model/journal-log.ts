// Reads the journal of a session, and reads on as commits come.
import type { WorkingMemory } from '../../api/memory.ts';
import type { AuditRecord } from '../../api/watching/audit.ts';
import type { CommitEntry } from '../figures/state-at.ts';
import { Followed } from './followed.ts';
import { ShortTasks } from './short-tasks.ts';

export interface JournalRead {
  /** Commits, oldest first. */
  readonly entries: readonly CommitEntry[];
  readonly isReading: boolean;
  readonly error?: unknown;
}

export class JournalLog {
  readonly read = new Followed<JournalRead>({ entries: [], isReading: false });
  readonly #memory: Pick<WorkingMemory, 'items'>;
  #entries: CommitEntry[] = [];
  #isReading = false;
  #isStale = false;

  constructor(memory: Pick<WorkingMemory, 'items'>) {
    this.#memory = memory;
  }

  /** Reads new commits; one reading serves all calls during the last one. */
  async readOn(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#readOnce();
      }
      this.read.set({ entries: this.#entries, isReading: false });
    } catch (error) {
      this.read.set({ entries: this.#entries, isReading: false, error });
    } finally {
      this.#isReading = false;
    }
  }

  async #readOnce(): Promise<void> {
    const tasks = new ShortTasks();
    const known = this.#entries.length;
    const added: CommitEntry[] = [];
    const after = this.#entries.at(-1)?.head ?? 0;
    let open: (Omit<CommitEntry, 'events'> & { events: AuditRecord['event'][] }) | undefined;
    for await (const { event, ...record } of this.#memory.items.audit({ after })) {
      if (open?.head !== record.head) {
        open = { ...record, events: [] };
        added.push(open);
      }
      open.events.push(event);
      await tasks.turn();
    }
    if (added.length > 0 || known === 0) this.#entries = [...this.#entries, ...added];
  }
}
