// Compares two texts line by line. Pure.

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Limit of compared pairs of lines; beyond it, all lines between equal beginnings and ends count as replaced. */
const MOST_PAIRS = 1_000_000;

export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old[old.length - 1 - end] === now[now.length - 1 - end])
    end++;
  const as = (kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind, text }));
  return [
    ...as('same', old.slice(0, start)),
    ...between(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...as('same', old.slice(old.length - end)),
  ];
}

/** Finds the longest common sequence, from a table of its lengths. */
function between(old: readonly string[], now: readonly string[]): DiffLine[] {
  const removed = (text = ''): DiffLine => ({ kind: 'removed', text });
  const added = (text = ''): DiffLine => ({ kind: 'added', text });
  if (old.length * now.length > MOST_PAIRS) return [...old.map(removed), ...now.map(added)];
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let one = old.length - 1; one >= 0; one--) {
    for (let other = now.length - 1; other >= 0; other--) {
      const place = one * width + other;
      lengths[place] =
        old[one] === now[other]
          ? (lengths[place + width + 1] ?? 0) + 1
          : Math.max(lengths[place + width] ?? 0, lengths[place + 1] ?? 0);
    }
  }
  const lines: DiffLine[] = [];
  let [one, other] = [0, 0];
  while (one < old.length || other < now.length) {
    const place = one * width + other;
    if (one < old.length && other < now.length && old[one] === now[other]) {
      lines.push({ kind: 'same', text: old[one] ?? '' });
      one++;
      other++;
    } else if (
      other === now.length ||
      (one < old.length && (lengths[place + width] ?? 0) >= (lengths[place + 1] ?? 0))
    ) {
      lines.push(removed(old[one++]));
    } else {
      lines.push(added(now[other++]));
    }
  }
  return lines;
}

export interface DiffHunk {
  /** Number of equal lines that are left out before it. */
  readonly skipped: number;
  readonly lines: readonly DiffLine[];
}

/**
 * Returns changed lines with `around` equal ones before and after, and counts the others. Lines that are left out at
 * the end make the last hunk.
 */
export function hunksOf(lines: readonly DiffLine[], around: number): DiffHunk[] {
  const isNear = new Uint8Array(lines.length);
  for (const [at, { kind }] of lines.entries()) {
    if (kind !== 'same') isNear.fill(1, Math.max(0, at - around), at + around + 1);
  }
  const hunks: DiffHunk[] = [];
  let skipped = 0;
  for (let at = 0; at < lines.length;) {
    if (isNear[at] === 0) {
      skipped++;
      at++;
      continue;
    }
    const from = at;
    while (at < lines.length && isNear[at] === 1) at++;
    hunks.push({ skipped, lines: lines.slice(from, at) });
    skipped = 0;
  }
  return skipped > 0 ? [...hunks, { skipped, lines: [] }] : hunks;
}
