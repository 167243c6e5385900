// One policy over the transcript: above the ground what each request sent, below it what was left out.
import { PRICE, priceOf } from '../../agent/lanes/price.ts';
import type { Policy, Step } from '../../agent/replay/replay.ts';
import { numbersOf } from '../../words/numbers.ts';
import { useFront } from '../../words/front.ts';
import { useWords } from '../../words/words.ts';
import { lostBy } from './verdict.ts';

const WIDTH = 640;
const HEIGHT = 88;
/** Least share of the height above the ground. */
const LEAST_ABOVE = 0.25;
const MILLION = 1e6;

export interface PolicyLaneProps {
  readonly policy: Policy;
  readonly steps: readonly Step[];
  /** Size in tokens. */
  readonly window: number;
  /** Dollars for a million tokens of plain input. */
  readonly price: number;
  /** Tokens that the full height stands for. */
  readonly top: number;
}

export function PolicyLane({ policy, steps, window, price, top }: PolicyLaneProps) {
  const { locale } = useWords();
  const { simulate } = useFront();
  const numbers = numbersOf(locale);
  const last = steps.at(-1);
  const requests = last?.requests ?? 1;
  const step = WIDTH / requests;
  const most = Math.max(0, ...steps.map(({ sent }) => sent[policy].tokens));
  const over = steps.filter(({ sent }) => sent[policy].tokens > window).length;
  // Sent and unsent tokens share the height; the window is within it.
  const ground = HEIGHT * Math.max(LEAST_ABOVE, Math.max(most, window) / top);
  const dollars = last ? (priceOf(last.paid[policy], PRICE) * price) / MILLION : 0;
  const lost = lostBy(steps, policy);
  return (
    <section class="policy" aria-label={simulate.names[policy]} data-testid={`policy-${policy}`}>
      <h2>{simulate.names[policy]}</h2>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="strata-below" y={ground} width={WIDTH} height={HEIGHT - ground} />
        {steps.map(({ at, sent }, place) => {
          const { tokens, hidden } = sent[policy];
          const seen = (tokens / top) * HEIGHT;
          const deep = Math.min(HEIGHT - ground, (hidden / top) * HEIGHT);
          const width = Math.max(0.5, step - (step > 3 ? 1 : 0));
          return (
            <g key={at}>
              <rect
                class={tokens > window ? 'layer-over' : 'layer-said'}
                x={place * step}
                y={ground - seen}
                width={width}
                height={seen}
              />
              <rect class="layer-kept" x={place * step} y={ground} width={width} height={deep} />
            </g>
          );
        })}
        <line
          class="strata-window"
          x2={WIDTH}
          y1={ground - (window / top) * HEIGHT}
          y2={ground - (window / top) * HEIGHT}
        />
        <line class="strata-ground" x2={WIDTH} y1={ground} y2={ground} />
      </svg>
      <dl>
        <div>
          <dt>{simulate.price}</dt>
          <dd class="number policy-price">${dollars.toFixed(dollars < 1 ? 3 : 2)}</dd>
        </div>
        <div>
          <dt>{simulate.peak}</dt>
          <dd class="number">{numbers.short(most)}</dd>
        </div>
        <div data-bad={over > 0}>
          <dt>{simulate.over}</dt>
          <dd class="number">{over}</dd>
        </div>
        <div data-bad={lost > 0}>
          <dt>{simulate.lost}</dt>
          <dd class="number" data-testid={`lost-${policy}`}>
            {policy === 'summary' && lost > 0 ? simulate.atMost(lost) : lost}
          </dd>
        </div>
      </dl>
    </section>
  );
}
