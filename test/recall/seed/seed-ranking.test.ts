import { expect, it } from 'vitest';
import { rankBySeed } from '../../../src/recall/seed/seed-ranking.ts';
import type { Item } from '../../../src/items/item.ts';

const candidate = (sequence: number, text: string) => ({
  text,
  hit: { score: 1, item: { sequence } as Item, parts: { relevance: 0, decay: 1, importanceWeight: 1 } },
});

it('the ranking seed puts the newer of two equal items first, whatever the order in which they come', () => {
  const all = [candidate(2, 'tea'), candidate(3, 'tea'), candidate(1, 'tea'), candidate(4, 'milk')];
  const sequences = rankBySeed(all, 'tea').map(({ hit }) => hit.item.sequence);
  expect(sequences).toEqual([3, 2, 1]);
  expect(rankBySeed([...all.slice(2), ...all.slice(0, 2)], 'tea').map(({ hit }) => hit.item.sequence)).toEqual(
    sequences,
  );
});
