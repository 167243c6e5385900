// Line diff of two texts, with long unchanged stretches left out. Pure.

export interface ChangeLine {
  readonly kind: 'same' | 'added' | 'removed' | 'gap';
  /** In a gap: the number of lines left out. */
  readonly text: string;
}

/** Unchanged lines shown around a change. */
const AROUND = 2;
/** Most cells of the table below; in larger texts, everything between the common ends counts as changed. */
const MOST_CELLS = 4_000_000;

export function changeLines(before: string, after: string): ChangeLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end++;
  return withGaps([
    ...old.slice(0, start).map((text) => line('same', text)),
    ...changed(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...old.slice(old.length - end).map((text) => line('same', text)),
  ]);
}

/** Diffs by the longest common subsequence; removed lines come before added ones. */
function changed(old: readonly string[], fresh: readonly string[]): ChangeLine[] {
  const width = fresh.length + 1;
  const isTooLong = (old.length + 1) * width > MOST_CELLS;
  // common[i, j]: length of the longest common subsequence of old from i and fresh from j.
  const common = new Uint16Array(isTooLong ? 0 : (old.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  if (!isTooLong) {
    for (let i = old.length - 1; i >= 0; i--) {
      for (let j = fresh.length - 1; j >= 0; j--) {
        common[i * width + j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
      }
    }
  }
  const lines: ChangeLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const [gone = '', come = ''] = [old[i], fresh[j]];
    if (!isTooLong && i < old.length && j < fresh.length && gone === come) {
      lines.push(line('same', gone));
      i++;
      j++;
    } else if (i < old.length && (j === fresh.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(line('removed', gone));
      i++;
    } else {
      lines.push(line('added', come));
      j++;
    }
  }
  return lines;
}

/** Replaces unchanged lines far from any change with one line that counts them. */
function withGaps(lines: readonly ChangeLine[]): ChangeLine[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same'),
  );
  const shown: ChangeLine[] = [];
  let skipped: ChangeLine[] = [];
  const close = (): void => {
    // A gap of one line would be as long as the line.
    if (skipped.length > 1) shown.push(line('gap', String(skipped.length)));
    else shown.push(...skipped);
    skipped = [];
  };
  for (const [index, each] of lines.entries()) {
    if (!isNear[index]) {
      skipped.push(each);
      continue;
    }
    close();
    shown.push(each);
  }
  close();
  return shown;
}

const line = (kind: ChangeLine['kind'], text: string): ChangeLine => ({ kind, text });

function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
