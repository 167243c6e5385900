// Order in which items leave the store, as their numbers tell it. Pure.

export interface Leaver {
  readonly id: string;
  readonly pinned: boolean;
  readonly victimClass: number;
  readonly priority: number;
  readonly position: number;
}

/** Sorts items, the next leaver first; pinned ones never leave and stand behind, oldest first. */
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
