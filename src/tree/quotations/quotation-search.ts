// Tells which messages and files may quote a passage, without searching them: for each, a bit set records which three
// letters follow each other in the words of its texts. Pure.
//
// A quoted passage occurs in the text in some spelling. Its words have the same letters in all spellings; spaces and
// signs between words may differ. So a text is folded word by word, and most words are folded by a table.
import { foldedAscii, foldedText, readingsOf } from './folded-text.ts';
import { isLetterUnit, isUnspaced } from './letters.ts';
import { isMark, withoutLinkTargets, withoutMarkup } from './markup.ts';
import { isUnmistakable } from './occurrences.ts';

/** Escapes of characters that may combine, or begin an entity: alone they differ from what they are together. */
const ESCAPED = /\\u(?!00(?!2[56]))/i;
/** First unit that may combine with the one before it. */
const FIRST_JOINED = 0x300;
const SPACE = 0x20;

/** A tag's opening sign, in any spelling. */
const MAY_HAVE_TAGS = /[<＜﹤]|&(?:amp;){0,4}(?:lt|#)|%(?:25){0,4}3c|\\u003c/i;

const LENGTH = 3;
/** Bits for each three letters: about one in three is set. */
const BITS_EACH = 2;

export class QuotationSearch<Key = number> {
  /** Bits by key; undefined: any passage may occur. */
  readonly #bits = new Map<Key, Uint32Array | undefined>();

  clear(): void {
    this.#bits.clear();
  }

  /** Takes the present form of a message; undefined: its row cannot be read. */
  take(key: Key, message: object | undefined): void {
    const texts: string[] = [];
    if (message) collect(message, texts);
    this.#bits.set(key, !message || texts.some((text) => ESCAPED.test(text)) ? undefined : bitsOf(texts));
  }

  has(key: Key): boolean {
    return this.#bits.has(key);
  }

  remove(key: Key): void {
    this.#bits.delete(key);
  }

  /** Removes all other keys. */
  keep(keys: ReadonlySet<Key>): void {
    for (const key of this.#bits.keys()) if (!keys.has(key)) this.#bits.delete(key);
  }

  /** Returns the keys of texts that may quote one of the passages, in no order. */
  candidates(passages: readonly string[]): readonly Key[] {
    const asked = passages.flatMap((passage) => readingsOf(passage).map((reading) => askedHashes(passage, reading)));
    const found: Key[] = [];
    for (const [key, bits] of this.#bits) {
      if (!bits || asked.some((hashes) => hashes.every((hash) => isSet(bits, hash)))) found.push(key);
    }
    return found;
  }
}

/** Collects every text in a value, names of fields included. */
function collect(value: unknown, texts: string[]): void {
  if (typeof value !== 'object' || value === null) texts.push(String(value));
  else if (Array.isArray(value)) for (const each of value) collect(each, texts);
  else {
    for (const [name, each] of Object.entries(value)) {
      texts.push(name);
      collect(each, texts);
    }
  }
}

/**
 * Adds no hashes for a text whose words are shorter than three letters: it may occur anywhere.
 * @param reading whether escapes of line breaks are white space; undefined: the hashes of both readings
 */
function takeWords(text: string, hashes: number[], reading?: boolean): number[] {
  const { length } = text;
  for (let start = 0; start < length;) {
    let isPlain = true;
    let end = start;
    while (end < length) {
      const unit = text.charCodeAt(end);
      const folded = foldedAscii(unit);
      if (folded === SPACE && !(text.charCodeAt(end + 1) >= FIRST_JOINED)) break;
      isPlain &&= folded > SPACE;
      end++;
    }
    if (isPlain) takePlain(text, start, end, hashes);
    else {
      const word = text.slice(start, end);
      for (const each of reading === undefined ? readingsOf(word) : [reading]) {
        takeHashes(foldedText(word, each).units, hashes);
      }
    }
    start = end + 1;
  }
  return hashes;
}

/** Adds the hashes of the text as a reader of its markup sees it. */
function takeUntagged(text: string, hashes: number[], reading: boolean): number[] {
  takeHashes(withoutMarkup(foldedText(text, reading)).units, hashes);
  return hashes;
}

/** Returns the hashes that a text quoting the passage must have. */
const askedHashes = (passage: string, reading: boolean): readonly number[] =>
  isUnmistakable(passage) && MAY_HAVE_TAGS.test(passage)
    ? takeUntagged(passage, [], reading)
    : takeWords(passage, [], reading);

const [NEITHER, LETTER, MARK] = [0, 1, 2];
const KINDS = Uint8Array.from({ length: 0x80 }, (_, unit) =>
  isMark(unit) ? MARK : isLetterUnit(unit) ? LETTER : NEITHER,
);

/** Does the work of `takeHashes` for a word of ASCII. */
function takePlain(text: string, start: number, end: number, hashes: number[]): void {
  let [first, second, letters] = [0, 0, 0];
  for (let at = start; at < end; at++) {
    const unit = foldedAscii(text.charCodeAt(at));
    const kind = KINDS[unit];
    if (kind === MARK) continue;
    letters = kind === LETTER ? letters + 1 : 0;
    if (letters >= LENGTH) hashes.push(hashOf(first, second, unit));
    first = second;
    second = unit;
  }
}

function takeHashes(units: Uint16Array, hashes: number[]): void {
  let [first, second, letters] = [0, 0, 0];
  for (const unit of units) {
    // Emphasis may begin inside a word.
    if (isMark(unit)) continue;
    letters = isLetterUnit(unit) && !isUnspaced(unit) ? letters + 1 : 0;
    if (letters >= LENGTH) hashes.push(hashOf(first, second, unit));
    // In words without spaces, markup may occur between any two characters.
    else if (letters === 0 && isLetterUnit(unit)) hashes.push(hashOf(0, 0, unit));
    first = second;
    second = unit;
  }
}

function bitsOf(texts: readonly string[]): Uint32Array {
  const hashes: number[] = [];
  for (const text of new Set(texts.flatMap((text) => [text, withoutLinkTargets(text)]))) {
    takeWords(text, hashes);
    // Tags inside a word divide it only for readers who see them.
    if (MAY_HAVE_TAGS.test(text)) for (const reading of readingsOf(text)) takeUntagged(text, hashes, reading);
  }
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
  return hash ^ (hash >>> 15);
}
