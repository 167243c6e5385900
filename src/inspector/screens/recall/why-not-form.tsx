// Tells why an item is, or is not, among the hits.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Inspected } from '../../model/inspected.ts';
import { useAnswer } from '../../views/follow.ts';
import { errorText, useWords } from '../../views/language.ts';

interface WhyNotFormProps {
  readonly inspected: Inspected;
  readonly prompt: string;
  /** Id of the hit that is chosen, if it is an item. */
  readonly chosen: string | undefined;
}

/** Limit of named items: enough to choose from; others are given by their id. */
const MOST_NAMED = 200;

export function WhyNotForm({ inspected, prompt, chosen }: WhyNotFormProps): JSX.Element {
  const words = useWords();
  const [id, setId] = useState('');
  const [said, say] = useState<string>();
  const { answer: items = [] } = useAnswer(inspected, () => inspected.items());
  useEffect(() => {
    if (chosen !== undefined) setId(chosen);
  }, [chosen]);
  const explain = async (): Promise<void> => {
    const text = await inspected.timings
      .timed('items.whyNot', () => inspected.memory.items.whyNot(id, prompt))
      .then(
        (why) => `${words.recall.reasons[why.because]}${words.locale === 'en' ? ` ${why.message}` : ''}`,
        (error: unknown) => words.failed(errorText(error)),
      );
    say(text);
  };
  return (
    <form
      class="line"
      onSubmit={(event) => {
        event.preventDefault();
        void explain();
      }}
    >
      <h3>{words.recall.whyNot}</h3>
      <label>
        <span>{words.recall.item}</span>
        <input list="items" value={id} onInput={({ currentTarget }) => setId(currentTarget.value)} />
      </label>
      <datalist id="items">
        {items.slice(0, MOST_NAMED).map((item) => (
          <option key={item.id} value={item.id}>
            {item.text.slice(0, 80)}
          </option>
        ))}
      </datalist>
      <button type="submit" disabled={id === ''}>
        {words.recall.ask2}
      </button>
      <p role="status">{said}</p>
    </form>
  );
}
