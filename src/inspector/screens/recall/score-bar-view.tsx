// A score as a bar, and the key of its colours.
import type { JSX } from 'preact';
import type { Hit } from '../../../api/recall.ts';
import { type ScorePart, scoreShares } from '../../figures/score-bar.ts';
import { useWords } from '../../views/language.ts';
import { share } from '../../views/show-in.ts';

/** Width and height in pixels. */
const SMALL = [96, 12] as const;
const LARGE = [280, 16] as const;

interface ScoreBarProps {
  readonly hit: Hit;
  readonly best: number;
  /** Whether it is as wide as the column of details; default as small as a row. */
  readonly isLarge?: boolean;
}

export function ScoreBar({ hit, best, isLarge = false }: ScoreBarProps): JSX.Element {
  const [width, height] = isLarge ? LARGE : SMALL;
  const { recall } = useWords();
  const shares = hit.parts ? scoreShares(hit.parts, hit.score, best) : [];
  const said = shares.map(({ part, width: portion }) => `${recall.shares[part]} ${share(portion)}`).join(', ');
  let x = 0;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={`${recall.score} ${share(hit.score)}: ${said}`}
    >
      {shares.map(({ part, width: portion }) => {
        const from = x;
        x += portion * width;
        return <rect key={part} class={classOf(part)} x={from} y="0" width={portion * width} height={height} />;
      })}
    </svg>
  );
}

/** Returns the class of a part; `time` is taken by a column of tables. */
const classOf = (part: ScorePart): string => (part === 'time' ? 'when' : part);

const PARTS: readonly ScorePart[] = ['words', 'neighbours', 'group', 'meaning', 'time'];

export function ScoreKey(): JSX.Element {
  const { recall } = useWords();
  return (
    <ul class="key">
      {PARTS.map((part) => (
        <li key={part}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect class={classOf(part)} width="10" height="10" />
          </svg>
          {recall.shares[part]}
        </li>
      ))}
    </ul>
  );
}
