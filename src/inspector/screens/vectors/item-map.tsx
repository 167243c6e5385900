// The map: a dot for each item, and a star for the question, joined to its hits.
import type { JSX } from 'preact';
import type { ItemView } from '../../../api/items.ts';
import type { MapPoint } from '../../figures/projection.ts';
import { useWords } from '../../views/language.ts';

export interface MappedItem {
  readonly item: ItemView;
  readonly point: MapPoint;
}

interface ItemMapProps {
  readonly mapped: readonly MappedItem[];
  readonly chosen: string | undefined;
  /** Ids of the hits. */
  readonly joined: readonly string[];
  choose(id: string): void;
}

const COLOURS: Readonly<Record<string, string>> = { user: 'fresh', assistant: 'own', import: 'cached' };

export function ItemMap({ mapped, chosen, joined, choose }: ItemMapProps): JSX.Element {
  const { vectors } = useWords();
  const hits = mapped.filter(({ item }) => joined.includes(item.id));
  const middle = (of: (one: MappedItem) => number): number =>
    hits.reduce((sum, one) => sum + of(one), 0) / (hits.length || 1);
  const star = { x: middle(({ point }) => point.x) * 100, y: middle(({ point }) => point.y) * 100 };
  return (
    <svg class="map" viewBox="-110 -110 220 220" role="img" aria-label={vectors.map(mapped.length)}>
      {hits.map(({ item, point }) => (
        <line key={item.id} class="joined" x1={star.x} y1={star.y} x2={point.x * 100} y2={point.y * 100} />
      ))}
      {mapped.map(({ item, point }) => (
        <circle
          key={item.id}
          class={joined.includes(item.id) ? 'recalled' : (COLOURS[item.source] ?? 'ink')}
          cx={point.x * 100}
          cy={point.y * 100}
          r={item.id === chosen ? 4 : 2}
          onClick={() => choose(item.id)}
        >
          <title>{item.text}</title>
        </circle>
      ))}
      {hits.length > 0 && <path class="recalled" d={`M${star.x} ${star.y - 7}l2 5h5l-4 3 2 5-5-3-5 3 2-5-4-3h5z`} />}
    </svg>
  );
}
