// Writes a zip, entry by entry and in slices. Pure: equal texts give equal bytes, in every engine and time zone.
import { Deflate } from 'fflate';
import { invalidInput } from '../errors.ts';
import { checksumAfter } from './checksum.ts';
import { type Sliced, SliceMeter } from './reading/slices.ts';

/** Bytes deflated at a time. */
const PIECE = 65_536;
/** The memory level is fixed: its default comes from a logarithm, which engines round differently. */
const DEFLATED = { level: 6, mem: 8 } as const;
/** 1980-01-01 12:00 in the form of zips, which have no time zone. */
const MODIFIED = 0x216000;
const VERSION = 20;
const METHOD = 8;
/** Cost of an entry besides its length, in bytes that take as long. */
const ENTRY = 4096;
const UTF8 = 0x0800;
/** Largest number of entries: it has two bytes. */
const MOST_ENTRIES = 65_535;

export class ZipFile {
  readonly #entries: Uint8Array[] = [];
  readonly #directory: Uint8Array[] = [];
  readonly #meter = new SliceMeter();
  /** Buffer of the bytes to deflate next. */
  readonly #piece = new Uint8Array(PIECE);
  #count = 0;
  /** Byte offset of the next entry. */
  #offset = 0;

  /** @param texts pieces of the entry's content, made one by one @throws invalid-input: a zip holds no more entries */
  *add(path: string, texts: Iterable<string>): Sliced<void> {
    if (this.#count === MOST_ENTRIES)
      throw invalidInput('format', `json for more than ${MOST_ENTRIES} files, the most that a zip holds`, 'zip');
    const meter = this.#meter;
    const packed: Uint8Array[] = [];
    const deflate = new Deflate(DEFLATED, (bytes) => packed.push(bytes));
    const piece = this.#piece;
    let [filled, size, crc] = [0, 0, 0];
    const push = (isLast: boolean): void => {
      const bytes = piece.subarray(0, filled);
      deflate.push(bytes, isLast);
      crc = checksumAfter(crc, bytes);
      filled = 0;
    };
    for (const text of texts) {
      const bytes = encoded(text);
      size += bytes.length;
      for (let at = 0; at < bytes.length;) {
        const part = bytes.subarray(at, at + PIECE - filled);
        piece.set(part, filled);
        at += part.length;
        filled += part.length;
        if (filled < PIECE) continue;
        push(false);
        if (meter.isFullAfter(PIECE)) yield;
      }
      if (meter.isFullAfterRecord(text.length)) yield;
    }
    const rest = filled;
    push(true);
    this.#put(path, packed, size, crc);
    if (meter.isFullAfter(ENTRY + rest)) yield;
  }

  #put(path: string, packed: readonly Uint8Array[], size: number, crc: number): void {
    const name = encoded(path);
    const about = joined([
      shorts(VERSION, name.length === path.length ? 0 : UTF8, METHOD),
      longs(MODIFIED, crc, lengthOf(packed), size),
      shorts(name.length, 0),
    ]);
    const entry = [longs(0x04034b50), about, name, ...packed];
    this.#entries.push(...entry);
    this.#directory.push(longs(0x02014b50), shorts(VERSION), about, shorts(0, 0, 0), longs(0, this.#offset), name);
    this.#offset += lengthOf(entry);
    this.#count++;
  }

  bytes(): Uint8Array {
    const end = [
      longs(0x06054b50),
      shorts(0, 0, this.#count, this.#count),
      longs(lengthOf(this.#directory), this.#offset),
      shorts(0),
    ];
    return joined([...this.#entries, ...this.#directory, ...end]);
  }
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

const lengthOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

/** Encodes numbers of two bytes. */
const shorts = (...values: readonly number[]): Uint8Array =>
  Uint8Array.from(values.flatMap((value) => [value, value >> 8]));

/** Encodes numbers of four bytes. */
const longs = (...values: readonly number[]): Uint8Array => shorts(...values.flatMap((value) => [value, value >>> 16]));

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
