// The hashes of a list up to each of its messages. Pure.
import type { ListHashes } from '../../tree/transcript/message-tree.ts';
import { HEAD_MARK } from '../../tree/transcript/rows-of-list.ts';
import type { NewMessage } from '../../tree/transcript/transcript.ts';
import { extendedHash, NO_MESSAGES } from './rolling-hash.ts';

/**
 * Hashes of restored lists that differ from those under which they were stored: where an erased or dropped message stands
 * in them as a stub, or where another lens wrote a message anew.
 */
export type KnownHashes = ReadonlyMap<string, string>;

/** The hash of the list extended by this message. */
export function nextHash(before: string, message: NewMessage, known: KnownHashes): string {
  const hash = extendedHash(before, message);
  return known.get(hash) ?? hash;
}

/** @param start the hash of what comes before; leading system messages have hashes of their own */
export function hashesFrom(start: string, messages: readonly NewMessage[], known: KnownHashes): ListHashes {
  let isHead = start === NO_MESSAGES;
  const [head, body]: [string[], string[]] = [[], []];
  let hash = start;
  for (const message of messages) {
    if (isHead && message.role === 'system') {
      head.push(HEAD_MARK + extendedHash(head.at(-1)?.slice(HEAD_MARK.length) ?? NO_MESSAGES, message));
      continue;
    }
    isHead = false;
    hash = nextHash(hash, message, known);
    body.push(hash);
  }
  return { head, body };
}
