// Material for checking a storage: an empty storage, and commits with only the fields that a storage reads.
import type { Batch, JournalEntry, Manifest, RowChange, SessionAddress, Storage } from '../../storage/port.ts';

export const HERE: SessionAddress = { workspace: '/here', session: 'one' };
export const ELSEWHERE: SessionAddress = { workspace: '/here', session: 'two' };

/** An empty place for sessions. */
export interface StoragePlace {
  readonly storage: Storage;
  /** Returns a second adapter over the same data, or the same one if the data live inside it. */
  reopen(): Promise<Storage>;
}

const USAGE = { before: { items: 0, tokens: 0 }, after: { items: 0, tokens: 0 } };

/** Makes a row of the store `items`; without a text, a deleted one. */
export const row = (key: string, text: string | undefined): RowChange => ({
  store: 'items',
  key,
  value: text === undefined ? undefined : { text, check: 'c' },
});

/** Makes a batch. `messages` is the count after it; the default suits a session whose first messages these are. */
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

/** Makes a batch whose commit has the id `id`; `after` is the id before it. */
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

/** Sorts rows by key: rows of `load`, and moved ones, come in any order. */
export const byKey = <Row extends { readonly key: string }>(rows: readonly Row[]): Row[] =>
  [...rows].sort((one, other) => (one.key < other.key ? -1 : 1));

export const keysOf = (rows: readonly { readonly key: string }[]): string[] => rows.map(({ key }) => key).sort();
