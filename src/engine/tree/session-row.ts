// The row of a session: what a list of sessions shows of it without opening it. Pure.
import type { RowChange } from '../../storage/port.ts';
import { firstWords } from '../../tree/session-title.ts';

export interface SessionRow {
  /** The working directory as the app gave it. */
  readonly cwd: string;
  readonly createdAt: number;
  /** Random, of the hashes of lists and texts; none, or an empty one, in sessions and bundles of former versions. */
  readonly salt?: string;
  /** The name that the app gave it. */
  readonly title?: string;
  /** How the first message of a user begins, and the index of that message. */
  readonly opening?: { readonly text: string; readonly index: number };
  /** What does not come into a prompt by itself: ids of items, paths, `messages/<index>`; those named last come last. */
  readonly withheld?: readonly string[];
  /** The conversation neither gives to the others of its workspace nor takes from them. */
  readonly private?: true;
}

/** The row with the first words of the messages among these rows; undefined where it stays as it is. */
export function withOpening(
  row: Partial<SessionRow> | undefined,
  rows: readonly RowChange[],
): Partial<SessionRow> | undefined {
  if (!row || row.opening) return undefined;
  for (const { store, key, value } of rows) {
    if (store !== 'messages' || value?.role !== 'user') continue;
    const text = firstWords(value.text as string);
    if (text !== '') return { ...row, opening: { text, index: Number(key) } };
  }
  return undefined;
}

/**
 * The row after a hard forget. The first words are a part of a message, so they go with it.
 * @param rest the text that a message still has; undefined where it has no text any more, or is not stored
 */
export function forgottenIn(
  row: SessionRow,
  redact: (text: string) => string,
  rest: (index: number) => string | undefined,
): SessionRow {
  const { title, opening, ...others } = row;
  const kept = opening && firstWords(rest(opening.index) ?? '');
  return {
    ...others,
    ...(title !== undefined && { title: redact(title) }),
    ...(opening && kept && { opening: { ...opening, text: kept } }),
  };
}
