// Explains a conflict: the way out, and the changes that the write would have made. Pure.
import { withLineEndsOf } from '../line-ends.ts';
import { readableDiff } from './diff.ts';
import type { Conflict, ShownConflict } from './document.ts';
import { SMALLEST_SHARE } from './shrink-guard.ts';

/** @param text the rejected text */
export function shownConflict(conflict: Conflict, text: string): ShownConflict {
  const { reason, current } = conflict;
  const { path, revision } = current;
  const hint =
    reason === 'stale'
      ? `${path} is at revision ${revision} now. Merge your text into it and write with baseRevision ${revision}, or pass force: true.`
      : `This would leave less than ${SMALLEST_SHARE * 100} % of ${path}. Edit the part you mean, move what is finished to detail/, or pass force: true.`;
  return { ...conflict, hint, diff: readableDiff(current.text, withLineEndsOf(current.text, text)) };
}
