// The items that left with the last `memorize`, and why.
import type { Eviction, MemorizeResult } from 'working-memory';
import { count, fraction } from '../format.ts';
import { build, required } from './element.ts';

const MOST_ROWS = 100;

const REASONS: Record<Eviction['reason'], string> = {
  'capacity-exceeded': 'limit',
  'expired-soft': 'limit, old',
  'expired-hard': 'age',
  'protected-last-resort': 'limit, protected',
};

export function createDepartures() {
  const place = required('departures', HTMLDivElement);
  let classes: readonly string[] = [];
  showNone();

  function showNone(): void {
    place.replaceChildren(build('p', { className: 'help', text: 'Nothing had to go.' }));
  }

  function row({ id, reason, victimClass, priority }: Eviction): HTMLElement {
    return build(
      'tr',
      {},
      build('td', {}, build('code', { text: id.slice(0, 8), title: id })),
      build('td', { text: REASONS[reason], title: reason }),
      build('td', { text: classes[victimClass] ?? String(victimClass) }),
      build('td', { className: 'number', text: fraction(priority) }),
    );
  }

  return {
    nameClasses(names: readonly string[]): void {
      classes = names;
    },
    show({ evicted, expired }: MemorizeResult): void {
      const departures = [...expired, ...evicted];
      if (departures.length === 0) return showNone();
      const head = ['Item', 'Reason', 'Class', 'Priority'].map((text) =>
        build('th', { text, attributes: { scope: 'col' } }),
      );
      const rows = departures.slice(0, MOST_ROWS).map(row);
      const rest = departures.length - rows.length;
      const table = build('table', {}, build('thead', {}, build('tr', {}, ...head)), build('tbody', {}, ...rows));
      place.replaceChildren(
        build('p', { className: 'help', text: `${count(departures.length)} in the order in which they left.` }),
        build(
          'div',
          { className: 'table', attributes: { tabindex: '0', role: 'group', 'aria-label': 'Items that are gone' } },
          table,
        ),
        ...(rest > 0 ? [build('p', { className: 'help', text: `and ${count(rest)} more` })] : []),
      );
    },
  };
}
