import { expect, it } from 'vitest';
import { openFixed } from '../support/fixed-memory.ts';

it('capacity counts the pinned items, as they are pinned, unpinned and forgotten', async () => {
  const { items } = await openFixed();
  await items.memorize(['one', { text: 'two', pinned: true }, 'three']);
  expect((await items.capacity()).pinned).toBe(1);
  await items.pin('item-1');
  expect((await items.capacity()).pinned).toBe(2);
  await items.unpin('item-2');
  expect((await items.capacity()).pinned).toBe(1);
  await items.forget({ ids: ['item-1'] }, { mode: 'hard' });
  expect((await items.capacity()).pinned).toBe(0);
});
