// Chart of the tokens of each request: with the memory as an area, without it as a line over the requests that such an
// app makes as well, the window as a dashed line.
import type { Point } from '../../state/conversation/kept.ts';
import { numbersOf } from '../../words/numbers.ts';
import { useWords } from '../../words/words.ts';
import { memo } from '../memo.ts';

const WIDTH = 400;
const HEIGHT = 76;

export const SentChart = memo(({ points }: { readonly points: readonly Point[] }) => {
  const words = useWords();
  const numbers = numbersOf(words.locale);
  const latest = points.at(-1);
  const most = Math.max(
    1,
    ...points.map((point) => Math.max(point.withMemory, point.withoutMemory ?? 0, point.window)),
  );
  const x = (index: number): number => (points.length < 2 ? 0 : (index / (points.length - 1)) * WIDTH);
  const y = (tokens: number): number => HEIGHT - (tokens / most) * (HEIGHT - 4);
  const line = (value: (point: Point) => number | undefined): string =>
    points
      .flatMap((point, index) => {
        const tokens = value(point);
        return tokens === undefined ? [] : [`${x(index).toFixed(1)},${y(tokens).toFixed(1)}`];
      })
      .join(' ');
  const area = `0,${HEIGHT} ${line(({ withMemory }) => withMemory)} ${WIDTH},${HEIGHT}`;
  const label = latest
    ? words.counters.chart(
        numbers.whole(latest.withMemory),
        numbers.whole(points.flatMap(({ withoutMemory }) => withoutMemory ?? []).at(-1) ?? 0),
        numbers.whole(latest.window),
      )
    : words.counters.perRequest;
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {points.length > 1 && (
          <>
            {points.map(({ isEpoch }, index) =>
              isEpoch ? <line key={index} class="chart-epoch" x1={x(index)} x2={x(index)} y1="0" y2={HEIGHT} /> : null,
            )}
            <polygon class="chart-with" points={area} />
            <polyline class="chart-with-line" points={line(({ withMemory }) => withMemory)} />
            <polyline class="chart-window" points={line(({ window }) => window)} />
            <polyline class="chart-without" points={line(({ withoutMemory }) => withoutMemory)} />
          </>
        )}
      </svg>
      <figcaption aria-hidden="true">
        <span class="key key-without">{words.counters.withoutMemory}</span>
        <span class="key key-with">{words.counters.withMemory}</span>
        <span class="key key-window">{words.gauge.window}</span>
      </figcaption>
    </figure>
  );
});
