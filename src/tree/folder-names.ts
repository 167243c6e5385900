// Folder names for working directories and sessions, on disk and in an export: `/Users/me/ai` ⇒ `--Users-me-ai--`.
// Pure. The encoding is not reversible (`/a/b` and `/a-b` share a name); meta.json contains the originals.
import { hash } from './hash.ts';

/** UTF-8 bytes. Many file systems allow 255 in a name, and a suffix must fit too. */
const LONGEST_NAME = 180;

/** Returns the folder of a working directory; an encoded name stays as it is. */
export function workspaceFolder(cwd: string): string {
  const encoded = /^--.*--$/s.test(cwd) ? cwd : `--${cwd.replace(/^[/\\]/, '').replaceAll(/[/\\:]/g, '-')}--`;
  return shortened(percentEncoded(encoded, /[A-Za-z0-9._-]/), cwd);
}

/** Returns the folder of a session. Encodes upper case, too: many file systems treat `A` and `a` as one name. */
export function sessionFolder(session: string): string {
  const encoded = percentEncoded(session, /[a-z0-9._-]/).replaceAll(/^\.|\.$/g, '%2E');
  if (encoded === '') return '%';
  // Reserved device names on Windows.
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/.test(encoded);
  return shortened(isReserved ? percentEncoded(encoded.slice(0, 1), /-/) + encoded.slice(1) : encoded, session);
}

/** Returns a name that distinguishes originals with the same encoding. No encoded name contains `~`. */
export const distinctFolder = (name: string, original: string): string => `${name}~${hash(original)}`;

function percentEncoded(text: string, safe: RegExp): string {
  return Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    return safe.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** Shortens a name. UTF-8 loses lone surrogates, so names with them differ only in their hash. */
function shortened(encoded: string, original: string): string {
  if (encoded.length <= LONGEST_NAME && original.isWellFormed()) return encoded;
  return distinctFolder(encoded.slice(0, LONGEST_NAME - 40), original);
}
