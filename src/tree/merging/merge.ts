// Merges two changes of one text, line by line. Pure.
//
// Notes are lists of lines, and two writers mostly add to them. So lines that both add at one place are kept one after
// the other, where a merge of programs would give up. The only conflict is a line that one writer replaced or removed
// and the other changed, too.
import { diffLines } from 'diff/lib/diff/line.js';

/** With more changed lines, one of two texts was rewritten, and Myers' algorithm is quadratic in the changes. */
const MOST_EDITS = 2000;

/** Lines `from` to `to` (excluded) of the base, and the lines that replace them. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** Returns the text with the changes of both; undefined if both changed the same lines. */
export function merged(base: string, theirs: string, mine: string): string | undefined {
  if (theirs === mine || base === mine) return theirs;
  if (base === theirs) return mine;
  const [old, first, second] = [base, theirs, mine].map(closed) as [string, string, string];
  const [one, other] = [hunksOf(old, first), hunksOf(old, second)];
  if (!one || !other) return undefined;
  const hunks = inOrder(one, other);
  if (!hunks) return undefined;
  const lines = linesOf(old);
  let result = '';
  let next = 0;
  for (const { from, to, lines: fresh } of hunks) {
    result += lines.slice(next, from).join('') + fresh.join('');
    next = to;
  }
  result += lines.slice(next).join('');
  return closed(mine) === mine ? result : result.replace(/\n$/, '');
}

/** Ends every line with a line break, so that a last one without it compares equal. */
const closed = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

const linesOf = (text: string): string[] => text.match(/[^\n]*\n/g) ?? [];

function hunksOf(base: string, changed: string): Hunk[] | undefined {
  const changes = diffLines(base, changed, { maxEditLength: MOST_EDITS });
  if (!changes) return undefined;
  const hunks: Hunk[] = [];
  let at = 0;
  for (const { added, removed, count, value } of changes) {
    const last = hunks.at(-1);
    const goesOn = last?.to === at;
    if (removed) {
      hunks.push({ from: at, to: at + count, lines: [] });
      at += count;
    } else if (!added) {
      at += count;
    } else if (last && goesOn) {
      hunks[hunks.length - 1] = { ...last, lines: [...last.lines, ...linesOf(value)] };
    } else {
      hunks.push({ from: at, to: at, lines: linesOf(value) });
    }
  }
  return hunks;
}

/** Returns the hunks of both by place, `one`'s first, and equal changes once. Undefined if two cross. */
function inOrder(one: readonly Hunk[], other: readonly Hunk[]): Hunk[] | undefined {
  const own = other.filter((hunk) => !one.some((candidate) => isSame(candidate, hunk)));
  if (own.some((hunk) => one.some((candidate) => areCrossing(candidate, hunk)))) return undefined;
  // An addition precedes a replacement at its place.
  return [...one, ...own].sort((left, right) => left.from - right.from || left.to - right.to);
}

const isSame = (one: Hunk, other: Hunk): boolean =>
  one.from === other.from && one.to === other.to && one.lines.join('') === other.lines.join('');

/** Whether two hunks cross; an addition crosses a replacement only in the middle of it. */
const areCrossing = (one: Hunk, other: Hunk): boolean => one.from < other.to && other.from < one.to;
