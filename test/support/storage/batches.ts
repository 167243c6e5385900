// What a commit brings to a storage, with as little in it as the storage looks at.
import type { Batch, JournalEntry, Manifest, RowChange } from '../../../src/storage/port.ts';

const USAGE = { before: { items: 0, tokens: 0 }, after: { items: 0, tokens: 0 } };

export const put = (store: RowChange['store'], key: string, fields: object): RowChange => ({
  store,
  key,
  value: { ...fields, check: 'c' },
});

export const drop = (store: RowChange['store'], key: string): RowChange => ({ store, key, value: undefined });

/** `messages` is the count after the commit: right by itself for a session whose first messages these are. */
export const batch = (
  head: number,
  rows: RowChange[],
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
