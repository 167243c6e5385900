// What the option `onCommand` is told after each call of a memory. Types only.
import type { ErrorCode } from '../../errors.ts';

/** One call of the app, when it is over. Ids and numbers, never a text. */
export interface CommandNews {
  /** Its name in the API, e.g. `items.memorize`. */
  readonly command: string;
  /** Name of the session; `*shared`: the shared memory. */
  readonly session: string;
  /** When it was made, ms since 1970. */
  readonly at: number;
  /** From the call to its answer, waiting included. */
  readonly ms: number;
  /** How often it was decided or planned; more than 1 where other owners of the session were faster. */
  readonly attempts: number;
  /** UTF-8 bytes of the texts, and bytes of the arrays, that it gave to the engine. */
  readonly bytes: number;
  /** Of its error; absent where it succeeded. `unknown`: an error without a code. */
  readonly code?: ErrorCode | 'unknown';
  /** Of the items in its answer, at most 100. */
  readonly ids: readonly string[];
}
