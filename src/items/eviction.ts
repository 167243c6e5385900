// Victim classes and eviction records. Pure: the kernel ranks the items.
import type { Eviction, EvictionReason } from './events.ts';

/**
 * The nine victim classes in eviction order. Within a class the key of the profile decides, then the sequence. Numbered
 * as in assembly/order/victim-classes.ts, and part of the audit: the order is stored and stays.
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
/** Past the soft TTL and unprotected. */
export const EXPIRED_UNPROTECTED = VICTIM_CLASSES.indexOf('expired, unprotected');

/** The place of an item in the eviction order, as the kernel ranks it. */
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

/** The place that an item past its hard TTL had. */
export interface ExpiredRank extends EvictionRank {
  /** ms since 1970. */
  readonly expiredAt: number;
}

/**
 * The record of an item that made room, and of one that was too old. Both keep the numbers that decided, for an audit
 * to check.
 */
export function evicted(rank: EvictionRank): Eviction {
  return eviction(rank, reasonOf(rank.victimClass));
}

export function expired(rank: ExpiredRank): Eviction {
  return { ...eviction(rank, 'expired-hard'), expiredAt: rank.expiredAt };
}

function reasonOf(victimClass: number): EvictionReason {
  // From the class alone: whoever leaves from a protected class did so because nothing else was left.
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
