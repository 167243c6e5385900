// The host's clock and randomness.
import { hex } from '../tree/hash.ts';
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';

export const systemClock: Clock = () => Date.now();

// `crypto.randomUUID` is missing on plain-http pages; `getRandomValues` is everywhere.
export const randomIds: Ids = () => {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  return digits() + digits() + digits();
};

const digits = (): string => hex(drawn[used++] as number);

/** Random bits drawn for many ids at once, which costs about as much as for one. */
const drawn = new Uint32Array(64 * 3);
let used = drawn.length;
