// The keys of a session in unstorage, of characters that no driver interprets: unstorage splits keys at `/` and `:` and
// drops the rest after `?`; some drivers ignore case or skip folders such as `node_modules`.
import { distinctFolder } from '../../tree/folder-names.ts';
import type { RowStore, SessionAddress } from '../port.ts';

const ROOT = 'working-memory';
/** Most characters of a name: many file systems allow 255 bytes. */
const LONGEST_NAME = 180;

export const METAS = `${ROOT}:meta`;
export const PENDINGS = `${ROOT}:pending`;

/** The keys and key prefixes of one session; `name` is its part of them. */
export interface Keyspace {
  readonly name: string;
  readonly meta: string;
  readonly pending: string;
  readonly rows: string;
  readonly journal: string;
}

export const keyspaceOf = ({ workspace, session }: SessionAddress): Keyspace =>
  keyspaceNamed(`${nameOf(workspace)}:${nameOf(session)}`);

export const keyspaceNamed = (name: string): Keyspace => ({
  name,
  meta: `${METAS}:${name}`,
  pending: `${PENDINGS}:${name}`,
  rows: `${ROOT}:rows:${name}`,
  journal: `${ROOT}:journal:${name}`,
});

export const storeBase = ({ rows }: Keyspace, store: RowStore): string => `${rows}:${store}`;

export const rowKey = (keyspace: Keyspace, store: RowStore, key: string): string =>
  `${storeBase(keyspace, store)}:${nameOf(key)}`;

export const entryKey = ({ journal }: Keyspace, head: number): string => `${journal}:${head}`;

/** Decodes the row's own key; undefined if it was shortened. */
export function keyOfRow(rowKey: string): string | undefined {
  const name = rowKey.slice(rowKey.lastIndexOf(':') + 1);
  if (name.includes('~')) return undefined;
  const bytes = name.replaceAll(/=([0-9a-f]{2})|=/g, (_, hex?: string) =>
    hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

/** Adds a hash to names that are too long for some drivers, or that UTF-8 cannot encode (unpaired surrogates). */
function nameOf(text: string): string {
  const encoded = Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    return /[a-z0-9-]/.test(character) ? character : `=${byte.toString(16).padStart(2, '0')}`;
  }).join('');
  if (encoded.length <= LONGEST_NAME && text.isWellFormed()) return encoded || '=';
  return distinctFolder(encoded.slice(0, LONGEST_NAME - 40), text);
}
