// List of the known facts and imported conversations with their sources; one press forgets one of them for good.
import { useCell } from '../../state/cell.ts';
import type { Home } from '../../state/front/home.ts';
import { useFront } from '../../words/front.ts';
import { useWords } from '../../words/words.ts';
import { whyOf } from './lines.tsx';

/** Most entries shown: there can be thousands, and nobody would read them all. */
const MOST_SHOWN = 100;

export function WhyList({ home }: { readonly home: Home }) {
  const { locale } = useWords();
  const { front } = useFront();
  const known = useCell(home.known);
  return (
    <section class="front-why" aria-labelledby="why-heading" data-testid="why-list">
      <h2 id="why-heading">{front.why}</h2>
      {known.length === 0 && <p class="quiet">{front.whyEmpty}</p>}
      <ul>
        {known.slice(0, MOST_SHOWN).map((one) => (
          <li key={one.id} data-testid="known">
            <p>{one.text}</p>
            <p class="quiet">{whyOf(one, front, locale)}</p>
            <button
              type="button"
              aria-label={front.forgetThis(one.text.slice(0, 60))}
              // The second click of a double click would hit the next fact.
              onClick={({ detail }) => detail < 2 && void home.forget([one.id])}
            >
              {front.forget}
            </button>
          </li>
        ))}
      </ul>
      {known.length > MOST_SHOWN && <p class="quiet">{front.more(known.length - MOST_SHOWN)}</p>}
    </section>
  );
}
