// Bar with what a visitor can do to the memory: add a fact, and switch recall by meaning.
import type { Stage } from '../../state/stage.ts';
import { useWords } from '../../words/words.ts';
import { Memorize } from './memorize.tsx';
import { MeaningLine, MeaningProgress } from './meaning-status.tsx';
import { MeaningSwitch } from './meaning-switch.tsx';

export function MemoryBar({ stage }: { readonly stage: Stage }) {
  const { items } = useWords();
  return (
    <section class="memory-bar" aria-label={items.byHand}>
      <Memorize stage={stage} />
      <div class="memory-meaning">
        <MeaningSwitch stage={stage} />
        <MeaningLine stage={stage} />
      </div>
      <MeaningProgress stage={stage} />
    </section>
  );
}
