// A table of any length: only the rows in view are drawn. One row can be chosen, by click or by arrow keys.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { scrolledTo, shownRows } from '../figures/shown-rows.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /**
   * `number`: to the right · `wide`: takes the room that is left · `brief`: narrow · where the list has little room,
   * `extra` and `time` are hidden first, then `spare`.
   */
  readonly look?:
    'number' | 'wide' | 'picture' | 'brief' | 'spare' | 'spare number' | 'extra' | 'extra number' | 'time';
}

export interface WindowedTableProps<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly chosen?: string | undefined;
  readonly onChoose?: (row: Row) => void;
  /** Column whose cell is the button that chooses the row. */
  readonly chooser?: number;
}

const ROW_HEIGHT = 28;

export function WindowedTable<Row>(props: WindowedTableProps<Row>): JSX.Element {
  const { caption, rows, columns, keyOf, chosen, onChoose, chooser = 0 } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const wantsFocus = useRef(false);
  const look = (): void => {
    const { scrollTop: top = 0, clientHeight: height = 0 } = box.current ?? {};
    setView((before) => (before.top === top && before.height === height ? before : { top, height }));
  };
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const button = box.current?.querySelector<HTMLElement>('[aria-current="true"] button');
    if (!button) return;
    wantsFocus.current = false;
    button.focus({ preventScroll: true });
  });
  const at = rows.findIndex((row) => keyOf(row) === chosen);
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 2);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -rows.length,
      End: rows.length,
    };
    const step = steps[event.key];
    if (step === undefined || !onChoose || rows.length === 0) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(rows.length - 1, at + step));
    const row = rows[next];
    if (row === undefined || !box.current) return;
    const head = box.current.querySelector('thead')?.clientHeight ?? 0;
    box.current.scrollTop = scrolledTo(next, ROW_HEIGHT, { top: view.top, height: view.height - head });
    wantsFocus.current = true;
    onChoose(row);
    look();
  };
  const { from, to, above, below } = shownRows(rows.length, ROW_HEIGHT, view);
  const entry = at >= from && at < to ? at : from;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="rows" role="region" aria-label={caption} tabIndex={0} ref={box} onScroll={look} onKeyDown={onKeyDown}>
      <table aria-rowcount={rows.length + 1}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ title, look: kind }) => (
              <th key={title} scope="col" class={kind}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Gap height={above} />}
          {rows.slice(from, to).map((row, offset) => (
            <tr
              key={keyOf(row)}
              aria-rowindex={from + offset + 2}
              aria-current={keyOf(row) === chosen ? 'true' : undefined}
              onClick={() => onChoose?.(row)}
            >
              {columns.map(({ title, cell, look: kind }, place) => (
                <td key={title} class={kind}>
                  {onChoose && place === chooser ? (
                    <button type="button" class="row" tabIndex={from + offset === entry ? 0 : -1}>
                      {cell(row)}
                    </button>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
          {below > 0 && <Gap height={below} />}
        </tbody>
      </table>
    </div>
  );
}

/** Takes the place of rows that are not drawn. */
function Gap({ height }: { readonly height: number }): JSX.Element {
  return (
    <tr aria-hidden="true" class="gap">
      <td height={height} />
    </tr>
  );
}
