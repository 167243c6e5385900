// The report that the option `onCommand` receives after each call of a memory. Types only.
import type { ErrorCode } from '../../errors.ts';

/** One completed call of the app. Ids and numbers, never a text. */
export interface CommandNews {
  /** Name of the call in the API, e.g. `items.memorize`. */
  readonly command: string;
  /** Name of the session; `*shared`: the shared memory. */
  readonly session: string;
  /** Time of the call, ms since 1970. */
  readonly at: number;
  /** Duration from the call to its answer, waiting included, in ms. */
  readonly ms: number;
  /** Number of times it was decided or planned; more than 1 if other owners of the session were faster. */
  readonly attempts: number;
  /** UTF-8 bytes of the texts, plus bytes of the arrays, that it passed to the engine. */
  readonly bytes: number;
  /** Code of its error; absent on success. `unknown`: an error without a code. */
  readonly code?: ErrorCode | 'unknown';
  /** Ids of the items in its answer, at most 100. */
  readonly ids: readonly string[];
}
