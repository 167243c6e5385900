// What a bundle holds that cannot be taken over, and why. A reason never shows content. Pure.
import { isWorkingMemoryError } from '../errors.ts';

export interface SkippedRecord {
  /** The place: `items[3]`, `messages.jsonl:12`, `detail/plan.md`. */
  readonly where: string;
  readonly reason: string;
}

/** Why one record cannot be taken over; the others go on. */
export class RecordRefusal extends Error {}

/** A hostile bundle may hold millions of bad lines: more than these are only counted. */
const MOST_LISTED = 1000;

export class SkipList {
  readonly #listed: SkippedRecord[] = [];
  #count = 0;

  add(where: string, reason: string): void {
    this.#count++;
    if (this.#listed.length < MOST_LISTED) this.#listed.push({ where, reason });
  }

  /** What `read` returns; undefined, and a line in the list, when it refuses. */
  unless<T>(where: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.add(where, reasonOf(error));
      return undefined;
    }
  }

  list(): readonly SkippedRecord[] {
    const more = this.#count - this.#listed.length;
    return more > 0 ? [...this.#listed, { where: '…', reason: `${more} more` }] : [...this.#listed];
  }
}

/** @throws what is no refusal of a record */
export function reasonOf(error: unknown): string {
  if (error instanceof RecordRefusal) return error.message;
  if (isWorkingMemoryError(error, 'path-not-allowed')) return `the path is not allowed (${error.details.rule})`;
  if (isWorkingMemoryError(error, 'invalid-input'))
    return `${error.details.argument} must be ${error.details.expected}`;
  throw error;
}
