// The keys of a session in a Durable Object. A JSON array delimits the names, so no key is another's prefix.
import { addressKey, type RowStore, type SessionAddress } from '../port.ts';
import { fromSortable, sortable } from '../key-order.ts';

const ROOT = 'working-memory/';
const PARTS = `${ROOT}parts/`;
const ROWS = `${ROOT}rows/`;

export const MANIFESTS = `${ROOT}manifest/`;

export interface SessionKeys {
  readonly manifest: string;
  /** Prefixes of all other keys of the session. */
  readonly rows: string;
  readonly parts: string;
}

export function sessionKeys(address: SessionAddress): SessionKeys {
  const name = addressKey(address);
  return { manifest: MANIFESTS + name, rows: ROWS + name, parts: PARTS + name };
}

export function addressOf(manifestKey: string): SessionAddress {
  const [workspace, session] = JSON.parse(manifestKey.slice(MANIFESTS.length)) as [string, string];
  return { workspace, session };
}

export const storePrefix = ({ rows }: SessionKeys, store: RowStore | 'journal'): string => `${rows}${store}/`;

export const rowKey = (keys: SessionKeys, store: RowStore, key: string): string =>
  storePrefix(keys, store) + sortable(key);

export const keyOfRow = (rowKey: string, prefix: string): string => fromSortable(rowKey.slice(prefix.length));

/** Returns a zero-padded key, so that entries sort by head. */
export const entryKey = (keys: SessionKeys, head: number): string =>
  storePrefix(keys, 'journal') + String(head).padStart(16, '0');

/** Returns the keys of the parts of a row or entry that is too large for one value. */
export const partKeys = (key: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${PARTS}${key.slice(ROWS.length)}/${String(index).padStart(6, '0')}`);
