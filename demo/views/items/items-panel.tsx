// The item store: who is in it, by priority, and below them who had to leave and why.
import { useEffect, useState } from 'preact/hooks';
import { useCell } from '../../state/cell.ts';
import { numbersOf } from '../../words/numbers.ts';
import { type Pace, PACES, type Stage } from '../../state/stage.ts';
import { takeItems } from '../../state/tree-files.ts';
import { useWords } from '../../words/words.ts';
import { DepartureRows } from './departure-rows.tsx';
import { ItemBars } from './item-bars.tsx';
import { Memorize } from './memorize.tsx';

/** Items age without any commit; their numbers follow this often. */
const REFRESH_MS: Record<Pace, number> = { '1': 20_000, '3600': 700, '36000': 350 };

export function ItemsPanel({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const numbers = numbersOf(words.locale);
  const capacity = useCell(stage.items.capacity);
  const pace = useCell(stage.agingPace);
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) stage.items.refresh();
    }, REFRESH_MS[pace]);
    return () => clearInterval(timer);
  }, [pace]);

  return (
    <section
      class="part items"
      aria-labelledby="items-heading"
      data-over={isOver}
      data-testid="items"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        void takeItems({ memory: stage.memory(), notices: stage.notices, words }, files);
      }}
    >
      <header class="part-head">
        <h2 id="items-heading">{words.items.heading}</h2>
        {capacity && (
          <span
            class="quiet number"
            data-testid="usage"
            title={words.items.tokens(numbers.whole(capacity.usage.tokens), numbers.whole(capacity.limits.maxTokens))}
          >
            {words.items.usage(capacity.usage.items, capacity.limits.maxItems)}
          </span>
        )}
        <fieldset class="segments end">
          <legend class="visually-hidden">{words.items.time}</legend>
          {PACES.map((name) => (
            <label key={name}>
              <input
                type="radio"
                name="pace"
                data-testid={`pace-${name}`}
                checked={pace === name}
                onChange={() => void stage.setAgingPace(name).catch(stage.notices.fail)}
              />
              <span>{words.items.times[name]}</span>
            </label>
          ))}
        </fieldset>
      </header>
      <ItemBars stage={stage} />
      <DepartureRows stage={stage} />
      <Memorize stage={stage} />
    </section>
  );
}
