// Codes of vectors: 7 bits a number, so that a scan reads a quarter of the bytes and says which rows are worth an exact
// look. Compiled twice, into the kernel and with relaxed SIMD into fast-scan.ts: the sums are of integers, and both give
// the same bits.
import { CHUNK, recordAt } from './chunks';

/** The code of 0 in a row, whose codes are 1–127: with the top bit clear no relaxed product can saturate. */
const ZERO: i32 = 64;
const GREATEST_OF_ROW: f32 = 63;
const GREATEST_OF_QUERY: f32 = 127;
/** Eight rows share the query, and lie in each other by 16 codes, so that the scan reads straight on. */
const TOGETHER_SHIFT: u32 = 3;
const TOGETHER: u32 = 1 << TOGETHER_SHIFT;

/** What a scan reads, and where it writes; src/kernel/fast-scan.ts makes one too. */
@unmanaged
export class CodeScan {
  /** The table of codes, a record for each row. */
  codes: usize;
  chunks: u32;
  rows: u32;
  /** Bytes of a record: the dimension, rounded up to 16. */
  rowBytes: u32;
  /** f32 by row, with room for whole chunks: what a step of its codes is worth. */
  scales: usize;
  /** Likewise: the cosine, as the last scan found it. */
  scores: usize;
  /** The codes of the query, −127…127, and what a step of them is worth. */
  query: usize;
  queryScale: f32;
  /** What `ZERO` adds to the sum of every row. */
  surplus: i32;
}

export const CODE_SCAN_BYTES: i32 = offsetof<CodeScan>();

export function encodeRow(scan: CodeScan, row: u32, floats: usize): void {
  const place = row & (TOGETHER - 1);
  const codes = recordAt(scan.codes, row - place, scan.rowBytes) + (place << 4);
  encode(floats, scan.rowBytes, GREATEST_OF_ROW, ZERO, codes, TOGETHER_SHIFT, scan.scales + (row << 2));
}

export function encodeQuery(scan: CodeScan, floats: usize): void {
  const scale = changetype<usize>(scan) + offsetof<CodeScan>('queryScale');
  scan.surplus = ZERO * encode(floats, scan.rowBytes, GREATEST_OF_QUERY, 0, scan.query, 0, scale);
}

/** Returns the sum of the codes, without `zero`. Not for zeros alone. */
function encode(
  floats: usize,
  count: u32,
  greatest: f32,
  zero: i32,
  codes: usize,
  togetherShift: u32,
  scale: usize,
): i32 {
  let most: f32 = 0;
  for (let i: u32 = 0; i < count; i++) most = max(most, abs(load<f32>(floats + (i << 2))));
  const factor = greatest / most;
  let sum = 0;
  for (let i: u32 = 0; i < count; i++) {
    const code = <i32>nearest(load<f32>(floats + (i << 2)) * factor);
    store<u8>(codes + ((i & ~15) << togetherShift) + (i & 15), code + zero);
    sum += code;
  }
  store<f32>(scale, most / greatest);
  return sum;
}

/** Scores every row; where fewer are left than lie together, also what has no meaning behind them. */
export function scanCodes(scan: CodeScan): void {
  const query = scan.query;
  const queryEnd = query + scan.rowBytes;
  let codes: usize = 0;
  for (let row: u32 = 0, end = scan.rows; row < end; row += TOGETHER) {
    if (!(row & (CHUNK - 1))) codes = recordAt(scan.codes, row, scan.rowBytes);
    let sum0 = i32x4.splat(0);
    let sum1 = i32x4.splat(0);
    let sum2 = i32x4.splat(0);
    let sum3 = i32x4.splat(0);
    let sum4 = i32x4.splat(0);
    let sum5 = i32x4.splat(0);
    let sum6 = i32x4.splat(0);
    let sum7 = i32x4.splat(0);
    for (let weights = query; weights < queryEnd; weights += 16) {
      const weight = v128.load(weights);
      const even = evenOf(weight);
      const odd = oddOf(weight);
      sum0 = addProducts(sum0, v128.load(codes), even, odd);
      sum1 = addProducts(sum1, v128.load(codes, 16), even, odd);
      sum2 = addProducts(sum2, v128.load(codes, 32), even, odd);
      sum3 = addProducts(sum3, v128.load(codes, 48), even, odd);
      sum4 = addProducts(sum4, v128.load(codes, 64), even, odd);
      sum5 = addProducts(sum5, v128.load(codes, 80), even, odd);
      sum6 = addProducts(sum6, v128.load(codes, 96), even, odd);
      sum7 = addProducts(sum7, v128.load(codes, 112), even, odd);
      codes += 128;
    }
    storeScores(scan, row, sum0, sum1, sum2, sum3);
    storeScores(scan, row + 4, sum4, sum5, sum6, sum7);
  }
}

/** Of four rows. */
function storeScores(scan: CodeScan, row: u32, sum0: v128, sum1: v128, sum2: v128, sum3: v128): void {
  const sums = addPairs(addPairs(sum0, sum1), addPairs(sum2, sum3));
  const products = f32x4.convert_i32x4_s(i32x4.sub(sums, i32x4.splat(scan.surplus)));
  const steps = f32x4.mul(products, f32x4.splat(scan.queryScale));
  const at = row << 2;
  v128.store(scan.scores + at, f32x4.mul(steps, v128.load(scan.scales + at)));
}

// Without relaxed SIMD there are only products of 16 bits. Two codes of a row are one such number, odd · 256 + even, so
// that q₀·even + q₁·odd = q₀·(the number) + (q₁ − 256·q₀)·odd: one shift, where taking them apart would take more.

@inline
function evenOf(query: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? query : i16x8.shr_s(i16x8.shl(query, 8), 8);
}

@inline
function oddOf(query: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? query : i16x8.sub(i16x8.shr_s(query, 8), i16x8.shl(query, 8));
}

@inline
function addProducts(sum: v128, codes: v128, even: v128, odd: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return i32x4.relaxed_dot_i8x16_i7x16_add_s(even, codes, sum);
  sum = i32x4.add(sum, i32x4.dot_i16x8_s(codes, even));
  return i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.shr_u(codes, 8), odd));
}

/** The sums of neighbours: two of the one, two of the other. */
function addPairs(one: v128, other: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(one, other, 0, 2, 4, 6), v128.shuffle<i32>(one, other, 1, 3, 5, 7));
}
