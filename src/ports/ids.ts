// The port of new identifiers, and their check.
import { kindOf, portFailed } from '../errors.ts';

/**
 * Returns a new identifier.
 *
 * Contract: unique within a session, URL-safe, at most 64 characters. An id that the session has or had already is
 * refused (`port-failed`).
 * @example const ids: Ids = () => crypto.randomUUID();
 */
export type Ids = () => string;

/** URL-safe, and no property name that could reach an object's prototype. */
const ID = /^(?!(?:__proto__|constructor|prototype)$)[\w.~-]{1,64}$/;

/** Returns the same source of ids; an invalid id throws `port-failed`. */
export const checkedIds =
  (ids: Ids): Ids =>
  () => {
    const id: unknown = ids();
    if (typeof id === 'string' && ID.test(id)) return id;
    throw portFailed('ids', 'a text of 1 to 64 letters, digits or - . _ ~', kindOf(id));
  };
