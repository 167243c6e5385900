// Packs vectors into rows, up to 256 in a block: with one row per vector, opening takes five times as long.
import type { Row } from '../../../storage/port.ts';
import { type UncheckedRow, withChecksum } from '../../session/row-checksum.ts';

export interface Block {
  readonly model: string;
  /** Keys of the texts, in the order of their vectors. */
  readonly keys: readonly string[];
  /** The vectors, concatenated. */
  readonly data: Float32Array;
}

/** The 32-bit FNV-1a prime. */
const PRIME = 0x01000193;
/** Blocks per read: a few megabytes. */
export const BLOCKS_AT_ONCE = 16;
const MOST_ROWS = 256;
/** Several databases refuse larger values, and forgetting one text drops its whole block. */
const MOST_BYTES = 524_288;

export const rowsPerBlock = (dimension: number): number =>
  Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_BYTES / (4 * dimension))));

/** Returns a unique key, because every commit has its own head; a fork, whose heads start again, renames its blocks. */
export const blockKey = (head: number, turn: number): string => `${String(head).padStart(12, '0')}.${turn}`;

/** Returns the row of a block, for a commit; without the block it is deleted. */
export const vectorRow = (key: string, block?: Block): UncheckedRow => ({ store: 'vectors', key, fields: block });

export const blockRow = (block: Block): Row => ({ ...block, check: checkOf(block) });

/** Returns undefined if the row is damaged. */
export function readBlock(row: Row): Block | undefined {
  const { model, keys, data, check } = row as Row & Partial<Block>;
  if (!ArrayBuffer.isView(data) || !Array.isArray(keys) || keys.length === 0 || typeof model !== 'string')
    return undefined;
  const block = { model, keys, data };
  return data.length % keys.length === 0 && check === checkOf(block) ? block : undefined;
}

/** Returns the row checksum, with the numbers hashed by their bits instead of their text. */
function checkOf({ model, keys, data }: Block): string {
  return withChecksum({ model, keys, bits: bitsOf(new Uint32Array(data.buffer, data.byteOffset, data.length)) }).check;
}

/** Returns four independent hashes, each of every fourth word, in parallel: opening hashes millions of numbers. */
function bitsOf(words: Uint32Array): number[] {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  // Reads beyond the end give undefined, which counts as 0.
  for (let at = 0; at < words.length; at += 4) {
    first = Math.imul(first ^ (words[at] as number), PRIME);
    second = Math.imul(second ^ (words[at + 1] as number), PRIME);
    third = Math.imul(third ^ (words[at + 2] as number), PRIME);
    fourth = Math.imul(fourth ^ (words[at + 3] as number), PRIME);
  }
  return [first, second, third, fourth];
}
