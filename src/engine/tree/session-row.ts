// The row of a session: what a list of sessions shows without opening them. Pure.
import { firstWords } from '../../tree/session-title.ts';
import type { Message } from '../../tree/transcript/transcript.ts';
import type { UncheckedRow } from '../session/row-checksum.ts';

export interface SessionRow {
  /** The working directory as the app gave it. */
  readonly cwd: string;
  readonly createdAt: number;
  /** Random salt of the hashes of lists and texts; absent or empty in sessions and bundles of former versions. */
  readonly salt?: string;
  /** The name that the app gave it. */
  readonly title?: string;
  /** Beginning of the first user message, and the index of that message. */
  readonly opening?: { readonly text: string; readonly index: number };
  /** Texts kept out of recalled notes: ids of items, paths, `messages/<index>`; the latest come last. */
  readonly withheld?: readonly string[];
  /** The conversation neither gives to the others of its workspace nor takes from them. */
  readonly private?: true;
}

/** Returns the row with the first words of the messages among these rows; undefined if it stays as it is. */
export function withOpening(
  row: Partial<SessionRow> | undefined,
  rows: readonly UncheckedRow[],
): Partial<SessionRow> | undefined {
  if (!row || row.opening) return undefined;
  for (const { store, key, fields } of rows) {
    const { role, text: said } = (fields ?? {}) as Partial<Message>;
    if (store !== 'messages' || role !== 'user') continue;
    const text = firstWords(said ?? '');
    if (text !== '') return { ...row, opening: { text, index: Number(key) } };
  }
  return undefined;
}

/**
 * Returns the row after a hard forget. The first words are a part of a message, so they go with it.
 * @param rest the remaining text of the opening message; undefined if it has none or is not stored
 */
export function forgottenIn(row: SessionRow, redact: (text: string) => string, rest: string | undefined): SessionRow {
  const { title, opening, ...others } = row;
  const kept = opening && firstWords(rest ?? '');
  return {
    ...others,
    ...(title !== undefined && { title: redact(title) }),
    ...(opening && kept && { opening: { ...opening, text: kept } }),
  };
}
