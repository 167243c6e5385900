// Tells which messages and files can quote a passage, without searching them: of each, a set of bits says which three
// letters stand in a row in a word of its JSON. Pure.
//
// A passage that a message quotes is in its JSON, in some way of writing. Its words have the same letters in all of them;
// spaces and signs between words may differ.
import { type FoldedText, foldedTexts } from './folded-text.ts';
import { isLetterUnit, isUnspaced } from './letters.ts';
import { hasTags, isMark, withoutMarkup } from './markup.ts';
import { isUnmistakable } from './occurrences.ts';

/** Escapes of characters that may belong together: folded one by one, they are not what they are together. */
const ESCAPED = /\\u(?!00)/i;

const LENGTH = 3;
/** Bits for each three letters: one in three or so is set. */
const BITS_EACH = 2;

export class QuotationSearch<Key = number> {
  /** Undefined: whatever is asked for may be there. */
  readonly #bits = new Map<Key, Uint32Array | undefined>();

  clear(): void {
    this.#bits.clear();
  }

  /** Takes the present form of a message; undefined: its row cannot be read. */
  take(key: Key, message: object | undefined): void {
    const json = message && JSON.stringify(message);
    this.#bits.set(key, json === undefined || ESCAPED.test(json) ? undefined : bitsOf(json));
  }

  has(key: Key): boolean {
    return this.#bits.has(key);
  }

  remove(key: Key): void {
    this.#bits.delete(key);
  }

  /** Removes all others. */
  keep(keys: ReadonlySet<Key>): void {
    for (const key of this.#bits.keys()) if (!keys.has(key)) this.#bits.delete(key);
  }

  /** Keys of what can quote one of the passages, in no order. */
  candidates(passages: readonly string[]): readonly Key[] {
    // A passage is looked for without its tags.
    const asked = passages.map((text) =>
      hashesOf(text, (folded) => (isUnmistakable(text) ? [withoutMarkup(folded)] : [folded])),
    );
    const found: Key[] = [];
    for (const [key, bits] of this.#bits) {
      if (!bits || asked.some((hashes) => hashes.every((hash) => isSet(bits, hash)))) found.push(key);
    }
    return found;
  }
}

/** None for a text whose words are shorter than three letters: it can be anywhere. */
function hashesOf(text: string, read: (folded: FoldedText) => readonly FoldedText[]): number[] {
  const hashes: number[] = [];
  for (const folded of foldedTexts(text)) for (const { units } of read(folded)) takeHashes(units, hashes);
  return hashes;
}

function takeHashes(units: Uint16Array, hashes: number[]): void {
  let [first, second, letters] = [0, 0, 0];
  for (const unit of units) {
    // Emphasis may begin inside of a word.
    if (isMark(unit)) continue;
    letters = isLetterUnit(unit) && !isUnspaced(unit) ? letters + 1 : 0;
    if (letters >= LENGTH) hashes.push(hashOf(first, second, unit));
    // Where words have no spaces, markup may stand between any two characters.
    else if (letters === 0 && isLetterUnit(unit)) hashes.push(hashOf(0, 0, unit));
    first = second;
    second = unit;
  }
}

function bitsOf(text: string): Uint32Array {
  const hashes = hashesOf(text, (folded) => (hasTags(folded) ? [folded, withoutMarkup(folded)] : [folded]));
  let words = 1;
  while (words * 32 < hashes.length * BITS_EACH) words *= 2;
  const bits = new Uint32Array(words);
  for (const hash of hashes) {
    const bit = hash & (words * 32 - 1);
    bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
  }
  return bits;
}

function isSet(bits: Uint32Array, hash: number): boolean {
  const bit = hash & (bits.length * 32 - 1);
  return ((bits[bit >>> 5] as number) & (1 << (bit & 31))) !== 0;
}

function hashOf(first: number, second: number, third: number): number {
  let hash = Math.imul(first, 0x9e3779b1);
  hash = Math.imul(hash ^ second, 0x85ebca6b);
  hash = Math.imul(hash ^ third, 0xc2b2ae35);
  return (hash ^ (hash >>> 15)) >>> 0;
}
