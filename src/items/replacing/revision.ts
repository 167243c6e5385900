// Fields that a revised item inherits from the item it replaces. Pure.
import { ITEM_FIELDS, rowsOf } from '../fields/item-fields.ts';
import type { Newcomer } from '../item.ts';
import { itemNamed, type KnownItems } from './former.ts';

/** Fills in values that the caller did not give, except fields that belong to one text alone. @throws not-found */
export function revisionOf(view: KnownItems, name: string, newcomer: Newcomer): Newcomer {
  const former: object = itemNamed(view, name);
  const { content, given } = newcomer;
  const inherited = rowsOf(ITEM_FIELDS).filter(([, row]) => row.setBy === 'caller' && !row.ofTextAlone);
  const valuesOf = (isInJournal: boolean, ownValues: object): object => {
    const names = inherited.flatMap(([name, { inJournal = false }]) => (inJournal === isInJournal ? [name] : []));
    const values = names.filter((name) => !(name in ownValues)).map((name) => [name, Reflect.get(former, name)]);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  };
  const numbers = valuesOf(true, given);
  return {
    ...newcomer,
    ...numbers,
    // Needed also if the text is that of another item, for which only given values count.
    given: { ...given, ...numbers },
    content: { ...valuesOf(false, content), ...content },
    replaces: name,
  };
}
