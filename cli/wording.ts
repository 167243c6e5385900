// Formats results for people.

export const day = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

export const bytes = (count: number): string =>
  count < 1000
    ? `${count} B`
    : count < 1_000_000
      ? `${(count / 1000).toFixed(1)} kB`
      : `${(count / 1_000_000).toFixed(1)} MB`;

const CELLS = 20;

/** Returns a progress bar, e.g. `[██████████          ]  50 %`. */
export function bar(done: number, all: number): string {
  const share = all === 0 ? 1 : Math.min(1, done / all);
  const full = Math.floor(share * CELLS);
  return `[${'█'.repeat(full)}${' '.repeat(CELLS - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}

/** Blanks, and controls that move the cursor or change the direction of writing: the texts shown come from others. */
const INVISIBLE = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

export function oneLine(text: string, longest: number): string {
  const line = text.replaceAll(INVISIBLE, ' ').trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}

/** Aligns a table: each column is as wide as its widest cell. */
export function rows(head: readonly string[], cells: readonly (readonly string[])[]): string[] {
  const all = [head, ...cells];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
