// A working directory and a session's name as names of folders: `/Users/me/ai` ⇒ `--Users-me-ai--`. Pure.
// Nothing is read back from these names (`/a/b` and `/a-b` share one); the originals stand in meta.json.

const LONGEST_NAME = 180;

/** A name that is encoded already stays as it is. */
export function workspaceFolder(cwd: string): string {
  const encoded = /^--.*--$/s.test(cwd) ? cwd : `--${cwd.replace(/^[/\\]/, '').replaceAll(/[/\\:]/g, '-')}--`;
  return shortened(percentEncoded(encoded), cwd);
}

export function sessionFolder(session: string): string {
  const encoded = percentEncoded(session).replaceAll(/^\.|\.$/g, '%2E');
  // Windows takes these for devices.
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(encoded);
  const name = isReserved ? `%${encoded.charCodeAt(0).toString(16).toUpperCase()}${encoded.slice(1)}` : encoded;
  return name === '' ? '%' : shortened(name, session);
}

function percentEncoded(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9._-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** Many systems allow 255 bytes in a name. `~` is in no encoded name. */
function shortened(name: string, original: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 20)}~${fingerprint(original)}`;
}

function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
