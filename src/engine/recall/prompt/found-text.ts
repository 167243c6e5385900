// What recall found, as a prompt shows it: where it stands, who said it when, its whole text.
import type { RecalledText } from '../../../recall/recalled-text.ts';
import type { Item } from '../../../items/item.ts';
import { scopeOf } from '../../../tree/paths.ts';
import type { Found } from '../recall.ts';

export function recalledText(found: Found): RecalledText {
  if ('item' in found) return recalledItem(found.item, 'items');
  if ('tailItem' in found) return recalledItem(found.tailItem, 'tail');
  const { time, text } = found;
  if ('path' in found) return { scope: scopeOf(found.path), path: found.path, by: found.path, time, text };
  return { scope: 'transcript', message: found.message, by: found.role, time, text };
}

export function recalledItem({ id, speaker, role, createdAt, text }: Item, scope: 'items' | 'tail'): RecalledText {
  return { scope, id, by: speaker ?? role ?? '', time: createdAt, text };
}

/** To compare what was said. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
