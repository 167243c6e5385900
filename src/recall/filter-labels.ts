// What an entry carries that a query can ask for. Pure.

export interface Filters {
  readonly userId?: string;
  readonly agentId?: string;
  /** An item must carry all of them. */
  readonly tags?: readonly string[];
}

/** One label per user, agent and tag; asked for and carried in the same form. */
export function filterLabels({ userId, agentId, tags = [] }: Filters): string[] {
  return [
    ...(userId === undefined ? [] : [`user ${userId}`]),
    ...(agentId === undefined ? [] : [`agent ${agentId}`]),
    ...tags.map((tag) => `tag ${tag}`),
  ];
}

export const carriesAll = (wanted: readonly string[], carried: readonly string[]): boolean =>
  wanted.every((label) => carried.includes(label));
