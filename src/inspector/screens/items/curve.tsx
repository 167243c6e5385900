// The weight of an item over time: the past as a line, the future dashed.
import type { JSX } from 'preact';
import type { ItemView, Policy } from '../../../api/items.ts';
import { type CurvePoint, decayCurve } from '../../figures/decay-curve.ts';

const DAY = 86_400_000;
const STEPS = 12;
/** Width and height in pixels. */
const SMALL = [96, 20] as const;
const LARGE = [280, 64] as const;

interface CurveProps {
  readonly item: ItemView;
  readonly policy: Policy;
  readonly now: number;
  /** Label of a large curve; absent: as small as a row. */
  readonly label?: string;
}

export function Curve({ item, policy, now, label }: CurveProps): JSX.Element {
  const [width, height] = label === undefined ? SMALL : LARGE;
  const ageMs = Math.max(0, now - (item.touchedAt ?? item.createdAt));
  const span = { backMs: DAY, aheadMs: DAY, steps: STEPS };
  const { past, ahead } = decayCurve(policy.decay, { importance: item.importance, ageMs }, span);
  const path = (points: readonly CurvePoint[]): string =>
    points
      .map(({ at, weight }, place) => {
        const x = ((at + DAY) / (2 * DAY)) * width;
        return `${place === 0 ? 'M' : 'L'}${x.toFixed(1)} ${((1 - weight) * (height - 2) + 1).toFixed(1)}`;
      })
      .join('');
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={!label}
    >
      <line class="now" x1={width / 2} x2={width / 2} y1="0" y2={height} />
      <path class="curve" d={path(past)} />
      <path class="curve ahead" d={path(ahead)} />
    </svg>
  );
}
