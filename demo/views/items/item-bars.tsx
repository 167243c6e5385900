// The items as bars: filled up to the priority they have now, outlined up to their importance; the gap is age.
import type { ItemView } from 'working-memory';
import { useRef, useState } from 'preact/hooks';
import { useCell } from '../../state/cell.ts';
import { numbersOf } from '../../words/numbers.ts';
import type { Stage } from '../../state/stage.ts';
import { useWords } from '../../words/words.ts';
import { useOneTabStop } from '../keys/one-tab-stop.ts';

export function ItemBars({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const numbers = numbersOf(words.locale);
  const items = useCell(stage.items.items);
  const [chosen, choose] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  useOneTabStop(list, items, { entries: '.bar-row', enters: 'first' });
  if (items.length === 0) return <p class="empty items-list">{words.items.empty}</p>;
  return (
    <ul class="items-list" ref={list} aria-label={words.items.bars}>
      {items.map((item) => {
        const { id, text, priority, importance, pinned } = item;
        return (
          <li key={id} data-testid="item" data-id={id}>
            <button
              type="button"
              class="bar-row"
              aria-expanded={chosen === id}
              onClick={() => choose(chosen === id ? undefined : id)}
            >
              <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect class="bar-outline" width={importance * 100} height="10" rx="1" />
                <rect class="bar-fill" width={priority * 100} height="10" rx="1" />
              </svg>
              <span class="visually-hidden">{words.items.priority}</span>
              <span class="number">{numbers.fraction(priority)}</span>
              <span class="bar-text">
                {pinned && '📌 '}
                {text}
              </span>
            </button>
            {chosen === id && <ItemDetail item={item} stage={stage} />}
          </li>
        );
      })}
    </ul>
  );
}

function ItemDetail({ item, stage }: { readonly item: ItemView; readonly stage: Stage }) {
  const words = useWords();
  const numbers = numbersOf(words.locale);
  const { id, text, pinned, importance, decay, position } = item;
  const act = (task: Promise<unknown>): void => void task.catch(stage.notices.fail);
  const { items } = stage.memory();
  return (
    <div class="item-detail">
      <p>{text}</p>
      <p class="quiet number">
        {words.items.importance} {numbers.fraction(importance)} · {words.items.age} {numbers.fraction(decay)} ·{' '}
        {words.items.position} {position}
      </p>
      <div class="buttons">
        <button type="button" onClick={() => act(pinned ? items.unpin(id) : items.pin(id))}>
          {pinned ? words.items.unpin : words.items.pin}
        </button>
        <button type="button" onClick={() => act(items.forget({ ids: [id] }))}>
          {words.items.forget}
        </button>
      </div>
    </div>
  );
}
