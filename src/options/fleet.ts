// Options of many sessions and of tenants.
import { integer, number, required, text, timespan } from './rules.ts';

/** Options of `openMany`. */
export const MANY_OPTIONS = {
  max: integer(1, 1_000_000, { default: 256 }),
  idleMs: timespan({ default: 600_000 }),
} as const;

/** Options of `tenantOf`. */
export const TENANT_OPTIONS = {
  prefix: required(text(500)),
  maxSessions: number(1, Infinity, { default: Infinity }),
  maxBytes: number(1, Infinity, { default: Infinity }),
} as const;
