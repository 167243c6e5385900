// A line diff that a person or a model can read. Pure.
import { structuredPatch } from 'diff/lib/patch/create.js';

const CONTEXT_LINES = 2;
const MOST_LINES = 120;
/** Texts with more changed lines get no diff: nobody would read it, and Myers' algorithm is quadratic in the changes. */
const MOST_EDITS = 2000;

/** Lines begin with `-` (only in `before`), `+` (only in `after`) or a blank (unchanged, two around each change). */
export function readableDiff(before: string, after: string): string {
  const patch = structuredPatch('', '', before, after, '', '', { context: CONTEXT_LINES, maxEditLength: MOST_EDITS });
  if (!patch) return `(the texts have too little in common: ${before.length} against ${after.length} characters)`;
  const lines = patch.hunks.flatMap((hunk, index) => [...(index > 0 ? ['…'] : []), ...hunk.lines]);
  if (lines.length <= MOST_LINES) return lines.join('\n');
  return [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} more lines`].join('\n');
}

/** Whether a diff shows every change. */
export const isWhole = (diff: string): boolean => !/^\(the texts have|^… and \d+ more lines$/m.test(diff);
