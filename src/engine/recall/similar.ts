// Items that say nearly the same as a text that is about to be stored. Reads the kernel alone.
import type { ItemContent } from '../../items/item.ts';
import type { SimilarItem } from '../../items/memorize.ts';
import { CALL_DEFAULTS } from '../../options.ts';
import { likeness } from '../../recall/likeness.ts';
import { termIds } from '../../recall/terms/terms.ts';
import type { EngineContext } from '../engine-context.ts';

const ITEM_SCOPES = new Set(['items', 'tail'] as const);
/** Best matches that are compared both ways. */
const COMPARED = 8;

/** Current items of the same owner, best first. @param without ids to leave out */
export function similarTo(
  { index }: EngineContext,
  { text, userId, agentId }: ItemContent,
  now: number,
  without: ReadonlySet<string>,
): readonly SimilarItem[] {
  const filters = { ...(userId !== undefined && { userId }), ...(agentId !== undefined && { agentId }) };
  const limit = COMPARED + without.size;
  const terms = new Set(termIds(text));
  return index
    .rank({ prompt: text, scopes: ITEM_SCOPES, filters, limit, now, decayFloor: 1, alone: true })
    .flatMap(({ entry, matched = 0 }) => {
      if (entry.kind !== 'item' || matched < CALL_DEFAULTS.similarFrom || without.has(entry.item.id)) return [];
      const { item } = entry;
      if (item.userId !== userId || item.agentId !== agentId) return [];
      return [{ item, score: likeness(matched, terms, item.text) }];
    })
    .filter(({ score }) => score >= CALL_DEFAULTS.similarFrom)
    .sort((one, other) => other.score - one.score || other.item.sequence - one.item.sequence)
    .slice(0, CALL_DEFAULTS.similarItems)
    .map(({ item: { id, text, source, trust }, score }) => ({ id, text, source, trust, score }));
}
