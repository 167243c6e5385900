// The items of the store: their order of leaving, the fall of their weights, and their events.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Capacity, ItemView } from '../../../api/items.ts';
import { leaveOrder } from '../../figures/leave-order.ts';
import { ShortTasks } from '../../model/short-tasks.ts';
import type { ScreenProps } from '../../views/screen-props.ts';
import { useAnswer } from '../../views/follow.ts';
import { errorText, useWords } from '../../views/language.ts';
import { Pane } from '../../views/pane.tsx';
import { age, count, share } from '../../views/show-in.ts';
import { WindowedTable } from '../../views/windowed-table.tsx';
import { Curve } from './curve.tsx';
import { ItemDetail } from './item-detail.tsx';

export interface ItemRow {
  readonly item: ItemView;
  /** Number of items that leave before it. */
  readonly before: number;
}

export function ItemsScreen({ inspected }: ScreenProps): JSX.Element {
  const words = useWords();
  const [chosen, choose] = useState<string>();
  const { answer, error } = useAnswer(inspected, async () => {
    const tasks = new ShortTasks();
    const [capacity, items] = await Promise.all([inspected.memory.items.capacity(), inspected.items()]);
    // Sorting thousands and drawing them are two tasks.
    await tasks.next();
    const rows = leaveOrder(items, capacity.policy.key).map((item, before): ItemRow => ({ item, before }));
    await tasks.next();
    return { capacity, rows, now: Date.now() };
  });
  if (!answer) return <p class="stack quiet">{error ? words.failed(errorText(error)) : words.reading}</p>;
  const { capacity, rows, now } = answer;
  const shown = rows.find(({ item }) => item.id === chosen);
  return (
    <div class="columns">
      <div class="column">
        <Usage capacity={capacity} />
        <WindowedTable
          caption={words.items.caption}
          rows={rows}
          keyOf={({ item }) => item.id}
          chosen={chosen}
          onChoose={({ item }) => choose(item.id)}
          chooser={1}
          columns={[
            {
              title: words.items.weight,
              look: 'picture',
              cell: ({ item }) => <Curve item={item} policy={capacity.policy} now={now} />,
            },
            { title: words.text, look: 'wide', cell: ({ item }) => item.text },
            { title: words.items.leaves, look: 'spare', cell: (row) => <Leaves row={row} capacity={capacity} /> },
            { title: words.items.importance, look: 'number', cell: ({ item }) => share(item.importance) },
            { title: words.items.age, look: 'extra', cell: ({ item }) => age(now - item.createdAt, words) },
            { title: words.tokens, look: 'extra number', cell: ({ item }) => count(item.tokens, words) },
          ]}
        />
      </div>
      <Pane>
        {shown ? (
          <ItemDetail key={shown.item.id} item={shown.item} capacity={capacity} inspected={inspected} now={now} />
        ) : (
          <p class="quiet">{words.items.choose}</p>
        )}
      </Pane>
    </div>
  );
}

function Usage({ capacity }: { readonly capacity: Capacity }): JSX.Element {
  const words = useWords();
  const { usage, limits, longTail, policy } = capacity;
  const [items, most, tokens, mostTokens] = [usage.items, limits.maxItems, usage.tokens, limits.maxTokens].map((one) =>
    count(one, words),
  ) as [string, string, string, string];
  return (
    <p class="lead">
      <span>{words.items.usage(items, most, tokens, mostTokens)}</span>
      <span class="quiet">{words.items.tail(count(longTail.items, words))}</span>
      <span class="quiet">{words.items.order(words.items.keys[policy.key])}</span>
    </p>
  );
}

function Leaves({ row, capacity }: { readonly row: ItemRow; readonly capacity: Capacity }): JSX.Element {
  const words = useWords();
  const { item, before } = row;
  if (item.pinned) return <span class="quiet">{words.items.pinned}</span>;
  const more = capacity.free.items + before;
  return more === 0 ? <mark>{words.items.next}</mark> : <span>{words.items.nextIn(more)}</span>;
}
