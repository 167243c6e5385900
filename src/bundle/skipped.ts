// The list of records that an import skips, with reasons. A reason never shows content. Pure.
import { isWorkingMemoryError } from '../errors.ts';

export interface SkippedRecord {
  /** Location in the bundle: `items[3]`, `messages.jsonl:12`, `detail/plan.md`. */
  readonly where: string;
  readonly reason: string;
}

/** Rejects one record; the import continues with the next. */
export class RecordRefusal extends Error {}

/** A hostile bundle can hold millions of bad lines; further ones are only counted. */
const MOST_LISTED = 1000;

export class SkipList {
  readonly #listed: SkippedRecord[] = [];
  #count = 0;

  add(where: string, reason: string): void {
    this.#count++;
    if (this.#listed.length < MOST_LISTED) this.#listed.push({ where, reason });
  }

  /** The result of `read`; when it rejects the record, undefined and an entry in the list. */
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

/** Rethrows errors that do not reject a record. */
export function reasonOf(error: unknown): string {
  if (error instanceof RecordRefusal) return error.message;
  if (isWorkingMemoryError(error, 'path-not-allowed')) return `the path is not allowed (${error.details.rule})`;
  if (isWorkingMemoryError(error, 'invalid-input'))
    return `${error.details.argument} must be ${error.details.expected}`;
  throw error;
}
