// The latest requests as strata: sent tokens above the ground, tokens out of sight below.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ShownRequest } from '../../model/request-log.ts';
import { count } from '../../views/show-in.ts';
import { useWords } from '../../views/language.ts';

export const LAYERS = ['cached', 'own', 'recalled', 'fresh'] as const;
type Layer = (typeof LAYERS)[number];

/**
 * Returns the tokens of a column by layer, from the ground up. The memory's own words are taken out of the layers that
 * hold them.
 */
export function layersOf({ tokens, own }: Pick<ShownRequest, 'tokens' | 'own'>): Readonly<Record<Layer, number>> {
  const { recalled = 0, ...others } = own;
  const words = Object.values(others).reduce((sum, one) => sum + one, 0);
  const fresh = Math.max(0, tokens.fresh - recalled);
  const owned = Math.min(words, tokens.cached);
  return { cached: tokens.cached - owned, own: owned, recalled: Math.min(recalled, tokens.fresh), fresh };
}

const HEIGHT = 180;
const GROUND = 120;

interface StrataProps {
  readonly requests: readonly ShownRequest[];
  readonly chosen: number;
  choose(place: number): void;
}

export function Strata({ requests, chosen, choose }: StrataProps): JSX.Element {
  const words = useWords();
  // At least this many, so that the first columns are no slabs.
  const places = Math.max(requests.length, 60);
  const above = Math.max(1, ...requests.map(({ tokens }) => tokens.sent));
  const below = Math.max(above / 2, ...requests.map(({ tokens }) => tokens.list - tokens.sent));
  const shown = requests[chosen];
  const pick = (event: MouseEvent): void => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / width) * places);
    choose(Math.max(0, Math.min(requests.length - 1, place)));
  };
  return (
    <figure class="strata">
      <svg
        viewBox={`0 0 ${places * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.prompt.strata(requests.length)}
        onClick={pick}
      >
        <defs>
          <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line class="hatch" x1="0" y1="0" x2="0" y2="6" />
          </pattern>
        </defs>
        {requests.map((request, place) => (
          <Column
            key={request.number}
            request={request}
            x={place * 10}
            above={GROUND / above}
            below={(HEIGHT - GROUND) / below}
          />
        ))}
        <line class="ground" x1="0" x2={places * 10} y1={GROUND} y2={GROUND} vector-effect="non-scaling-stroke" />
        {shown && (
          <rect
            class="pick"
            x={chosen * 10}
            y="0.5"
            width="10"
            height={HEIGHT - 1}
            vector-effect="non-scaling-stroke"
          />
        )}
      </svg>
      <label>
        <span class="unseen">{words.prompt.scrub}</span>
        <input
          type="range"
          min={1}
          max={requests.length}
          value={chosen + 1}
          aria-valuetext={words.prompt.at(chosen + 1, requests.length, count(shown?.tokens.sent ?? 0, words))}
          onInput={({ currentTarget }) => choose(Number(currentTarget.value) - 1)}
        />
      </label>
      <Key />
    </figure>
  );
}

interface ColumnProps {
  readonly request: ShownRequest;
  readonly x: number;
  /** Height of a token above and below the ground. */
  readonly above: number;
  readonly below: number;
}

/** Draws a column once: a new request redraws the others only if it needs another scale. */
const Column = ({ request, x, above, below }: ColumnProps): JSX.Element =>
  useMemo(() => column({ request, x, above, below }), [request, x, above, below]);

function column({ request, x, above, below }: ColumnProps): JSX.Element {
  const layers = layersOf(request);
  const hidden = Math.max(0, request.tokens.list - request.tokens.sent) * below;
  let top = GROUND;
  return (
    <g>
      {LAYERS.map((layer) => {
        const height = layers[layer] * above;
        top -= height;
        return height > 0 && <rect key={layer} class={layer} x={x + 1} y={top} width="8" height={height} />;
      })}
      {hidden > 0 && <rect fill="url(#hatch)" x={x + 1} y={GROUND} width="8" height={hidden} />}
      {request.reason && request.reason !== 'session-started' && (
        <line class="epoch" x1={x} x2={x} y1="0" y2={HEIGHT} vector-effect="non-scaling-stroke" />
      )}
    </g>
  );
}

function Key(): JSX.Element {
  const { prompt } = useWords();
  const layers = [...LAYERS, 'hidden'] as const;
  return (
    <ul class="key">
      {layers.map((layer) => (
        <li key={layer}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            {layer === 'hidden' ? (
              <rect fill="url(#hatch)" width="10" height="10" />
            ) : (
              <rect class={layer} width="10" height="10" />
            )}
          </svg>
          {prompt.layers[layer]}
        </li>
      ))}
    </ul>
  );
}
