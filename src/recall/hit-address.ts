// The address of something found. Pure.
import type { Scope } from './query.ts';

/** An item by `id`, a passage of a file by `path`, a message by its index. */
export interface HitAddress {
  readonly scope: Scope;
  /**
   * The other conversation that holds it (`*shared`: `memory.shared`); absent for this one, and without the scope
   * `workspace`.
   */
  readonly session?: string;
  /** Id of an item. */
  readonly id?: string;
  /** Path of a file. */
  readonly path?: string;
  /** Index of a message in the transcript. */
  readonly message?: number;
}

/** Returns the address alone, from any object that carries one. */
export const addressOf = ({ scope, session, id, path, message }: HitAddress): HitAddress => ({
  scope,
  ...(session !== undefined && { session }),
  ...(id !== undefined && { id }),
  ...(path !== undefined && { path }),
  ...(message !== undefined && { message }),
});
