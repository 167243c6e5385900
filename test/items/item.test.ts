// Validation of a new item.
import { expect, it } from 'vitest';
import { checkItem, type NewItem } from '../../src/items/item.ts';

const checked = (item: Partial<NewItem>) =>
  checkItem({ text: 'The harbour opens at nine', ...item }, { importance: 0.5, maxTextLength: 100 });

it('a moment may be any from the beginning of 1970 on', () => {
  expect(checked({ at: 0 }).at).toBe(0);
  expect(checked({}).at).toBeUndefined();
  for (const at of [-1, Infinity, NaN])
    expect(() => checked({ at }), String(at)).toThrow(/^at must be milliseconds since 1970; got /);
});
