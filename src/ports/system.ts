// The host's clock and randomness.
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';

export const systemClock: Clock = () => Date.now();

// `crypto.randomUUID` is missing on plain-http pages; `getRandomValues` is everywhere.
export const randomIds: Ids = () => {
  if (used + BYTES > drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  let id = '';
  for (const end = used + BYTES; used < end; used++) id += HEX[drawn[used] as number];
  return id;
};

/** Bytes of one id. */
const BYTES = 12;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** Random bytes drawn for many ids at once, which costs about as much as for one. */
const drawn = new Uint8Array(64 * BYTES);
let used = drawn.length;
