// Makes a line diff that a person or a model can read. Pure.
import { diffLines } from 'diff/lib/diff/line.js';

const CONTEXT_LINES = 2;
const MOST_LINES = 120;
/**
 * Texts with more changed lines get no diff: nobody would read it, and Myers' algorithm is quadratic in the changes.
 */
const MOST_EDITS = 2000;

/**
 * Returns lines that begin with `-` (only in `before`), `+` (only in `after`) or a blank (unchanged, two around each
 * change).
 */
export function readableDiff(before: string, after: string): string {
  const changes = diffLines(before, after, { maxEditLength: MOST_EDITS });
  if (!changes) return `(the texts have too little in common: ${before.length} against ${after.length} characters)`;
  const shown = changes.flatMap(({ added, removed, value }, at) => {
    const signed = linesOf(value).map((line) => (added ? '+' : removed ? '-' : ' ') + line);
    // Context of a change: the end of the unchanged text before it and the beginning of the one after it.
    const begin = at > 0 ? CONTEXT_LINES : 0;
    const end = at < changes.length - 1 ? CONTEXT_LINES : 0;
    if (added || removed || signed.length <= begin + end) return signed;
    const gap = begin > 0 && end > 0 ? ['…\n'] : [];
    return [...signed.slice(0, begin), ...gap, ...signed.slice(signed.length - end)];
  });
  const printed = shown.flatMap((line) =>
    line.endsWith('\n') ? line.slice(0, -1) : [line, '\\ No newline at end of file'],
  );
  if (printed.length <= MOST_LINES) return printed.join('\n');
  return [...printed.slice(0, MOST_LINES), `… and ${printed.length - MOST_LINES} more lines`].join('\n');
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Whether a diff shows every change. */
export const isWhole = (diff: string): boolean => !/^\(the texts have|^… and \d+ more lines$/m.test(diff);
