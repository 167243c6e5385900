// A line diff that a person or a model can read. Pure.
import { type LineRun, lineRuns } from './line-runs.ts';

const CONTEXT_LINES = 2;
const MOST_LINES = 120;
/** Texts with more changed lines get no diff: nobody would read it, and it would take long. */
const MOST_EDITS = 2000;

/** Lines begin with `-` (only in `before`), `+` (only in `after`) or a blank (unchanged, two around each change). */
export function readableDiff(before: string, after: string): string {
  const runs = lineRuns(linesOf(before), linesOf(after), MOST_EDITS);
  if (!runs) return `(the texts have too little in common: ${before.length} against ${after.length} characters)`;
  const lines = runs.flatMap(shown);
  if (lines.length <= MOST_LINES) return lines.join('\n');
  return [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} more lines`].join('\n');
}

/** With their ends. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

/** Of unchanged lines, those beside a change. */
function shown({ mark, lines }: LineRun, place: number, runs: readonly LineRun[]): string[] {
  const written = (some: readonly string[]): string[] =>
    some.flatMap((line) =>
      line.endsWith('\n') ? [mark + line.slice(0, -1)] : [mark + line, '\\ No newline at end of file'],
    );
  const isFirst = place === 0;
  const isLast = place === runs.length - 1;
  const isBetween = !isFirst && !isLast;
  if (mark !== ' ' || (isBetween && lines.length <= 2 * CONTEXT_LINES)) return written(lines);
  return [
    ...(isFirst ? [] : written(lines.slice(0, CONTEXT_LINES))),
    ...(isBetween ? ['…'] : []),
    ...(isLast ? [] : written(lines.slice(-CONTEXT_LINES))),
  ];
}
