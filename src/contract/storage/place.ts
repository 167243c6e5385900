// What a check of a storage works with: an empty storage, and commits with as little in them as a storage looks at.
import type { Batch, JournalEntry, Manifest, RowChange, SessionAddress, Storage } from '../../storage/port.ts';

export const HERE: SessionAddress = { workspace: '/here', session: 'one' };
export const ELSEWHERE: SessionAddress = { workspace: '/here', session: 'two' };

/** An empty place for sessions. */
export interface StoragePlace {
  readonly storage: Storage;
  /** A second adapter over the same data, or the same one where the data live inside it. */
  reopen(): Promise<Storage>;
}

const USAGE = { before: { items: 0, tokens: 0 }, after: { items: 0, tokens: 0 } };

/** Of the store `items`; a row without a text is deleted. */
export const row = (key: string, text: string | undefined): RowChange => ({
  store: 'items',
  key,
  value: text === undefined ? undefined : { text, check: 'c' },
});

/** `messages` is the count after the commit: right by itself for a session whose first messages these are. */
export const batch = (
  head: number,
  rows: readonly RowChange[],
  dropJournalUpTo = 0,
  messages = rows.filter(({ store }) => store === 'messages').length,
): Batch<Manifest, JournalEntry> => ({
  manifest: { version: 1, head, time: head, step: 0, nextSequence: head, items: 0, tokens: 0, messages },
  entry: {
    head,
    time: head,
    step: 0,
    usage: USAGE,
    events: [{ type: 'noted', head }],
    touched: rows.map(({ store, key }) => ({ store, key })),
  },
  rows,
  dropJournalUpTo,
});

/** Whose history began with the commit `id`; `after` is the one before it. */
export function identified(
  id: string,
  head: number,
  rows: readonly RowChange[],
  after?: string,
): Batch<Manifest, JournalEntry> {
  const { manifest, entry, ...rest } = batch(head, rows);
  const identity = { generation: id.slice(0, 1), commit: id };
  return {
    ...rest,
    manifest: { ...manifest, ...identity },
    entry: { ...entry, ...(after !== undefined && { after }) },
  };
}

/** Rows of `load`, and those that have moved, come in any order. */
export const byKey = <Row extends { readonly key: string }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((one, other) => (one.key < other.key ? -1 : 1));

export const keysOf = (rows: readonly { readonly key: string }[]): string[] => rows.map(({ key }) => key).sort();
