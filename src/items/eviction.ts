// Who leaves when, and what is said about it. Pure: the order itself comes from the kernel as plain values.
import type { Eviction, EvictionReason } from './events.ts';

/** The nine victim classes, lowest leaves first; within one the key of the profile decides, then the sequence. */
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
/** Past the soft TTL and not protected: leaves before anything that is not forgotten. */
export const EXPIRED_UNPROTECTED = VICTIM_CLASSES.indexOf('expired, unprotected');

/** One item as the kernel places it in the order. */
export interface EvictionRank {
  readonly id: string;
  readonly position: number;
  readonly victimClass: number;
  readonly importance: number;
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
