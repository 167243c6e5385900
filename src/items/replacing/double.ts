// Recognises items that say the same. Pure.
import { namesOf } from '../fields/item-fields.ts';
import type { Item } from '../item.ts';

/** Fields, besides the text, that must be equal for items to say the same. */
export const TELLING_APART: readonly (keyof Item)[] = namesOf(({ tellsApart }) => tellsApart)();

/** ASCII with single blanks between words. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Returns a key that is equal for items that say the same: their texts differ at most in case, blanks and compatibility
 * forms (NFKC), and they have the same owner and speaker.
 */
export function sayingOf(fields: Pick<Item, 'text'>): string {
  const { text } = fields;
  // Suffices for most texts in Latin letters, and every command needs several.
  const plain = PLAIN.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKC').toUpperCase().toLowerCase().replace(/\s+/g, ' ').trim();
  const labels = TELLING_APART.map((name) => (fields as Partial<Item>)[name] ?? null);
  return labels.every((label) => label === null) ? plain : `${plain}\n${JSON.stringify(labels)}`;
}
