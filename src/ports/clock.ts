/**
 * Milliseconds since 1970.
 *
 * Contract: cheap and synchronous. It may jump backwards; the engine keeps the latest time of the session instead.
 */
export type Clock = () => number;
