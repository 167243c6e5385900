import type { SessionAddress } from './port.ts';

/**
 * Returns a text that names one session and no other: JSON delimits both names and escapes unpaired surrogates. Durable
 * Objects and Redis store it.
 */
export const addressKey = ({ workspace, session }: SessionAddress): string => JSON.stringify([workspace, session]);
