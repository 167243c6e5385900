// Rows of a commit with only the fields that a storage reads.
import type { RowChange } from '../../../src/storage/port.ts';

export { batch } from '../../../src/contract/storage/place.ts';

export const put = (store: RowChange['store'], key: string, fields: object): RowChange => ({
  store,
  key,
  value: { ...fields, check: 'c' },
});

export const drop = (store: RowChange['store'], key: string): RowChange => ({ store, key, value: undefined });
