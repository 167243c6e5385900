// When two items say the same. Pure.
import { namesOf } from '../fields/item-fields.ts';
import type { Item } from '../item.ts';

/** Fields in which items that say the same are equal, beside their texts. */
export const TELLING_APART: readonly (keyof Item)[] = namesOf(({ tellsApart }) => tellsApart)();

/** ASCII with single blanks between words. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Equal for items that say the same: their texts differ at most in case, blanks and compatibility forms (NFKC), and
 * they have the same owner and speaker.
 */
export function sayingOf(fields: Pick<Item, 'text'>): string {
  const { text } = fields;
  // Most texts in Latin letters need no more, and every command asks for several of them.
  const plain = PLAIN.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKC').toUpperCase().toLowerCase().replace(/\s+/g, ' ').trim();
  const labels = TELLING_APART.map((name) => (fields as Partial<Item>)[name] ?? null);
  return labels.every((label) => label === null) ? plain : `${plain}\n${JSON.stringify(labels)}`;
}
