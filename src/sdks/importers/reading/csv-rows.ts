// Reads rows of a table in CSV, as they come. The separator is the most frequent one in the first row.
import { Unreadable } from '../refusals.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Yields the rows of the table. @throws Unreadable: a quotation never ends */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<readonly string[], void, undefined> {
  let separator: string | undefined;
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  /** Whether a quotation mark inside of a quotation came last: two of them are one. */
  let isClosing = false;
  const endRow = (): readonly string[] => {
    const whole = [...row, cell.replace(/\r$/, '')];
    row = [];
    cell = '';
    return whole;
  };
  let begin = '';
  for await (const piece of text) {
    begin += separator === undefined ? piece : '';
    if (separator === undefined && !begin.includes('\n')) continue;
    const part = separator === undefined ? begin : piece;
    separator ??= separatorOf(begin);
    for (const char of part) {
      if (isClosing) {
        isClosing = false;
        if (char === '"') {
          cell += char;
          continue;
        }
        isQuoted = false;
      }
      if (isQuoted) {
        if (char === '"') isClosing = true;
        else cell += char;
      } else if (char === '"' && cell === '') isQuoted = true;
      else if (char === separator) {
        row.push(cell);
        cell = '';
      } else if (char === '\n') yield endRow();
      else cell += char;
    }
  }
  if (separator === undefined && begin !== '') yield begin.split(separatorOf(begin));
  if (isQuoted && !isClosing) throw new Unreadable('has a quoted field that never ends.');
  if (cell !== '' || row.length > 0) yield endRow();
}

function separatorOf(text: string): string {
  const [first = ''] = text.split('\n');
  const countOf = (separator: string): number => first.split(separator).length;
  return [...SEPARATORS].sort((one, other) => countOf(other) - countOf(one))[0] ?? ',';
}
