/**
 * A new identifier.
 *
 * Contract: unique within a session, URL-safe, at most 64 characters.
 */
export type Ids = () => string;
