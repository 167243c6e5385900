// Text tables with aligned columns.

/** Aligns cells that begin with a digit to the right. */
export function columns(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map(String));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  const isFigure = widths.map(
    (_, column) => rows.length > 1 && cells.slice(1).every((row) => /^(?:[\d–]|$)/.test(String(row[column]))),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) =>
          isFigure[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const thousands = (tokens: number): string => `${(tokens / 1000).toFixed(tokens < 99_950 ? 1 : 0)}k`;

export const times = (ratio: number): string => (Number.isNaN(ratio) ? '–' : ratio.toFixed(2));

export const percent = (share: number): string => (Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`);
