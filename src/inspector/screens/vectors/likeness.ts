// Likeness of the items of a map: by the cosines that recall tells, or by their words.
import type { ItemView } from '../../../api/items.ts';
import { symmetric, wordLikeness } from '../../figures/projection.ts';
import type { Inspected } from '../../model/inspected.ts';
import { ShortTasks } from '../../model/short-tasks.ts';

export interface Likeness {
  readonly by: 'meaning' | 'words';
  /** Likeness of each pair, n × n by rows. */
  readonly all: Float64Array;
}

export async function likenessOf({ memory, timings }: Inspected, items: readonly ItemView[]): Promise<Likeness> {
  const tasks = new ShortTasks();
  const { state } = memory.embedding.status();
  if (state !== 'off') {
    const places = new Map(items.map(({ id }, place) => [id, place]));
    const rows = items.map(() => new Map<number, number>());
    let known = 0;
    for (const [place, { text }] of items.entries()) {
      const { hits } = await timings.timed('items.remember', () =>
        memory.items.remember(text, { scope: 'items', limit: 1000, explain: true, former: true }),
      );
      for (const { id, parts } of hits) {
        const other = places.get(id);
        if (other === undefined || parts?.cosine === undefined) continue;
        rows[place]?.set(other, parts.cosine);
        known++;
      }
      await tasks.turn();
      // The first items have no cosines: there is no vector to compare.
      if (place === 2 && known === 0) break;
    }
    if (known > 0) {
      const cosine = (one: number, other: number): number => {
        const [there, back] = [rows[one]?.get(other), rows[other]?.get(one)];
        return there !== undefined && back !== undefined ? (there + back) / 2 : (there ?? back ?? 0);
      };
      return { by: 'meaning', all: await tasks.through(symmetric(items.length, cosine)) };
    }
  }
  return { by: 'words', all: await tasks.through(wordLikeness(items.map(({ text }) => text))) };
}
