// Finds items that say nearly the same as a text that is about to be stored. Reads the kernel alone.
import type { ItemContent } from '../../items/item.ts';
import type { SimilarItem } from '../../items/memorize.ts';
import { CALL_DEFAULTS } from '../../options/policy.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Alike } from './entries.ts';

/** Returns current items of the same owner, best first. @param without ids to leave out */
export function similarTo(
  { index }: EngineContext,
  { text, userId, agentId }: ItemContent,
  now: number,
  without: ReadonlySet<string>,
): readonly SimilarItem[] {
  const best: Alike[] = [];
  for (const alike of index.similar(text, CALL_DEFAULTS.similarFrom, now)) {
    const { item } = alike;
    const isOwn = item.userId === userId && item.agentId === agentId;
    if (isOwn && item.replacedBy === undefined && !without.has(item.id)) insert(best, alike);
  }
  return best.map(({ item: { id, text, source, trust }, likeness }) => ({ id, text, source, trust, score: likeness }));
}

/** Keeps the few best in order; a text may have thousands of copies. */
function insert(best: Alike[], alike: Alike): void {
  let place = best.length;
  while (place > 0 && isBetter(alike, best[place - 1] as Alike)) place--;
  if (place === CALL_DEFAULTS.similarItems) return;
  best.splice(place, 0, alike);
  if (best.length > CALL_DEFAULTS.similarItems) best.pop();
}

/** Whether an item is more alike, or equally alike and newer. */
const isBetter = (one: Alike, other: Alike): boolean =>
  one.likeness !== other.likeness ? one.likeness > other.likeness : one.item.sequence > other.item.sequence;
