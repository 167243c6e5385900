// Large parts of the app's messages, such as pictures: each is stored once, under its hash, however many messages hold
// it. Pure.
import { invalidInput } from '../../errors.ts';

/** A part that a message holds. */
export interface HeldPart {
  /** SHA-256 of the text in UTF-8, or of the bytes: 64 hex digits. */
  readonly hash: string;
  /** How many bytes it takes in storage. */
  readonly bytes: number;
}

/** A part on its way to the engine; without `data` where the session stores it already. */
export interface SentPart extends HeldPart {
  /** The text; of bytes, their base64. */
  readonly data?: string;
}

const HASH = /^[0-9a-f]{64}$/;

export const isPartHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);

/** Copies of the known fields. @throws invalid-input */
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

/** A message as its row holds it: what its parts are, without what is in them. */
export function withoutData<Said extends { readonly parts?: readonly SentPart[] }>(message: Said): Said {
  const { parts } = message;
  return parts ? { ...message, parts: parts.map(({ hash, bytes }) => ({ hash, bytes })) } : message;
}

/** How many messages hold each part. */
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

  /** Of these parts, those that no message holds any more once each of them is held `fewer` times less. */
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

/** Each part once. */
export const unique = (parts: readonly HeldPart[]): HeldPart[] => [
  ...new Map(parts.map((part) => [part.hash, part])).values(),
];

/** How often each part is held by these messages. */
export function timesHeld(messages: Iterable<readonly HeldPart[] | undefined>): Map<string, number> {
  const times = new Map<string, number>();
  for (const parts of messages) {
    for (const { hash } of unique(parts ?? [])) times.set(hash, (times.get(hash) ?? 0) + 1);
  }
  return times;
}
