// A working directory and a session's name as names of folders, on disk and in an export: `/Users/me/ai` ⇒
// `--Users-me-ai--`. Pure. Nothing is read back from these names (`/a/b` and `/a-b` share one); the originals stand in
// meta.json.
import { hash } from './hash.ts';

/** Many systems allow 255 bytes in a name; a suffix must fit too. */
const LONGEST_NAME = 180;

/** A name that is encoded already stays as it is. */
export function workspaceFolder(cwd: string): string {
  const encoded = /^--.*--$/s.test(cwd) ? cwd : `--${cwd.replace(/^[/\\]/, '').replaceAll(/[/\\:]/g, '-')}--`;
  return shortened(percentEncoded(encoded, /[A-Za-z0-9._-]/), cwd);
}

/** Upper case is encoded too: many systems take `A` and `a` for one name. */
export function sessionFolder(session: string): string {
  const encoded = percentEncoded(session, /[a-z0-9._-]/).replaceAll(/^\.|\.$/g, '%2E');
  if (encoded === '') return '%';
  // Windows takes these for devices.
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/.test(encoded);
  return shortened(isReserved ? percentEncoded(encoded.slice(0, 1), /-/) + encoded.slice(1) : encoded, session);
}

/** Tells apart what encodes alike. `~` is in no encoded name. */
export const distinctFolder = (name: string, original: string): string => `${name}~${hash(original)}`;

function percentEncoded(text: string, safe: RegExp): string {
  return Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    return safe.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** Half a surrogate pair is lost in UTF-8: such names differ by their hash alone. */
function shortened(encoded: string, original: string): string {
  if (encoded.length <= LONGEST_NAME && original.isWellFormed()) return encoded;
  return distinctFolder(encoded.slice(0, LONGEST_NAME - 40), original);
}
