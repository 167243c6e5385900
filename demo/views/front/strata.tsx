// The picture: above the ground the lines of this visit, below it the stored facts, and an arc for a fact remembered
// just now.
import { useCell } from '../../state/cell.ts';
import type { Home } from '../../state/front/home.ts';
import { useFront } from '../../words/front.ts';

const WIDTH = 960;
const HEIGHT = 192;
const GROUND = 96;
const LAYER = 18;
const GAP = 4;
/** Largest width of a letter in a layer. */
const LETTER = 7.9;
/** Distance from the edge of a layer to its text. */
const INSET = 6;
const LAYERS = 4;
const COLUMNS = 3;

interface Block {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly kind: 'said' | 'answer' | 'kept' | 'faint';
  readonly text: string;
}

/** Line of this visit. */
type Spoken = Pick<Block, 'key' | 'kind' | 'text'>;

const COLUMN = WIDTH / COLUMNS;

/** Layers grow away from the ground; the newest are next to it, in the left column. */
function laid(key: string, at: number, text: string, kind: Block['kind'], isAbove: boolean): Block {
  const column = Math.floor(at / LAYERS);
  const layer = at % LAYERS;
  const width = Math.min(COLUMN - 24, widthOf(text) * LETTER + 2 * INSET);
  const y = isAbove ? GROUND - 3 - (layer + 1) * (LAYER + GAP) + GAP : GROUND + 5 + layer * (LAYER + GAP);
  return { key, x: column * COLUMN + 12, y, width, kind, text };
}

/** Preview while nothing is known. */
const FAINT: readonly Block[] = [38, 24, 44].map((length, at) =>
  laid(`faint-${at}`, at, ' '.repeat(length), 'faint', false),
);

export function Strata({ home }: { readonly home: Home }) {
  const { front } = useFront();
  const lines = useCell(home.lines);
  const known = useCell(home.known);
  const spoken = lines.flatMap((line, at): Spoken[] => {
    if (line.kind === 'said') return [{ key: `said-${at}`, text: line.text, kind: 'said' }];
    if (line.kind !== 'reply' || line.reply.kind !== 'quoted') return [];
    return [{ key: `answer-${at}`, text: line.reply.known.text, kind: 'answer' }];
  });
  const most = LAYERS * COLUMNS;
  const shown = spoken.slice(-most);
  const above = shown.map(({ key, text, kind }, at) => laid(key, shown.length - 1 - at, text, kind, true));
  const below = known.slice(0, most).map(({ id, text }, at) => laid(id, at, text, 'kept', false));
  const last = lines.at(-1);
  const quoted = last?.kind === 'reply' && last.reply.kind === 'quoted' ? last.reply.known.id : undefined;
  const from = below.find(({ key }) => key === quoted);
  const to = above.at(-1);
  return (
    <figure class="strata">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={front.picture.label(spoken.length, known.length, from ? 1 : 0)}
      >
        <rect class="strata-below" x="0" y={GROUND} width={WIDTH} height={HEIGHT - GROUND} />
        {[...above, ...(below.length > 0 ? below : FAINT)].map(({ key, x, y, width, kind, text }) => (
          <g key={key} class={`layer layer-${kind}`} data-remembered={key === quoted}>
            <rect x={x} y={y} width={width} height={LAYER} rx="3" />
            <text x={x + INSET} y={y + LAYER - 5}>
              {kind === 'faint' ? '' : cut(text, width)}
            </text>
          </g>
        ))}
        <line class="strata-ground" x1="0" x2={WIDTH} y1={GROUND} y2={GROUND} />
        {from && to && <path key={lines.length} class="strata-arc" pathLength="1" d={arc(from, to)} />}
      </svg>
      <figcaption aria-hidden="true">
        <span class="strata-top">{front.picture.above}</span>
        <span class="strata-bottom">
          {from && <b>{front.picture.arc} · </b>}
          {front.picture.below}
        </span>
      </figcaption>
    </figure>
  );
}

/** Returns the width in letters: a Chinese one is as wide as two Latin ones. */
function widthOf(text: string): number {
  return text.replaceAll(/[\u2e80-\uffef]/g, '  ').length;
}

/** Cuts a text to the width of a layer. */
function cut(text: string, width: number): string {
  const room = (width - 2 * INSET) / LETTER + 0.5;
  let end = 0;
  let used = 0;
  for (const letter of text) {
    used += widthOf(letter);
    if (used > room) return `${text.slice(0, end).trimEnd()}…`;
    end += letter.length;
  }
  return text;
}

function arc(from: Block, to: Block): string {
  const [x1, y1] = [from.x + from.width, from.y + LAYER / 2];
  const [x2, y2] = [to.x + to.width, to.y + LAYER / 2];
  const out = Math.min(WIDTH - 4, Math.max(x1, x2) + 60);
  return `M${x1} ${y1} C${out} ${y1} ${out} ${y2} ${x2} ${y2}`;
}
