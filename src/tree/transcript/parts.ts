// Large parts of the app's messages, such as pictures: each is stored once, under its hash, however many messages hold
// it. Pure.
import { invalidInput } from '../../errors.ts';

/** A part that a message holds. */
export interface HeldPart {
  /** SHA-256 of the text in UTF-8, or of the bytes: 64 hex digits. */
  readonly hash: string;
  /** Bytes that it takes in storage. */
  readonly bytes: number;
}

/** A part on its way to the engine; without `data` if the session stores it already. */
export interface SentPart extends HeldPart {
  /** The text, or the base64 of the bytes. */
  readonly data?: string;
}

const HASH = /^[0-9a-f]{64}$/;

export const isPartHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);

/** Returns copies with the known fields. @throws invalid-input */
export function checkParts(parts: unknown): readonly SentPart[] {
  if (!Array.isArray(parts)) throw invalidInput('parts', 'an array of { hash, bytes }');
  return (parts as readonly SentPart[]).map((part) => {
    const { hash, bytes, data } = part ?? {};
    if (!isPartHash(hash)) throw invalidInput('parts.hash', '64 hexadecimal digits');
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw invalidInput('parts.bytes', 'a number of bytes');
    if (data !== undefined && typeof data !== 'string') throw invalidInput('parts.data', 'a text');
    return { hash, bytes, ...(data !== undefined && { data }) };
  });
}

/** Returns a message in the form of its row: with the hashes and sizes of its parts, but without their data. */
export function withoutData<Said extends { readonly parts?: readonly SentPart[] }>(message: Said): Said {
  const { parts } = message;
  return parts ? { ...message, parts: parts.map(({ hash, bytes }) => ({ hash, bytes })) } : message;
}

/** Counts the messages that hold each part. */
export class PartCount {
  readonly #counts = new Map<string, { readonly part: HeldPart; readonly messages: number }>();

  add(parts: readonly HeldPart[], by: 1 | -1): void {
    for (const part of unique(parts)) {
      const messages = (this.#counts.get(part.hash)?.messages ?? 0) + by;
      if (messages > 0) this.#counts.set(part.hash, { part, messages });
      else this.#counts.delete(part.hash);
    }
  }

  has(hash: string): boolean {
    return this.#counts.has(hash);
  }

  /** Returns those of these parts that no message holds once each is held `fewer` times less. */
  endingWith(fewer: ReadonlyMap<string, number>): HeldPart[] {
    return [...fewer].flatMap(([hash, times]) => {
      const held = this.#counts.get(hash);
      return held && held.messages <= times ? [held.part] : [];
    });
  }

  get bytes(): number {
    let bytes = 0;
    for (const { part } of this.#counts.values()) bytes += part.bytes;
    return bytes;
  }
}

/** Returns each part once. */
export const unique = (parts: readonly HeldPart[]): HeldPart[] => [
  ...new Map(parts.map((part) => [part.hash, part])).values(),
];
