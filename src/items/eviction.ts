// Victim classes and eviction records. Pure: the kernel ranks the items.
import type { Eviction, EvictionReason } from './events.ts';

/**
 * The nine victim classes in eviction order. Within a class the key of the profile decides, then the sequence. Numbered
 * as in assembly/order/victim-classes.ts, and part of the audit: the order is stored and never changes.
 */
export const VICTIM_CLASSES = [
  'soft-forgotten',
  'expired, unprotected',
  'low, older',
  'low, recent',
  'mid, older',
  'mid, recent',
  'protected, expired',
  'protected, older',
  'protected, recent',
] as const;

const FIRST_PROTECTED = VICTIM_CLASSES.indexOf('protected, expired');
/** Class of items past the soft TTL and unprotected. */
export const EXPIRED_UNPROTECTED = VICTIM_CLASSES.indexOf('expired, unprotected');

/** Place of an item in the eviction order, as the kernel ranks it. */
export interface EvictionRank {
  readonly id: string;
  /** Place in the queue, 0 = oldest. */
  readonly position: number;
  /** Index into `VICTIM_CLASSES`. */
  readonly victimClass: number;
  readonly importance: number;
  /** importance × decay. */
  readonly priority: number;
  readonly tokens: number;
}

/** Former place of an item past its hard TTL. */
export interface ExpiredRank extends EvictionRank {
  /** Time of expiry, ms since 1970. */
  readonly expiredAt: number;
}

/**
 * Returns the record of an item that made room; `expired`, of one that was too old. Both keep the deciding numbers, for
 * an audit to check.
 */
export function evicted(rank: EvictionRank): Eviction {
  return eviction(rank, reasonOf(rank.victimClass));
}

export function expired(rank: ExpiredRank): Eviction {
  return { ...eviction(rank, 'expired-hard'), expiredAt: rank.expiredAt };
}

function reasonOf(victimClass: number): EvictionReason {
  // The class suffices: an item leaves a protected class only if nothing else was left.
  if (victimClass >= FIRST_PROTECTED) return 'protected-last-resort';
  return victimClass === EXPIRED_UNPROTECTED ? 'expired-soft' : 'capacity-exceeded';
}

const eviction = (
  { id, position, victimClass, importance, priority }: EvictionRank,
  reason: EvictionReason,
): Eviction => ({
  id,
  position,
  reason,
  victimClass,
  importance,
  priority,
});
