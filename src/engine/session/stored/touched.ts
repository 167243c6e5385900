// Selects the rows of a commit that its journal entry names.
import type { RowChange, RowKey } from '../../../storage/port.ts';

/**
 * Returns the rows that owners that are behind read again. Omits parts: they are read on demand, and a part's key is a
 * hash of its content, which must not outlive it in the journal.
 */
export const touchedBy = (rows: readonly RowChange[]): RowKey[] =>
  rows.flatMap(({ store, key }) => (store === 'parts' ? [] : { store, key }));
