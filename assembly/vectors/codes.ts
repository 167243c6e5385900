// Codes of vectors: 7 bits per number (scalar quantization), so that a scan reads a quarter of the bytes and chooses
// the rows that deserve an exact look. A row's code is its floats divided by one scale, rounded to integers. Compiled
// twice: into the kernel, and with relaxed SIMD into fast-scan.ts. The sums are of integers, so both give the same
// bits; an i32 holds them up to 133,000 dimensions, 2³¹ / 127².
import { pieceEnd, recordAt } from '../memory/chunks';

/**
 * The code of 0 in a row. Codes of a row are 1–127: relaxed SIMD multiplies signed by 7-bit unsigned bytes, and with
 * the top bit clear no engine may saturate the sum of two products. The query has 8 bits with the sign: it is the
 * signed side of the product, where finer steps cost nothing.
 */
const ZERO: i32 = 64;
const GREATEST_OF_ROW: f32 = 63;
const GREATEST_OF_QUERY: f32 = 127;

/** Input and output of a scan; src/kernel/fast-scan.ts builds one, too, to test an engine. */
@unmanaged
export class CodeScan {
  /** The origins of the table of codes (memory/table.ts), a record for each row, and the number of its chunks. */
  codes: usize;
  chunks: u32;
  rows: u32;
  /** Bytes of a record: the dimension, rounded up to 16. */
  rowBytes: u32;
  /** f32 by row, with room for whole chunks: value of one step of its codes. */
  scales: usize;
  /** f32 by row, with room for whole chunks: cosine from the last scan. */
  scores: usize;
  /** Codes of the query, −127…127, and the value of one step of them. */
  query: usize;
  queryScale: f32;
  /** ZERO · Σ codes of the query: the amount that the offset of the codes adds to the sum of every row. */
  surplus: i32;
}

export const CODE_SCAN_BYTES: i32 = offsetof<CodeScan>();

export function encodeRow(scan: CodeScan, row: u32, floats: usize): void {
  const codes = recordAt(scan.codes, row, scan.rowBytes);
  encode(floats, scan.rowBytes, GREATEST_OF_ROW, ZERO, codes, scan.scales + (row << 2));
}

export function encodeQuery(scan: CodeScan, floats: usize): void {
  const scale = changetype<usize>(scan) + offsetof<CodeScan>('queryScale');
  scan.surplus = ZERO * encode(floats, scan.rowBytes, GREATEST_OF_QUERY, 0, scan.query, scale);
}

/**
 * Encodes `count` floats, 16 at a time: the largest magnitude becomes `greatest`, and `zero` is added to every code.
 * Writes the scale, and returns the sum of the codes without `zero`. The floats must not all be 0.
 */
function encode(floats: usize, count: u32, greatest: f32, zero: i32, codes: usize, scale: usize): i32 {
  const end = floats + (count << 2);
  let largest = f32x4.splat(0);
  for (let at = floats; at < end; at += 16) largest = f32x4.max(largest, f32x4.abs(v128.load(at)));
  const most = max(
    max(f32x4.extract_lane(largest, 0), f32x4.extract_lane(largest, 1)),
    max(f32x4.extract_lane(largest, 2), f32x4.extract_lane(largest, 3)),
  );
  const factor = f32x4.splat(greatest / most);
  let sums = i32x4.splat(0);
  for (; floats < end; floats += 64) {
    const first = i16x8.narrow_i32x4_s(code(floats, factor), code(floats + 16, factor));
    const second = i16x8.narrow_i32x4_s(code(floats + 32, factor), code(floats + 48, factor));
    sums = i32x4.add(sums, i32x4.dot_i16x8_s(i16x8.add(first, second), i16x8.splat(1)));
    v128.store(codes, i8x16.add(i8x16.narrow_i16x8_s(first, second), i8x16.splat(<i8>zero)));
    codes += 16;
  }
  store<f32>(scale, most / greatest);
  sums = addPairs(sums, sums);
  return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1);
}

/** Returns the codes of four floats, as i32. Each is at most half a step off: for a row 1/126 of its largest float. */
@inline
function code(floats: usize, factor: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(floats), factor)));
}

/** Scores every row. */
export function scanCodes(scan: CodeScan): void {
  for (let first: u32 = 0, rows = scan.rows; first < rows;) {
    const end = pieceEnd(scan.codes, first, rows);
    scanPiece(scan, first, end - first);
    first = end;
  }
}

/** Scores four rows at a time, each from another quarter of the piece, for the same reasons as vectors.ts. */
function scanPiece(scan: CodeScan, first: u32, count: u32): void {
  const query = scan.query;
  const rowBytes = scan.rowBytes;
  const quarter = count >> 2;
  const apart = quarter * rowBytes;
  let row0 = recordAt(scan.codes, first, rowBytes);
  for (let row = first, end = first + count - 3 * quarter; row < end; row++) {
    let sum0 = i32x4.splat(0);
    let sum1 = i32x4.splat(0);
    let sum2 = i32x4.splat(0);
    let sum3 = i32x4.splat(0);
    let row1 = row0 + apart;
    let row2 = row1 + apart;
    let row3 = row2 + apart;
    const rowEnd = row0 + rowBytes;
    for (let weights = query; row0 < rowEnd; weights += 16) {
      const weight = v128.load(weights);
      const even = evenOf(weight);
      const odd = oddOf(weight);
      sum0 = addProducts(sum0, v128.load(row0), even, odd);
      sum1 = addProducts(sum1, v128.load(row1), even, odd);
      sum2 = addProducts(sum2, v128.load(row2), even, odd);
      sum3 = addProducts(sum3, v128.load(row3), even, odd);
      row0 += 16;
      row1 += 16;
      row2 += 16;
      row3 += 16;
    }
    // Transposes and adds: lane i is the sum of row i.
    const sums = addPairs(addPairs(sum0, sum1), addPairs(sum2, sum3));
    const products = f32x4.convert_i32x4_s(i32x4.sub(sums, i32x4.splat(scan.surplus)));
    const steps = f32x4.mul(products, f32x4.splat(scan.queryScale));
    storeScore(scan, row, f32x4.extract_lane(steps, 0));
    storeScore(scan, row + quarter, f32x4.extract_lane(steps, 1));
    storeScore(scan, row + 2 * quarter, f32x4.extract_lane(steps, 2));
    storeScore(scan, row + 3 * quarter, f32x4.extract_lane(steps, 3));
  }
}

@inline
function storeScore(scan: CodeScan, row: u32, steps: f32): void {
  const at = row << 2;
  store<f32>(scan.scores + at, steps * load<f32>(scan.scales + at));
}

// Plain SIMD only multiplies 16-bit numbers. Two codes of a row, read as one such number, are n = odd · 256 + even.
// Then q₀·even + q₁·odd = q₀·n + (q₁ − 256·q₀)·odd, which needs one shift of the row; separating the two codes needs
// more.

/** Returns q₀ of every pair; with relaxed SIMD the bytes as they are. */
@inline
function evenOf(query: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? query : i16x8.shr_s(i16x8.shl(query, 8), 8);
}

/** Returns q₁ − 256·q₀ of every pair. */
@inline
function oddOf(query: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? query : i16x8.sub(i16x8.shr_s(query, 8), i16x8.shl(query, 8));
}

/** Adds the products of 16 codes to four sums. */
@inline
function addProducts(sum: v128, codes: v128, even: v128, odd: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return i32x4.relaxed_dot_i8x16_i7x16_add_s(even, codes, sum);
  sum = i32x4.add(sum, i32x4.dot_i16x8_s(codes, even));
  return i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.shr_u(codes, 8), odd));
}

/** Returns the sums of neighbouring lanes: two of the first vector, then two of the second. */
@inline
function addPairs(one: v128, other: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(one, other, 0, 2, 4, 6), v128.shuffle<i32>(one, other, 1, 3, 5, 7));
}
