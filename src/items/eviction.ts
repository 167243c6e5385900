// Victim classes and eviction records. Pure: the kernel ranks the items.
import type { Eviction, EvictionReason } from './events.ts';

/** The nine victim classes in eviction order. Within a class the key of the profile decides, then the sequence. */
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

export function evicted(rank: EvictionRank): Eviction {
  return eviction(rank, reasonOf(rank.victimClass));
}

export function expired(rank: EvictionRank): Eviction {
  return eviction(rank, 'expired-hard');
}

function reasonOf(victimClass: number): EvictionReason {
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
