// Lists the records that an import skips, with reasons. A reason never shows content. Pure.
import { isWorkingMemoryError } from '../../errors.ts';
import { notABundle } from './not-a-bundle.ts';

/** A record of a bundle that an import could not take, with the reason. */
export interface SkippedRecord {
  /** Location in the bundle: `items[3]`, `messages.jsonl:12`, `detail/plan.md`. */
  readonly where: string;
  readonly reason: string;
}

/** Rejects one record; the import continues with the next. */
export class RecordRefusal extends Error {}

/** Most skipped records: a hostile bundle can hold millions of bad ones, and each costs as much as many good ones. */
const MOST_SKIPPED = 1000;

export class SkipList {
  readonly #listed: SkippedRecord[] = [];

  /** @throws invalid-input for one record too many: nothing is imported */
  add(where: string, reason: string): void {
    const [first] = this.#listed;
    if (first && this.#listed.length >= MOST_SKIPPED)
      throw notABundle(
        `has more than ${MOST_SKIPPED} records that cannot be imported; the first is ${first.where}: ${first.reason}`,
      );
    this.#listed.push({ where, reason });
  }

  /** Returns the result of `read`; if it rejects the record, undefined, and adds an entry to the list. */
  unless<T>(where: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.add(where, reasonOf(error));
      return undefined;
    }
  }

  list(): readonly SkippedRecord[] {
    return [...this.#listed];
  }
}

/** Returns the reason of a rejection; rethrows other errors. */
export function reasonOf(error: unknown): string {
  if (error instanceof RecordRefusal) return error.message;
  if (isWorkingMemoryError(error, 'path-not-allowed')) return `the path is not allowed (${error.details.rule})`;
  if (isWorkingMemoryError(error, 'invalid-input'))
    return `${error.details.argument} must be ${error.details.expected}`;
  throw error;
}
