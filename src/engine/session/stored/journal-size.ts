// How many bytes the stored journal has, and up to where it has to go to fit into its limit.
import type { JournalEntry } from '../../../storage/port.ts';
import { entryJson } from './compact-commits.ts';
import { utf8Bytes } from '../../../tree/utf8-bytes.ts';

/** Share of the limit that is left after a trim, so that not every commit is one. */
const LEFT = 15 / 16;
/**
 * Whoever makes a commit whose number this divides has counted the journal: so it is read seldom, and trimmed also where
 * no owner is open for longer than a commit.
 */
const COUNTED_AT = 64;

export class JournalSize {
  readonly #readAll: () => Promise<readonly JournalEntry[]>;
  /** By heads, in their order; undefined until they are counted. */
  #sizes: Map<number, number> | undefined;
  #bytes = 0;

  constructor(readAll: () => Promise<readonly JournalEntry[]>) {
    this.#readAll = readAll;
  }

  /** The session was loaded. */
  begin(): void {
    this.#sizes = undefined;
  }

  /** Takes over new entries, and what their commits dropped. */
  hear(entries: readonly JournalEntry[], droppedUpTo = 0): void {
    for (const entry of entries) this.#count(entry);
    for (const head of this.#sizes?.keys() ?? []) {
      if (head > droppedUpTo) break;
      this.#drop(head);
    }
  }

  /** Before the commit of this head: counts the stored entries if that is due. */
  async beforeCommit(head: number): Promise<void> {
    if (this.#sizes || head % COUNTED_AT !== 0) return;
    // The record alone stops no command: where it cannot be read, it is counted later.
    const entries = await this.#readAll().catch(() => undefined);
    if (!entries) return;
    this.#sizes = new Map();
    this.#bytes = 0;
    this.hear(entries);
  }

  /** Head up to which entries have to go; 0: none. */
  excess(maxBytes: number): number {
    let left = this.#bytes;
    if (!this.#sizes || left <= maxBytes) return 0;
    for (const [head, bytes] of this.#sizes) {
      left -= bytes;
      if (left <= maxBytes * LEFT) return head;
    }
    return 0;
  }

  #count(entry: JournalEntry): void {
    if (!this.#sizes) return;
    this.#drop(entry.head);
    const bytes = utf8Bytes(entryJson(entry));
    this.#sizes.set(entry.head, bytes);
    this.#bytes += bytes;
  }

  #drop(head: number): void {
    this.#bytes -= this.#sizes?.get(head) ?? 0;
    this.#sizes?.delete(head);
  }
}
