// Tells which messages can quote a passage, without reading them: of each, a set of bits says which three characters
// stand in a row somewhere in its JSON. Pure.
//
// A passage that a message quotes is in its JSON, escaped as often as the quotation is nested. Characters that are
// never escaped stand there as they are, at any depth.

/** Characters that JSON escapes, and halves of pairs, which it escapes where the other half is missing. */
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]+/;
/** What other writers of JSON escape although they need not: those strings are read to be sure. */
const FOREIGN = /\\\\[u/]/;

const LENGTH = 3;
/** Bits for each character: one in three or so is set. */
const BITS_EACH = 2;

export class QuotationSearch {
  /** By index; undefined: whatever is asked for may be there. */
  readonly #bits = new Map<number, Uint32Array | undefined>();

  clear(): void {
    this.#bits.clear();
  }

  /** Takes the present form of a message; undefined: its row cannot be read. */
  take(index: number, message: object | undefined): void {
    const json = message && JSON.stringify(message);
    this.#bits.set(index, json === undefined || FOREIGN.test(json) ? undefined : bitsOf(json));
  }

  remove(index: number): void {
    this.#bits.delete(index);
  }

  /** Indexes of the messages that can quote one of the passages, in no order. */
  candidates(passages: readonly string[]): readonly number[] {
    const asked = passages.map((passage) => hashesOf(longestPlain(passage.trim())));
    const found: number[] = [];
    for (const [index, bits] of this.#bits) {
      if (!bits || asked.some((hashes) => hashes.every((hash) => isSet(bits, hash)))) found.push(index);
    }
    return found;
  }
}

const longestPlain = (passage: string): string =>
  passage.split(ESCAPED).reduce((longest, part) => (part.length > longest.length ? part : longest), '');

/** None for a text that is shorter than three characters: it can be anywhere. */
function hashesOf(text: string): number[] {
  return Array.from({ length: Math.max(0, text.length - LENGTH + 1) }, (_, at) => hashAt(text, at));
}

function bitsOf(text: string): Uint32Array {
  let words = 1;
  while (words * 32 < text.length * BITS_EACH) words *= 2;
  const bits = new Uint32Array(words);
  for (let at = 0; at + LENGTH <= text.length; at++) {
    const bit = hashAt(text, at) & (words * 32 - 1);
    bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
  }
  return bits;
}

function isSet(bits: Uint32Array, hash: number): boolean {
  const bit = hash & (bits.length * 32 - 1);
  return ((bits[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
}

function hashAt(text: string, at: number): number {
  let hash = Math.imul(text.charCodeAt(at), 0x9e3779b1);
  hash = Math.imul(hash ^ text.charCodeAt(at + 1), 0x85ebca6b);
  hash = Math.imul(hash ^ text.charCodeAt(at + 2), 0xc2b2ae35);
  return (hash ^ (hash >>> 15)) >>> 0;
}
