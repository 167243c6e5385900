// Who left the store, newest first, each with its line of the audit.
import { useCell } from '../../state/cell.ts';
import { numbersOf } from '../../words/numbers.ts';
import type { Stage } from '../../state/stage.ts';
import { useWords } from '../../words/words.ts';

export function DepartureRows({ stage: { items } }: { readonly stage: Stage }) {
  const words = useWords();
  const numbers = numbersOf(words.locale);
  const departures = useCell(items.departures);
  if (departures.length === 0) return null;
  return (
    <section class="left" aria-labelledby="left-heading">
      <h3 id="left-heading" class="left-heading">
        {words.items.left}
      </h3>
      <ol class="departures" tabIndex={0} aria-labelledby="left-heading" data-testid="departures">
        {departures.map(({ id, time, text, reason, victimClass, priority, position }) => (
          <li key={`${id}-${time}`}>
            <p class="left-text">{text}</p>
            <p class="quiet number">
              {words.items.audit(
                words.reasons[reason],
                words.items.classes[victimClass] ?? '',
                numbers.fraction(priority),
                position,
              )}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
