// An open memory under the inspector: the data kept of it while nobody looks, and the reads of the screens.
import type { ItemView } from '../../api/items.ts';
import type { WorkingMemory } from '../../api/memory.ts';
import { JournalLog } from './journal-log.ts';
import { RequestLog } from './request-log.ts';
import { Followed } from './followed.ts';
import { ShortTasks } from './short-tasks.ts';
import { Timings } from './timings.ts';

/** Commits within this time are shown together. */
const TOGETHER_MS = 200;
/** Number of items that a page unpacks at once, well within a task. */
const ITEMS_PER_READ = 250;

export class Inspected {
  readonly memory: WorkingMemory;
  readonly canWrite: boolean;
  readonly requests = new RequestLog();
  readonly journal: JournalLog;
  readonly timings = new Timings();
  /** Number of changes so far; after each one screens read again. */
  readonly changes = new Followed(0);
  readonly #ends: (() => void)[] = [];
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(memory: WorkingMemory, canWrite: boolean) {
    this.memory = memory;
    this.canWrite = canWrite;
    this.journal = new JournalLog(memory);
    this.#ends.push(
      this.journal.read.subscribe(() => this.#tellRequests()),
      memory.context.subscribe(
        (news) => {
          this.requests.heard(news, Date.now());
          this.timings.add('context.prepare', news.ms);
        },
        { texts: true, messages: true },
      ),
      memory.subscribe(() => this.#later()),
      memory.embedding.subscribe(() => this.#later()),
    );
    void this.journal.readOn();
  }

  /** Returns every item of the store, oldest first. */
  async items(): Promise<ItemView[]> {
    const tasks = new ShortTasks();
    const all: ItemView[] = [];
    for (let from = 0; ;) {
      const page = await this.timings.timed('items.list', () =>
        this.memory.items.list({ from, limit: ITEMS_PER_READ }),
      );
      all.push(...page);
      if (page.length < ITEMS_PER_READ) return all;
      from = (page.at(-1)?.position ?? from) + 1;
      await tasks.turn();
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    for (const end of this.#ends.splice(0)) end();
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.changes.set(this.changes.get() + 1);
      void this.journal.readOn();
    }, TOGETHER_MS);
  }

  #tellRequests(): void {
    const { entries } = this.journal.read.get();
    this.requests.told(entries.slice(this.#told));
    this.#told = entries.length;
  }
}
