// Input for a fact of the visitor's own.
import { useRef, useState } from 'preact/hooks';
import { numbersOf } from '../../words/numbers.ts';
import type { Stage } from '../../state/stage.ts';
import { useWords } from '../../words/words.ts';

export function Memorize({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const text = useRef<HTMLInputElement>(null);
  const [importance, setImportance] = useState(0.5);

  async function memorize(): Promise<void> {
    const field = text.current;
    if (!field || field.value.trim() === '') return;
    const said = field.value;
    try {
      const { stored } = await stage.memory().items.memorize(said, { importance });
      stage.notices.say(stored ? words.items.memorized : words.items.notKept);
      // Keeps text typed meanwhile.
      if (field.value === said) field.value = '';
    } catch (error) {
      stage.notices.fail(error);
    }
  }

  return (
    <form
      class="memorize"
      onSubmit={(event) => {
        event.preventDefault();
        void memorize();
      }}
    >
      <input ref={text} type="text" aria-label={words.items.add} placeholder={words.items.add} data-testid="note" />
      <label class="slider" title={words.items.importance}>
        <span class="visually-hidden">{words.items.importance}</span>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={importance}
          onInput={({ currentTarget }) => setImportance(currentTarget.valueAsNumber)}
        />
        <output class="number">{numbersOf(words.locale).fraction(importance)}</output>
      </label>
      <button type="submit" data-testid="memorize">
        {words.items.addButton}
      </button>
    </form>
  );
}
