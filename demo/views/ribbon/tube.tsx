// The window as a glass that fills: every block with its share of the tokens, and the room that is left.
import { numbersOf } from '../../words/numbers.ts';
import type { RequestRecord } from '../../agent/request-record.ts';
import { useWords } from '../../words/words.ts';
import { memo } from '../memo.ts';

const HEIGHT = 1000;
const TICKS = [0.2, 0.4, 0.6, 0.75];

export interface TubeProps {
  readonly record: RequestRecord;
  /** Tokens of the window. */
  readonly limit: number;
}

export const Tube = memo(({ record, limit }: TubeProps) => {
  const words = useWords();
  const percent = numbersOf(words.locale).percent(record.meter.tokensUsed / limit);
  const sent = record.blocks.filter(({ state }) => state !== 'hidden');
  const toolHeight = (record.toolTokens / limit) * HEIGHT;
  let top = toolHeight;
  return (
    <svg
      class="tube"
      viewBox={`0 0 30 ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.ribbon.tube(percent)}
    >
      <rect class="tube-glass" width="30" height={HEIGHT} />
      <rect class="tube-tools" width="30" height={Math.max(0, toolHeight - 1.5)} />
      {sent.map((block) => {
        const height = (block.tokens / limit) * HEIGHT;
        const y = top;
        top += height;
        return (
          <rect
            key={block.key}
            class={`tube-part fill-${block.kind === 'overview' ? 'overview' : block.state}`}
            y={y}
            width="30"
            height={Math.max(1, height - 1.5)}
          />
        );
      })}
      {TICKS.map((share) => (
        <line key={share} class="tube-tick" x1="0" x2="30" y1={share * HEIGHT} y2={share * HEIGHT} />
      ))}
    </svg>
  );
});
