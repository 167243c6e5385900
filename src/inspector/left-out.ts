// Stand-in for the inspector in a production build: it shows nothing and weighs nothing.
import type { Inspect } from './inspect.ts';

/** Shows nothing; `working-memory/inspector-always` shows it in production, too. */
export const leftOut: Inspect = async () => ({
  show: () => undefined,
  hide: () => undefined,
  close: () => Promise.resolve(),
});
