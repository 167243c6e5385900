// Which rows of a commit its journal entry names.
import type { RowChange, RowKey } from '../../../storage/port.ts';

/**
 * What owners that are behind read again. Parts are read when they are asked for, and the key of one is a hash of what it
 * holds, which must not outlive it in the journal.
 */
export const touchedBy = (rows: readonly RowChange[]): RowKey[] =>
  rows.flatMap(({ store, key }) => (store === 'parts' ? [] : { store, key }));
