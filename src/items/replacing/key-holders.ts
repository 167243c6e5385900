// Decides which of several current items holds a key when two sessions merge. Pure.
import { byTime, type Item } from '../item.ts';

export interface KeyHolders {
  /** Successor by the id of a former. Among the formers of one item, the newest comes first. */
  readonly successors: ReadonlyMap<string, string>;
  /** Items that stay current and give up their key. */
  readonly keyless: ReadonlySet<string>;
}

/**
 * Gives the key to the newest item; the others become its formers. A hidden item holds a key only if no visible one
 * claims it. Nothing replaces a pinned item: one in this session keeps its key against incoming ones, and an incoming
 * one that comes too late for its key does without it.
 * @param here items of this session; at equal times they win
 */
export function keyHolders(here: readonly Item[], incoming: readonly Item[]): KeyHolders {
  const claims = new Map<string, Item[]>();
  for (const item of [...here, ...incoming]) {
    if (item.key === undefined || item.replacedBy !== undefined) continue;
    const claimants = claims.get(item.key);
    if (claimants) claimants.push(item);
    else claims.set(item.key, [item]);
  }
  const ownIds = new Set(here.map(({ id }) => id));
  const isKept = ({ id, pinned }: Item): boolean => pinned && ownIds.has(id);
  const successors = new Map<string, string>();
  const keyless = new Set<string>();
  for (const claimants of claims.values()) {
    const [holder, ...others] = claimants.sort(
      (one, other) =>
        Number(isKept(other)) - Number(isKept(one)) ||
        Number(one.forgotten) - Number(other.forgotten) ||
        byTime(one, other) ||
        Number(ownIds.has(other.id)) - Number(ownIds.has(one.id)) ||
        other.sequence - one.sequence,
    );
    for (const other of others) {
      if (other.pinned || (holder && isKept(holder))) keyless.add(other.id);
      else if (holder) successors.set(other.id, holder.id);
    }
  }
  return { successors, keyless };
}
