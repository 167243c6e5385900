/** A new identifier. Contract: never twice the same within one session, URL-safe, at most 64 characters. */
export type Ids = () => string;
