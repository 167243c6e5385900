// A rolling hash over messages: equal hashes at one index mean that two lists begin alike up to there. Pure.
import { hex } from '../../tree/hash.ts';
import type { NewMessage } from '../../tree/transcript/transcript.ts';

/** Hash of an empty list, wherever lists are compared. */
export const NO_MESSAGES = '0000000000000000';

/** Returns the hash of the list extended by this message: 16 hex digits over everything that a model reads of it. */
export const extendedHash = (before: string, message: NewMessage): string => extended(before, wordsOf(message));

/**
 * Returns the hash of a single text.
 * @param salt salt of the session, for hashes that are stored
 */
export const textHash = (text: string, salt = ''): string => extended(NO_MESSAGES, [salt, text]);

/**
 * Extends a hash: two 32-bit lanes over UTF-16 units, with primes of xxHash, mixed at the end. Protects against
 * accidents (2⁻⁶⁴ at best for two texts), not against an attacker. Rows hold these hashes, so the function never
 * changes.
 * @param texts parts of one text; joining them first takes longer than all the rest
 */
function extended(before: string, texts: readonly string[]): string {
  let first = Number.parseInt(before.slice(0, 8), 16) ^ 0x9e3779b9;
  let second = Number.parseInt(before.slice(8), 16) ^ texts.reduce((sum, { length }) => sum + length, 0);
  for (const text of texts) {
    const { length } = text;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      first = Math.imul(first ^ unit, 0x85ebca77);
      second = Math.imul(second ^ unit, 0xc2b2ae3d);
    }
  }
  first = mixed(first) + second;
  second = mixed(second ^ first);
  return hex(mixed(first)) + hex(second);
}

/**
 * Mixes bits by a finalizer of Wellons' hash-prospector (shifts 15, 12, 15): each bit of the input changes about half
 * of the output.
 */
function mixed(value: number): number {
  const once = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  const twice = Math.imul(once ^ (once >>> 12), 0x297a2d39);
  return twice ^ (twice >>> 15);
}

/** Serializes a message with length prefixes, so that no two different messages serialize alike. */
function wordsOf({ role, text, calls = [], results = [] }: NewMessage): string[] {
  const parts = [text, ...calls.flatMap((call) => [call.id, call.name, call.arguments])];
  const answers = results.flatMap((result) => [result.id, result.text]);
  return [
    `${role} ${calls.length} ${results.length} `,
    ...[...parts, ...answers].flatMap((part) => [`${part.length}:`, part]),
  ];
}
