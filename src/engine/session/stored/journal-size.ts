// How many bytes the stored journal has, and up to where it has to go to fit into its limit.
import type { JournalEntry } from '../../../storage/port.ts';
import { entryJson } from './compact-commits.ts';
import { utf8Bytes } from '../../../tree/utf8-bytes.ts';

/** Share of the limit that is left after a trim, so that not every commit is one. */
const LEFT = 15 / 16;
/** A session that is open for less than this many commits at a time need not read its journal. */
const COUNTED_EVERY = 64;

export class JournalSize {
  readonly #readAll: () => Promise<readonly JournalEntry[]>;
  /** In order of heads. */
  #sizes = new Map<number, number>();
  #bytes = 0;
  #isCounted = false;

  constructor(readAll: () => Promise<readonly JournalEntry[]>) {
    this.#readAll = readAll;
  }

  /** The session was loaded. */
  begin(): void {
    this.#sizes = new Map();
    this.#bytes = 0;
    this.#isCounted = false;
  }

  /** Takes over new entries, and what their commits dropped. */
  hear(entries: readonly JournalEntry[], droppedUpTo = 0): void {
    for (const entry of entries) this.#count(entry);
    for (const head of this.#sizes.keys()) {
      if (head > droppedUpTo) break;
      this.#drop(head);
    }
    // Nothing waits for it, and where it fails, the next opening reads them again.
    if (entries.some(({ head }) => head % COUNTED_EVERY === 0)) this.#read().catch(() => undefined);
  }

  /** Counts the stored entries, once. */
  async #read(): Promise<void> {
    if (this.#isCounted) return;
    this.#isCounted = true;
    const sizes = this.#sizes;
    const entries = await this.#readAll();
    if (sizes !== this.#sizes) return;
    for (const entry of entries) this.#count(entry);
    this.#sizes = new Map([...sizes].sort(([one], [other]) => one - other));
  }

  /** Head up to which entries have to go; 0: none. */
  excess(maxBytes: number): number {
    if (!this.#isCounted || this.#bytes <= maxBytes) return 0;
    let left = this.#bytes;
    for (const [head, bytes] of this.#sizes) {
      left -= bytes;
      if (left <= maxBytes * LEFT) return head;
    }
    return 0;
  }

  #count(entry: JournalEntry): void {
    this.#drop(entry.head);
    const bytes = utf8Bytes(entryJson(entry));
    this.#sizes.set(entry.head, bytes);
    this.#bytes += bytes;
  }

  #drop(head: number): void {
    this.#bytes -= this.#sizes.get(head) ?? 0;
    this.#sizes.delete(head);
  }
}
