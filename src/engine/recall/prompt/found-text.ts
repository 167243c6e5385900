// Recalled texts as a prompt shows them: place, speaker, time and whole text.
import type { Scope } from '../../../recall/query.ts';
import type { RecalledText } from '../../../recall/recalled-text.ts';
import type { Item } from '../../../items/item.ts';
import { scopeOf } from '../../../tree/paths.ts';
import type { Found } from '../found.ts';

/** Scopes of texts for a prompt: without those that requests show anyway or that repeat the transcript. */
export const RECALLED_SCOPES: readonly Scope[] = ['items', 'tail', 'detail', 'transcript'];

export function recalledText(found: Found): RecalledText {
  const { session } = found;
  return { ...textOf(found), ...(session !== undefined && { session }) };
}

function textOf(found: Found): RecalledText {
  if ('item' in found) return recalledItem(found.item, 'items');
  if ('tailItem' in found) return recalledItem(found.tailItem, 'tail');
  const { time, text, session } = found;
  if ('path' in found) {
    const { path } = found;
    return { scope: scopeOf(path), path, by: session === undefined ? path : '', time, text };
  }
  // Results of tools stay in the conversation that asked for them.
  return {
    scope: 'transcript',
    message: found.message,
    by: found.role,
    time,
    text: session === undefined ? text : found.said,
  };
}

export function recalledItem({ id, speaker, role, createdAt, text }: Item, scope: 'items' | 'tail'): RecalledText {
  return { scope, id, by: speaker ?? role ?? '', time: createdAt, text };
}

/** Returns the ids of the older versions; without its own id, which a fork also holds. */
export const formersOf = (found: Found): readonly string[] => {
  const { id } = recalledText(found);
  return (found.newerThan ?? []).filter((former) => former !== id);
};

/** Joins lines, for comparing what was said. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
