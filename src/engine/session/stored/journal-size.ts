// Bytes of the stored journal, and the head up to which entries have to go to keep its limit.
import type { JournalEntry } from '../../../storage/port.ts';
import { entryJson } from './compact-commits.ts';
import { utf8Bytes } from '../../../tree/utf8-bytes.ts';

/** Share of the limit that is left after a trim, so that not every commit is one. */
const LEFT = 15 / 16;
/**
 * Interval, in heads, at which an owner counts the journal: it is rarely read, and yet trimmed even if every owner is
 * open for a single commit.
 */
const COUNTED_AT = 64;

export class JournalSize {
  readonly #readAll: () => Promise<readonly JournalEntry[]>;
  /** Bytes by head, in order of heads; undefined until they are counted. */
  #sizes: Map<number, number> | undefined;
  /** No head in `#sizes` is lower. Finding the first key takes long in a map whose first keys were deleted. */
  #lowest = 0;
  #bytes = 0;

  constructor(readAll: () => Promise<readonly JournalEntry[]>) {
    this.#readAll = readAll;
  }

  /** Starts over after the session was loaded. */
  begin(): void {
    this.#sizes = undefined;
    this.#bytes = 0;
  }

  /** Adds new entries and subtracts those that their commits dropped. */
  hear(entries: readonly JournalEntry[], droppedUpTo = 0): void {
    const sizes = this.#sizes;
    if (!sizes) return;
    for (const entry of entries) {
      const bytes = utf8Bytes(entryJson(entry));
      // An entry that was counted before this owner heard of it comes twice.
      this.#bytes += bytes - (sizes.get(entry.head) ?? 0);
      sizes.set(entry.head, bytes);
    }
    for (; this.#lowest <= droppedUpTo; this.#lowest++) {
      this.#bytes -= sizes.get(this.#lowest) ?? 0;
      sizes.delete(this.#lowest);
    }
  }

  /** Counts the stored entries if that is due before the commit of this head. */
  async beforeCommit(head: number): Promise<void> {
    if (this.#sizes || head % COUNTED_AT !== 0) return;
    // An unreadable journal stops no command; a later commit counts it.
    const entries = await this.#readAll().catch(() => undefined);
    if (!entries) return;
    this.#sizes = new Map();
    this.#lowest = entries[0]?.head ?? head;
    this.hear(entries);
  }

  /** Returns the head up to which entries have to go; 0: none. */
  excess(maxBytes: number): number {
    let left = this.#bytes;
    if (left <= maxBytes) return 0;
    for (const [head, bytes] of this.#sizes ?? []) {
      left -= bytes;
      if (left <= maxBytes * LEFT) return head;
    }
    return 0;
  }
}
