// Which of several current items holds a key, where two sessions become one. Pure.
import { byTime, type Item } from '../item.ts';

export interface KeyHolders {
  /** By id of a former: the item that takes its place. Of the formers of one item the newest comes first. */
  readonly successors: ReadonlyMap<string, string>;
  /** Items that stay current and give up their key. */
  readonly keyless: ReadonlySet<string>;
}

/**
 * The newest truth holds the key, and the others become its formers. Whoever is hidden only holds a key that no visible
 * one claims. Nothing takes the place of a pinned item: one that is here keeps its key from whatever comes, and one that
 * comes too late for its key stays without it.
 * @param here those of this session; at equal times they win
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
