// The host's clock and randomness.
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';

export const systemClock: Clock = () => Date.now();

// `crypto.randomUUID` is missing on plain-http pages; `getRandomValues` is everywhere.
export const randomIds: Ids = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
