// Gauges at the top: how full the window is, and the total costs.
import type { Pressure } from 'working-memory';
import { NO_REQUESTS, type Sent } from '../../agent/request-record.ts';
import { useCell } from '../../state/cell.ts';
import { numbersOf } from '../../words/numbers.ts';
import type { Stage } from '../../state/stage.ts';
import { WINDOW } from '../../story/session-options.ts';
import { useWords } from '../../words/words.ts';
import { SentChart } from './sent-chart.tsx';

/** Beginnings of the bands, as shares of the window. */
const BANDS: readonly (readonly [Pressure, number])[] = [
  ['normal', 0],
  ['light', 0.2],
  ['medium', 0.4],
  ['heavy', 0.6],
  ['emergency', 0.75],
];

export const Gauges = ({ stage }: { readonly stage: Stage }) => (
  <div class="gauges">
    <WindowGauge stage={stage} />
    <Counters stage={stage} />
  </div>
);

function WindowGauge({ stage: { conversation } }: { readonly stage: Stage }) {
  const words = useWords();
  const numbers = numbersOf(words.locale);
  const record = useCell(conversation.record);
  const limit = useCell(conversation.contextWindow);
  const used = record?.meter.tokensUsed ?? 0;
  const ratio = used / limit;
  const pressure = BANDS.filter(([, from]) => ratio >= from).at(-1)?.[0] ?? 'normal';
  const text = words.gauge.used(numbers.whole(used), numbers.whole(limit));
  return (
    <section class="card window-gauge" data-pressure={pressure} aria-labelledby="window-heading">
      <div class="gauge-line">
        <h2 id="window-heading">{words.gauge.label}</h2>
        <p>
          <b class="number" data-testid="gauge">
            {text}
          </b>
          <span class="pressure">
            {numbers.percent(ratio)} · {words.pressure[pressure]}
          </span>
        </p>
      </div>
      <div
        class="gauge"
        role="meter"
        aria-label={words.gauge.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.round(ratio * 100))}
        aria-valuetext={`${text}, ${words.pressure[pressure]}`}
      >
        <svg viewBox="0 0 1000 18" preserveAspectRatio="none" aria-hidden="true">
          {BANDS.map(([name, from], index) => (
            <rect
              key={name}
              class={`band band-${name}`}
              x={from * 1000}
              width={((BANDS[index + 1]?.[1] ?? 1) - from) * 1000 - 3}
              height="18"
              rx="3"
            />
          ))}
          <rect class="gauge-fill" width={Math.min(1, ratio) * 1000} y="4" height="10" rx="2" />
        </svg>
        <div class="gauge-scale number" aria-hidden="true">
          {BANDS.slice(1).map(([name, from]) => (
            <span key={name} class={`at-${Math.round(from * 100)}`}>
              {numbers.percent(from)}
            </span>
          ))}
        </div>
      </div>
      <label class="slider" title={words.gauge.windowHint}>
        <span>{words.gauge.window}</span>
        <input
          type="range"
          data-testid="window"
          min={WINDOW.least}
          max={WINDOW.most}
          step={500}
          value={limit}
          aria-valuetext={numbers.whole(limit)}
          onInput={(event) => conversation.setWindow(event.currentTarget.valueAsNumber)}
        />
        <output class="number">{numbers.short(limit)}</output>
      </label>
    </section>
  );
}

function Counters({ stage: { conversation } }: { readonly stage: Stage }) {
  const words = useWords();
  const numbers = numbersOf(words.locale);
  const totals = useCell(conversation.totals);
  const points = useCell(conversation.points);
  const { withMemory, withoutMemory } = totals ?? NO_REQUESTS;
  const share = withoutMemory.tokens === 0 ? 0 : 1 - withMemory.tokens / withoutMemory.tokens;
  const cutTurns = points.flatMap((point) => point.cutTurns ?? []).at(-1);
  const [verdict, text] =
    cutTurns !== undefined && cutTurns > 0
      ? ['cut', words.counters.cut(cutTurns)]
      : share < 0
        ? ['fits', words.counters.fits]
        : ['none', ''];
  return (
    <section class="card counters" aria-labelledby="counters-heading">
      <div>
        <h2 id="counters-heading">{words.counters.label}</h2>
        <dl>
          <Sum name="with-memory" label={words.counters.withMemory} sent={withMemory} />
          <Sum
            name="without-memory"
            label={words.counters.withoutMemory}
            sent={withoutMemory}
            hint={words.counters.withoutHint}
          />
          {Math.abs(share) >= 0.005 && (
            <div class={share > 0 ? 'saved' : 'more'}>
              <dt class="visually-hidden">Δ</dt>
              <dd class="number" data-testid="difference">
                {share > 0
                  ? words.counters.saved(numbers.percent(share))
                  : words.counters.more(numbers.percent(-share))}
              </dd>
            </div>
          )}
        </dl>
        <p class="verdict" data-verdict={verdict} data-testid="verdict">
          {text}
        </p>
      </div>
      <SentChart points={points} />
    </section>
  );
}

interface SumProps {
  readonly name: 'with-memory' | 'without-memory';
  readonly label: string;
  readonly sent: Sent;
  readonly hint?: string;
}

function Sum({ name, label, sent: { tokens, cached }, hint }: SumProps) {
  const words = useWords();
  const numbers = numbersOf(words.locale);
  return (
    <div class={name} title={hint}>
      <dt>
        {label}
        <span class="cached-share" data-testid={`${name}-cached`}>
          {words.counters.cached(numbers.percent(tokens === 0 ? 0 : cached / tokens))}
        </span>
      </dt>
      <dd class="number" data-testid={name} title={numbers.whole(tokens)}>
        {numbers.short(tokens)}
      </dd>
    </div>
  );
}
