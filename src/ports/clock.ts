/** Milliseconds since 1970. Contract: cheap and synchronous; it may jump backwards, the engine never follows it there. */
export type Clock = () => number;
