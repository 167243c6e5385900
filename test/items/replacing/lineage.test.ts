// Lineage of items that come from another session.
import { expect, it } from 'vitest';
import type { Item } from '../../../src/items/item.ts';
import { soundItems } from '../../../src/items/replacing/lineage.ts';

const itemOf = (id: string, links: Pick<Item, 'replaces' | 'replacedBy'> = {}): Item => ({
  id,
  text: id,
  createdAt: 1,
  importance: 0.5,
  pinned: false,
  source: 'user',
  trust: 2,
  tokens: 1,
  sequence: 1,
  step: 0,
  forgotten: false,
  ...links,
});

it('a line of replacements stays as it is, also one whose ends are elsewhere', () => {
  const line = [itemOf('a', { replacedBy: 'b' }), itemOf('b', { replaces: 'a', replacedBy: 'gone' })];
  expect(soundItems([], line)).toEqual({ items: line, reports: [] });
});

it('items in a circle lose their links, those that lead into it keep theirs', () => {
  const into = itemOf('into', { replacedBy: 'a' });
  const circle = [itemOf('a', { replacedBy: 'b' }), itemOf('b', { replacedBy: 'c' }), itemOf('c', { replacedBy: 'a' })];
  const { items, reports } = soundItems([], [into, ...circle]);
  expect(items).toEqual([into, itemOf('a'), itemOf('b'), itemOf('c')]);
  expect(reports.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

it('a circle may go through items that are here, which keep their links', () => {
  const { items, reports } = soundItems(
    [itemOf('here', { replaces: 'comes' })],
    [itemOf('comes', { replaces: 'here' })],
  );
  expect(items).toEqual([itemOf('comes')]);
  expect(reports).toHaveLength(1);
});
