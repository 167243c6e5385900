// The text of a block, beside it, while the pointer or the focus is on it.
import { numbersOf } from '../../words/numbers.ts';
import type { Block } from '../../agent/request-record.ts';
import { useWords } from '../../words/words.ts';

export interface Hovered {
  readonly block: Block;
  readonly place: DOMRect;
}

const WIDTH = 440;
const HEIGHT = 380;
const MOST_SHOWN = 2400;
const GAP = 10;

export function HoverCard({ block, place }: Hovered) {
  const words = useWords();
  const numbers = numbersOf(words.locale);
  // Where the page is narrow there is no room beside a block: a tap opens it.
  if (innerWidth < WIDTH + place.width) return null;
  const isRight = place.right + GAP + WIDTH < innerWidth;
  const left = isRight ? place.right + GAP : Math.max(GAP, place.left - GAP - WIDTH);
  const top = Math.max(GAP, Math.min(place.top, innerHeight - HEIGHT - GAP));
  const text = block.text.length > MOST_SHOWN ? `${block.text.slice(0, MOST_SHOWN)}\n…` : block.text;
  return (
    <div class="hover-card" role="tooltip" style={{ left: `${left}px`, top: `${top}px` }}>
      <p class="hover-head">
        <span class={`key state-${block.state}`}>{words.states[block.state]}</span>
        <span class="number">{words.ribbon.tokens(numbers.whole(block.tokens))}</span>
        {block.path !== undefined && <span>{block.path}</span>}
      </p>
      <pre>{text}</pre>
    </div>
  );
}
