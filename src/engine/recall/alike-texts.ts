// Finds texts that resemble a text forgotten for good.
import type { AlikeText } from '../../items/forgetting/forgetting.ts';
import { CALL_DEFAULTS } from '../../options/policy.ts';
import { checkQuery, LONGEST_PROMPT } from '../../recall/query.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Found } from './found.ts';
import { RecallSearch } from './recall.ts';

/** Returns the most alike first; without items that a soft forget hides. */
export async function alikeTexts(context: EngineContext, texts: readonly string[]): Promise<readonly AlikeText[]> {
  const { alikeFrom, alikeTexts: most, alikeFor } = CALL_DEFAULTS;
  const search = new RecallSearch(context);
  const places = new Map<string, AlikeText>();
  for (const text of texts.slice(0, alikeFor)) {
    const query = checkQuery(
      text.slice(0, LONGEST_PROMPT),
      { scope: 'all', limit: most, former: true },
      context.settings.recall,
    );
    for (const found of (await search.ask(query)).found) {
      const place = placeOf(found);
      const key = JSON.stringify(place);
      const similarity = Math.max(found.fit, places.get(key)?.similarity ?? 0);
      if (similarity >= alikeFrom) places.set(key, { ...place, similarity });
    }
  }
  return [...places.values()].sort((one, other) => other.similarity - one.similarity).slice(0, most);
}

function placeOf(found: Found): Omit<AlikeText, 'similarity'> {
  if ('item' in found) return { id: found.item.id };
  if ('tailItem' in found) return { id: found.tailItem.id };
  if ('path' in found) return { path: found.path };
  return { message: found.message };
}
