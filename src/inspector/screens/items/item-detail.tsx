// One item: its text, its numbers, and its events in the journal.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Capacity, ItemView } from '../../../api/items.ts';
import type { Inspected } from '../../model/inspected.ts';
import { Act } from '../../views/act.tsx';
import { useFollowed } from '../../views/follow.ts';
import { useWords } from '../../views/language.ts';
import { clock, share } from '../../views/show-in.ts';
import { Curve } from './curve.tsx';

interface ItemDetailProps {
  readonly item: ItemView;
  readonly capacity: Capacity;
  readonly inspected: Inspected;
  readonly now: number;
}

export function ItemDetail({ item, capacity, inspected, now }: ItemDetailProps): JSX.Element {
  const words = useWords();
  const { items } = inspected.memory;
  const facts: readonly (readonly [string, string])[] = [
    ['id', item.id],
    [words.items.priority, `${share(item.importance)} × ${share(item.decay)} = ${share(item.priority)}`],
    [words.items.victimClass, words.items.classes[item.victimClass] ?? String(item.victimClass)],
    [words.items.source, item.source],
    [words.time, clock(item.createdAt, words)],
  ];
  return (
    <>
      <p class="said">{item.text}</p>
      <Curve item={item} policy={capacity.policy} now={now} label={words.items.curve} />
      <table class="facts">
        <caption class="unseen">{item.id}</caption>
        <tbody>
          {facts.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="line">
        <Act
          inspected={inspected}
          title={item.pinned ? words.items.unpin : words.items.pin}
          work={() => (item.pinned ? items.unpin(item.id) : items.pin(item.id))}
        />
        <Act inspected={inspected} title={words.items.forget} work={() => items.forget({ ids: [item.id] })} />
      </div>
      <ItemAudit id={item.id} inspected={inspected} />
    </>
  );
}

function ItemAudit({ id, inspected }: { readonly id: string; readonly inspected: Inspected }): JSX.Element {
  const words = useWords();
  const { entries } = useFollowed(inspected.journal.read);
  const events = useMemo(
    () =>
      entries.flatMap(({ head, time, step, events }) =>
        events
          .filter((event) => 'id' in event && event.id === id)
          .map((event, place) => ({ head, time, step, key: `${head} ${place}`, type: event.type })),
      ),
    [entries, id],
  );
  return (
    <>
      <h3>{words.items.audit}</h3>
      {events.length === 0 ? (
        <p class="quiet">{words.items.noAudit}</p>
      ) : (
        <table class="facts">
          <caption class="unseen">{words.items.audit}</caption>
          <thead>
            <tr>
              <th scope="col">{words.journal.head}</th>
              <th scope="col">{words.items.event}</th>
              <th scope="col">{words.time}</th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ key, head, type, time }) => (
              <tr key={key}>
                <td>{head}</td>
                <td class="mono">{type}</td>
                <td>{clock(time, words)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
