// The items of the store, newest first. Rows are kept by id, so that a refresh disturbs neither focus nor selection.
import type { ItemView } from 'working-memory';
import { count } from '../format.ts';
import { required, setText } from './element.ts';
import { createItemRow, type ItemRow } from './item-row.ts';

const ROWS_AT_ONCE = 200;

export function createItemList() {
  const list = required('items', HTMLUListElement);
  const note = required('items-note', HTMLParagraphElement);
  const hint = required('hint', HTMLDivElement);
  const more = required('items-more', HTMLButtonElement);
  const rows = new Map<string, ItemRow>();
  let shownIds = '';
  let mostRows = ROWS_AT_ONCE;
  let latest: { items: readonly ItemView[]; classes: readonly string[] } = { items: [], classes: [] };

  more.addEventListener('click', () => {
    mostRows += ROWS_AT_ONCE;
    render();
  });

  function render(): void {
    const { items, classes } = latest;
    const now = Date.now();
    const shown = items.slice(0, mostRows);
    const elements = shown.map((item) => {
      const row = rows.get(item.id) ?? createItemRow(item);
      rows.set(item.id, row);
      row.update(item, classes, now);
      return row.element;
    });
    const ids = shown.map(({ id }) => id).join(' ');
    if (ids !== shownIds) list.replaceChildren(...elements);
    shownIds = ids;
    list.hidden = items.length === 0;
    hint.hidden = items.length > 0;
    more.hidden = items.length <= shown.length;
    setText(more, `Show ${count(Math.min(ROWS_AT_ONCE, items.length - shown.length))} more`);
    const shownNote = items.length > shown.length ? `, the first ${count(shown.length)} of ${count(items.length)}` : '';
    setText(note, items.length > 0 ? `Newest first${shownNote}. Position 0 is the oldest.` : '');
  }

  return {
    show(oldestFirst: readonly ItemView[], classes: readonly string[]): void {
      latest = { items: [...oldestFirst].sort((one, other) => other.position - one.position), classes };
      const present = new Set(oldestFirst.map(({ id }) => id));
      for (const id of rows.keys()) if (!present.has(id)) rows.delete(id);
      render();
    },
  };
}
