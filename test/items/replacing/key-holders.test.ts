// The holder of a key among several items, when two sessions are merged.
import { expect, it } from 'vitest';
import type { Item } from '../../../src/items/item.ts';
import { keyHolders } from '../../../src/items/replacing/key-holders.ts';
import { itemOf } from '../../support/storage/bundles.ts';

const homeOf = (id: string, createdAt: number, more: Partial<Item> = {}): Item =>
  itemOf(id, { key: 'home', createdAt, sequence: createdAt, ...more });
const PINNED = { pinned: true };

function held(here: readonly Item[], incoming: readonly Item[]) {
  const { successors, keyless } = keyHolders(here, incoming);
  return { successors: Object.fromEntries(successors), keyless: [...keyless] };
}

it('the newest holds the key, and the others become its formers', () => {
  const others = [homeOf('bern', 1), homeOf('rome', 2)];
  expect(held(others, [homeOf('paris', 3)])).toEqual({ successors: { rome: 'paris', bern: 'paris' }, keyless: [] });
  expect(held([homeOf('paris', 3)], others)).toEqual({ successors: { rome: 'paris', bern: 'paris' }, keyless: [] });
  expect(held([homeOf('here', 1)], [homeOf('comes', 1)])).toEqual({ successors: { comes: 'here' }, keyless: [] });
  const twins = [homeOf('earlier', 1), homeOf('later', 1, { sequence: 2 })];
  expect(held(twins, [])).toEqual({ successors: { earlier: 'later' }, keyless: [] });
  expect(held([homeOf('bern', 1)], [homeOf('job', 3, { key: 'job' })])).toEqual({ successors: {}, keyless: [] });
});

it('whoever is hidden holds it only where no visible one claims it', () => {
  const hidden = homeOf('hidden', 9, { forgotten: true });
  expect(held([homeOf('bern', 1)], [hidden])).toEqual({ successors: { hidden: 'bern' }, keyless: [] });
  expect(held([hidden], [homeOf('bern', 1)])).toEqual({ successors: { hidden: 'bern' }, keyless: [] });
  expect(held([homeOf('bern', 1, { replacedBy: 'rome' })], [hidden])).toEqual({ successors: {}, keyless: [] });
});

it('a pinned one that is here keeps it, and what comes stays without it', () => {
  expect(held([homeOf('here', 1, PINNED)], [homeOf('comes', 2)])).toEqual({ successors: {}, keyless: ['comes'] });
});

it('a pinned one that comes too late stays without it, and is no former', () => {
  expect(held([homeOf('here', 2)], [homeOf('comes', 1, PINNED)])).toEqual({ successors: {}, keyless: ['comes'] });
  expect(held([homeOf('here', 1)], [homeOf('comes', 2, PINNED)])).toEqual({
    successors: { here: 'comes' },
    keyless: [],
  });
});
