// The memory's prompt over all turns: above the ground what the model sees, below it what is out of sight but can be
// found; an arc leads from where a fact was said to where it was needed and known.
import type { Told } from '../../agent/lanes/race.ts';
import { verdicts } from '../../state/front/lanes.ts';
import type { Week } from '../../story/week/week.ts';
import { numbersOf } from '../../words/numbers.ts';
import { useFront } from '../../words/front.ts';
import { useWords } from '../../words/words.ts';

const WIDTH = 960;
const ABOVE = 130;
const BELOW = 120;
/** Height above the window's line. */
const HEAD = 24;
/** Hidden tokens that the full depth stands for; the long story ends near them. */
const DEEPEST = 130_000;

export interface PromptStrataProps {
  readonly told: readonly Told[];
  readonly story: Week;
  readonly window: number;
}

export function PromptStrata({ told, story, window }: PromptStrataProps) {
  const { locale } = useWords();
  const { front, lanes } = useFront();
  const numbers = numbersOf(locale);
  const ground = HEAD + ABOVE;
  const step = WIDTH / story.turns.length;
  const known = verdicts(story, told);
  const middle = (turn: number): number => (turn + 0.5) * step;
  return (
    <figure class="strata prompt-strata">
      <svg viewBox={`0 0 ${WIDTH} ${ground + BELOW}`} role="img" aria-label={lanes.picture(told.length)}>
        <rect class="strata-below" x="0" y={ground} width={WIDTH} height={BELOW} />
        <line class="strata-window" x1="0" x2={WIDTH} y1={HEAD} y2={HEAD} />
        {told.map(({ turn, sent, listTokens, hidden }) => {
          const seen = Math.max(2, (sent / window) * ABOVE);
          const deep = hidden === 0 ? 0 : Math.min(BELOW, (Math.max(0, listTokens - sent) / DEEPEST) * BELOW);
          const width = Math.max(1, step - 2);
          return (
            <g key={turn}>
              <rect class="layer-said" x={turn * step + 1} y={ground - seen} width={width} height={seen} />
              <rect class="layer-kept" x={turn * step + 1} y={ground + 1} width={width} height={deep} />
            </g>
          );
        })}
        <line class="strata-ground" x1="0" x2={WIDTH} y1={ground} y2={ground} />
        {story.asked.map(({ turn, saidIn }, at) =>
          known[at]?.memory === 'right' ? (
            <path
              key={turn}
              class="strata-arc"
              pathLength="1"
              d={`M${middle(saidIn)} ${ground} C${middle(saidIn) + 40} ${ground + BELOW + 30} ${middle(turn) - 60} ${ground + BELOW + 30} ${middle(turn)} ${ground}`}
            />
          ) : null,
        )}
      </svg>
      <figcaption aria-hidden="true">
        <span class="strata-top">{front.picture.window(numbers.short(window))}</span>
        <span class="strata-bottom">
          {known.length > 0 && <b>{front.picture.arc} · </b>}
          {front.picture.below}
        </span>
      </figcaption>
    </figure>
  );
}
