// Finds the rows of a long list to draw: those in view, and a few around them. Pure.

export interface ShownRows {
  readonly from: number;
  /** End of the rows, excluded. */
  readonly to: number;
  /** Height of the rows before and after, in pixels. */
  readonly above: number;
  readonly below: number;
}

const AROUND = 5;

export function shownRows(
  count: number,
  rowHeight: number,
  view: { readonly top: number; readonly height: number },
): ShownRows {
  const first = Math.floor(Math.max(0, view.top) / rowHeight) - AROUND;
  const last = Math.ceil((Math.max(0, view.top) + view.height) / rowHeight) + AROUND;
  const from = Math.max(0, Math.min(first, count));
  const to = Math.max(from, Math.min(last, count));
  return { from, to, above: from * rowHeight, below: (count - to) * rowHeight };
}

/** Returns the scroll position that shows a row, nearest to the present one. */
export function scrolledTo(
  row: number,
  rowHeight: number,
  view: { readonly top: number; readonly height: number },
): number {
  const [start, end] = [row * rowHeight, (row + 1) * rowHeight];
  if (start < view.top) return start;
  return end > view.top + view.height ? end - view.height : view.top;
}
