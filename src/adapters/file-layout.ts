/// <reference types="node" />
// Names in the tree: `<root>/--<cwd>--/<session>/`. What a file system cannot hold is percent-encoded, upper case in a
// session's name too, since many systems take `A` and `a` for one name.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { RowStore } from '../ports/storage.ts';

const LONGEST_NAME = 180;

export interface SessionFolder {
  readonly path: string;
  readonly meta: string;
  readonly messages: string;
  /** The tree that the model knows: overview.md, detail/, archive/. */
  readonly documents: string;
  /** What is ours alone. */
  readonly hidden: string;
  readonly pending: string;
  readonly journal: string;
  readonly lock: string;
  readonly temporary: string;
  /** Texts edited from outside that a command wrote over. */
  readonly replaced: string;
  log(store: RowStore): string;
}

export function sessionFolder(workspaceFolder: string, session: string): SessionFolder {
  const path = join(workspaceFolder, sessionName(session));
  const hidden = join(path, '.working-memory');
  const messages = join(path, 'messages.jsonl');
  return {
    path,
    meta: join(path, 'meta.json'),
    messages,
    documents: join(path, 'working-memory'),
    hidden,
    pending: join(hidden, 'pending.json'),
    journal: join(hidden, 'journal.jsonl'),
    lock: join(hidden, 'lock'),
    temporary: join(hidden, 'temporary'),
    replaced: join(hidden, 'replaced'),
    log: (store) => (store === 'messages' ? messages : join(hidden, `${store}.jsonl`)),
  };
}

/** Best first. Different workspaces may share the first name (`/a/b` and `/a-b`), never the second. */
export function workspaceNames(workspace: string): readonly [string, string] {
  const encoded = /^--.*--$/s.test(workspace)
    ? workspace
    : `--${workspace.replace(/^[/\\]/, '').replaceAll(/[/\\:]/g, '-')}--`;
  const name = shortened(percentEncoded(encoded, /[A-Za-z0-9._-]/), workspace);
  return [name, `${name}~${digest(workspace)}`];
}

function sessionName(session: string): string {
  const encoded = percentEncoded(session, /[a-z0-9._-]/).replaceAll(/^\.|\.$/g, '%2E');
  if (encoded === '') return '%';
  const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/.test(encoded);
  return shortened(reserved ? percentEncoded(encoded.slice(0, 1), /-/) + encoded.slice(1) : encoded, session);
}

function percentEncoded(text: string, safe: RegExp): string {
  return Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    return safe.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** Half a surrogate pair is lost in UTF-8: such names differ by their digest alone. `~` is in no encoded name. */
function shortened(encoded: string, original: string): string {
  if (encoded.length <= LONGEST_NAME && original.isWellFormed()) return encoded;
  return `${encoded.slice(0, LONGEST_NAME - 40)}~${digest(original)}`;
}

const digest = (text: string): string => createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 16);
