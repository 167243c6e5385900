// The hashes of a list up to each of its messages. Pure.
import type { ListHashes } from '../../tree/transcript/message-tree.ts';
import { HEAD_MARK } from '../../tree/transcript/rows-of-list.ts';
import type { NewMessage } from '../../tree/transcript/transcript.ts';
import { extendedHash, NO_MESSAGES, textHash } from './rolling-hash.ts';

/**
 * Hashes that differ from those under which a session stores lists: of the empty list, and of restored lists in which
 * an erased or dropped message stands as a stub, or which another lens wrote anew.
 */
export type KnownHashes = ReadonlyMap<string, string>;

/**
 * Returns the hash that every list of the session begins at, so that no guess of an erased text can be looked up in a
 * table of hashes.
 * @param salt salt of the session; sessions of former versions have none
 */
export const saltedBy = (salt: string | undefined): KnownHashes => new Map(salt ? [[NO_MESSAGES, textHash(salt)]] : []);

const stored = (hash: string, known: KnownHashes): string => known.get(hash) ?? hash;

/** Returns the hash of the list extended by this message. */
export const nextHash = (before: string, message: NewMessage, known: KnownHashes): string =>
  stored(extendedHash(stored(before, known), message), known);

/**
 * Returns the hash of the list up to each of these messages. Leading system messages have hashes of their own.
 * @param start hash of the list before them
 */
export function hashesFrom(start: string, messages: readonly NewMessage[], known: KnownHashes): ListHashes {
  let isHead = start === NO_MESSAGES;
  const [head, body]: [string[], string[]] = [[], []];
  let hash = start;
  for (const message of messages) {
    if (isHead && message.role === 'system') {
      head.push(HEAD_MARK + extendedHash(head.at(-1)?.slice(HEAD_MARK.length) ?? stored(NO_MESSAGES, known), message));
      continue;
    }
    isHead = false;
    hash = nextHash(hash, message, known);
    body.push(hash);
  }
  return { head, body };
}
