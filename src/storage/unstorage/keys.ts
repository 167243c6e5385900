// Under which keys a session lies in an unstorage storage. Its `/` and `:` part a key, the rest after a `?` is lost, some
// drivers take `A` for `a` or leave out folders like `node_modules`: only what means nothing to any of them stands here.
import { distinctFolder } from '../../tree/folder-names.ts';
import type { RowStore, SessionAddress } from '../port.ts';

const ROOT = 'working-memory';
/** Many file systems allow 255 bytes in a name. */
const LONGEST_NAME = 180;

export const METAS = `${ROOT}:meta`;
export const PENDINGS = `${ROOT}:pending`;

/** Where one session lies; `name` is that of its two parts, as in `METAS`. */
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

/** The last part of a row's key, read back; undefined when it was too long to stand there. */
export function keyOfRow(rowKey: string): string | undefined {
  const name = rowKey.slice(rowKey.lastIndexOf(':') + 1);
  if (name.includes('~')) return undefined;
  const bytes = name.replaceAll(/=([0-9a-f]{2})|=/g, (_, hex?: string) =>
    hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

/** Half a surrogate pair is lost in UTF-8, and a long name in some drivers: those are told apart by a hash. */
function nameOf(text: string): string {
  const encoded = Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    return /[a-z0-9-]/.test(character) ? character : `=${byte.toString(16).padStart(2, '0')}`;
  }).join('');
  if (encoded.length <= LONGEST_NAME && text.isWellFormed()) return encoded || '=';
  return distinctFolder(encoded.slice(0, LONGEST_NAME - 40), text);
}
