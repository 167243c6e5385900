// Who leaves the store next: the order of eviction as the numbers of the items tell it. Pure.

export interface Leaver {
  readonly id: string;
  readonly pinned: boolean;
  readonly victimClass: number;
  readonly priority: number;
  readonly position: number;
}

/** Next leaver first; pinned items never leave and stand behind, oldest first. */
export function leaveOrder<One extends Leaver>(items: readonly One[], key: 'fifo' | 'priority'): One[] {
  const byKey = (one: One, other: One): number => (key === 'priority' ? one.priority - other.priority : 0);
  return [...items].sort(
    (one, other) =>
      Number(one.pinned) - Number(other.pinned) ||
      one.victimClass - other.victimClass ||
      byKey(one, other) ||
      one.position - other.position,
  );
}
