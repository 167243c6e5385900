// Vectors as rows: up to 256 in a block, since a row for each would open five times slower.
import type { Row } from '../../storage/port.ts';
import { withChecksum } from '../session/row-checksum.ts';

export interface Block {
  readonly model: string;
  /** Of the texts, in the order of their vectors. */
  readonly keys: readonly string[];
  /** One vector after the other. */
  readonly data: Float32Array;
}

/** Of FNV-1a. */
const PRIME = 0x01000193;
/** Blocks to read at a time: a few megabytes. */
export const BLOCKS_AT_ONCE = 16;
const MOST_ROWS = 256;
/** Several stores refuse a larger value, and a forgotten text takes its whole block along. */
const MOST_BYTES = 524_288;

export const rowsPerBlock = (dimension: number): number =>
  Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_BYTES / (4 * dimension))));

/** Never twice the same: every commit has a head of its own. */
export const blockKey = (head: number, turn: number): string => `${String(head).padStart(12, '0')}.${turn}`;

export const blockRow = (block: Block): Row => ({ ...block, check: checkOf(block) });

/** Undefined when it is damaged. */
export function readBlock(row: Row): Block | undefined {
  const { model, keys, data, check } = row as Row & Partial<Block>;
  if (!ArrayBuffer.isView(data) || !Array.isArray(keys) || keys.length === 0 || typeof model !== 'string')
    return undefined;
  const block = { model, keys, data };
  return data.length % keys.length === 0 && check === checkOf(block) ? block : undefined;
}

/** As of every row; the numbers enter by their bits, not as text. */
function checkOf({ model, keys, data }: Block): string {
  return withChecksum({ model, keys, bits: bitsOf(new Uint32Array(data.buffer, data.byteOffset, data.length)) }).check;
}

/** Four hashes, each of every fourth word: one waits for itself at every step, and an opening reads millions of numbers. */
function bitsOf(words: Uint32Array): number[] {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  // Beyond the end there is nothing, which counts as 0.
  for (let at = 0; at < words.length; at += 4) {
    first = Math.imul(first ^ (words[at] as number), PRIME);
    second = Math.imul(second ^ (words[at + 1] as number), PRIME);
    third = Math.imul(third ^ (words[at + 2] as number), PRIME);
    fourth = Math.imul(fourth ^ (words[at + 3] as number), PRIME);
  }
  return [first, second, third, fourth];
}
