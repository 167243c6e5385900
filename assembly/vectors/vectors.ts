// Unit vectors in dense rows, and their cosines with the vector of a query: between unit vectors a cosine is a dot
// product. A row belongs to one slot; slots without a vector cost nothing. Rows are padded with zeros to 16 floats, so
// that a scan needs no tail. An exact scan is bound by memory, at 4 bytes per number; codes.ts reads a quarter of that.
import { Item } from '../items';
import { allocate, grow, io, release } from '../memory/allocator';
import { CHUNK } from '../memory/chunks';
import { Table, TABLE_BYTES } from '../memory/table';
import { CODE_SCAN_BYTES, CodeScan, encodeQuery, encodeRow } from './codes';

export { scanCodes } from './codes';

/** Results of `setVector`. */
export const STORED: u32 = 0;
export const NO_DIRECTION: u32 = 1;
export const OTHER_DIMENSION: u32 = 2;

/** Among fewer rows, one exact scan is faster than a scan of codes and an exact look at the candidates. */
const FEWEST_FOR_CODES: u32 = 1024;

/** States of the next query's vector, set by `prepareVector`. */
const NOT_COMPARABLE: u32 = 0;
const BY_FLOATS: u32 = 1;
const BY_CODES: u32 = 2;

/** Floats per vector; 0 = none so far. */
let dimension: u32 = 0;
/** Bytes of a padded row. */
let rowBytes: u32 = 0;
/** Number of rows that `owners`, scores and scales have room for. */
let capacity: u32 = 0;
const matrix = changetype<Table>(memory.data(TABLE_BYTES));
/** The codes of every row, the scores and the number of rows. */
const coded = changetype<CodeScan>(memory.data(CODE_SCAN_BYTES));
const codes = changetype<Table>(changetype<usize>(coded));
/** u32 slot of every row. */
let owners: usize = 0;
/** A padded row for the query, then its codes. */
let query: usize = 0;
/** Valid from `prepareVector` to the following call of `rank`. */
let prepared: u32 = NOT_COMPARABLE;

/** Whether the query's vector has the dimension of the rows, and a direction. */
export function isComparable(): bool {
  return prepared != NOT_COMPARABLE;
}

/** Whether the scores come from codes and may be off by 1/64. */
export function isByCodes(): bool {
  return prepared == BY_CODES;
}

/** Returns the number of stored vectors. */
export function rowCount(): u32 {
  return coded.rows;
}

/** Returns the address of the f32 scores, by row. */
@inline
export function scoreArray(): usize {
  return coded.scores;
}

/** Returns the slot of the row. */
export function ownerOf(row: u32): u32 {
  return load<u32>(owners + (row << 2));
}

/** Returns the cosine of the row with the query's vector. */
@inline
export function scoreOf(row: u32): f32 {
  return load<f32>(coded.scores + (row << 2));
}

/** Stores the `length` floats of the I/O region, scaled to unit length. The first one fixes the dimension. */
export function setVector(slot: u32, length: u32): u32 {
  if (length != dimension) {
    if (coded.rows) return OTHER_DIMENSION;
    // No row has the former dimension any more, so its buffers are released.
    dropVectors();
    setDimension(length);
  }
  const scale = takeVector();
  if (scale == 0) return NO_DIRECTION;
  const item = Item.at(slot);
  if (!item.vector) {
    reserveRow();
    store<u32>(owners + (coded.rows << 2), slot);
    item.vector = ++coded.rows;
  }
  const row = item.vector - 1;
  writeScaled(scale, rowAddress(row));
  encodeRow(coded, row, rowAddress(row));
  return STORED;
}

/**
 * Frees the item's row. The last row moves into the gap, so that a scan never meets a free one. Row numbers therefore
 * change; only `Item.vector` and `ownerOf` name them.
 */
export function dropVector(item: Item): void {
  if (!item.vector) return;
  const row = item.vector - 1;
  item.vector = 0;
  // Codes of a row depend on its floats alone, so encoding it again gives the same codes.
  const last = --coded.rows;
  if (row == last) return;
  const owner = ownerOf(last);
  memory.copy(rowAddress(row), rowAddress(last), rowBytes);
  encodeRow(coded, row, rowAddress(row));
  store<u32>(owners + (row << 2), owner);
  Item.at(owner).vector = row + 1;
}

/** Drops every vector; the next one may have another dimension. */
export function dropVectors(): void {
  if (!dimension) return;
  while (coded.rows) Item.at(ownerOf(--coded.rows)).vector = 0;
  release(query, rowBytes + coded.rowBytes);
  matrix.clear(rowBytes);
  codes.clear(coded.rowBytes);
  dimension = rowBytes = 0;
}

/**
 * Takes the `length` floats of the I/O region as the query's vector, for at most `limit` rows. Either scores all rows
 * exactly and returns 0, or returns the scan of codes that has to run before `rank`.
 */
export function prepareVector(length: u32, limit: u32): CodeScan | null {
  prepared = NOT_COMPARABLE;
  if (length != dimension || !coded.rows) return null;
  const scale = takeVector();
  if (scale == 0) return null;
  writeScaled(scale, query);
  const rows = coded.rows;
  // If a quarter of the rows is wanted, candidates would be nearly all of them.
  if (rows >= FEWEST_FOR_CODES && limit < rows >> 2) {
    prepared = BY_CODES;
    encodeQuery(coded, query);
    return coded;
  }
  prepared = BY_FLOATS;
  for (let first: u32 = 0; first < rows;) {
    const end = matrix.pieceEnd(first, rows);
    scanRows(first, end - first);
    first = end;
  }
  return null;
}

/** Replaces the row's score from codes with the exact one. */
export function scoreExactly(row: u32): void {
  scanRows(row, 1);
}

/**
 * Computes dot products with contiguous rows in a hot loop, four at a time, each from another quarter of the piece.
 * Four rows share the loads of the query, and memory delivers four distant streams faster than one; adjacent rows would
 * confuse the prefetcher. If four does not divide the count, a few rows are scored twice; with fewer than four rows,
 * each is scored four times. The order of a row's sums is fixed, so that every engine computes the same bits.
 */
function scanRows(first: u32, count: u32): void {
  let row0 = rowAddress(first);
  let score = coded.scores + (first << 2);
  const quarter = count >> 2;
  const end = score + ((count - 3 * quarter) << 2);
  const bytes = rowBytes;
  const apart = quarter * bytes;
  const start = query;
  while (score < end) {
    // One sum of four lanes for each row.
    let sum0 = f32x4.splat(0);
    let sum1 = f32x4.splat(0);
    let sum2 = f32x4.splat(0);
    let sum3 = f32x4.splat(0);
    let row1 = row0 + apart;
    let row2 = row1 + apart;
    let row3 = row2 + apart;
    const rowEnd = row0 + bytes;
    for (let weights = start; row0 < rowEnd; weights += 32) {
      const weight = v128.load(weights);
      sum0 = f32x4.add(sum0, f32x4.mul(weight, v128.load(row0)));
      sum1 = f32x4.add(sum1, f32x4.mul(weight, v128.load(row1)));
      sum2 = f32x4.add(sum2, f32x4.mul(weight, v128.load(row2)));
      sum3 = f32x4.add(sum3, f32x4.mul(weight, v128.load(row3)));
      // Unrolled once: rows are multiples of 16 floats.
      const next = v128.load(weights, 16);
      sum0 = f32x4.add(sum0, f32x4.mul(next, v128.load(row0, 16)));
      sum1 = f32x4.add(sum1, f32x4.mul(next, v128.load(row1, 16)));
      sum2 = f32x4.add(sum2, f32x4.mul(next, v128.load(row2, 16)));
      sum3 = f32x4.add(sum3, f32x4.mul(next, v128.load(row3, 16)));
      row0 += 32;
      row1 += 32;
      row2 += 32;
      row3 += 32;
    }
    store<f32>(score, total(sum0));
    store<f32>(score + (quarter << 2), total(sum1));
    store<f32>(score + (quarter << 3), total(sum2));
    store<f32>(score + 12 * quarter, total(sum3));
    score += 4;
  }
}

/** Returns the sum of the four lanes, in a fixed order: addition of floats is not associative. */
@inline
function total(sum: v128): f32 {
  const even = f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 2);
  const odd = f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 3);
  return even + odd;
}

/**
 * Copies a vector from the I/O region to the row of the query, where zeros pad it. Returns 1 / its length, or 0 for a
 * vector without a direction: zero, or with a float that is not finite.
 */
function takeVector(): f64 {
  memory.copy(query, io(0), dimension << 2);
  // Squares in double precision: single precision could overflow or underflow. NaN fails both comparisons below.
  let sums = f64x2.splat(0);
  let otherSums = f64x2.splat(0);
  for (let at = query, end = query + rowBytes; at < end; at += 16) {
    const low = lowOf(v128.load(at));
    const high = highOf(v128.load(at));
    sums = f64x2.add(sums, f64x2.mul(low, low));
    otherSums = f64x2.add(otherSums, f64x2.mul(high, high));
  }
  sums = f64x2.add(sums, otherSums);
  const squares = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  return squares > 0 && squares < Infinity ? 1 / sqrt(squares) : 0;
}

/**
 * Scales the row of the query into `target`, in double precision: a length may exceed the range of single precision.
 */
function writeScaled(scale: f64, target: usize): void {
  const scales = f64x2.splat(scale);
  for (let at = query, end = query + rowBytes; at < end; at += 16) {
    const low = f32x4.demote_f64x2_zero(f64x2.mul(lowOf(v128.load(at)), scales));
    const high = f32x4.demote_f64x2_zero(f64x2.mul(highOf(v128.load(at)), scales));
    v128.store(target, v128.shuffle<i64>(low, high, 0, 2));
    target += 16;
  }
}

/** Returns the lower two of four floats, in double precision. */
@inline
function lowOf(floats: v128): v128 {
  return f64x2.promote_low_f32x4(floats);
}

/** Returns the upper two of four floats, in double precision. */
@inline
function highOf(floats: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i64>(floats, floats, 1, 1));
}

/** Returns the address of the row's floats, padded. */
function rowAddress(row: u32): usize {
  return matrix.at(row, rowBytes);
}

/**
 * Sets the dimension, fixed by the first vector. One block holds the query's row and its codes, as both live and die
 * with the dimension.
 */
function setDimension(length: u32): void {
  dimension = length;
  const padded = (length + 15) & ~15;
  coded.rowBytes = padded;
  rowBytes = padded << 2;
  query = allocate(rowBytes + padded);
  memory.fill(query, 0, rowBytes);
  coded.query = query + rowBytes;
}

/** Makes room for one more row. The arrays are full chunks, so that a scan may read and write beyond the last row. */
function reserveRow(): void {
  const rows = coded.rows;
  if (rows == capacity) {
    const larger = max(capacity << 1, CHUNK);
    owners = grow(owners, capacity << 2, larger << 2);
    coded.scores = grow(coded.scores, capacity << 2, larger << 2);
    coded.scales = grow(coded.scales, capacity << 2, larger << 2);
    capacity = larger;
  }
  matrix.reach(rows, rowBytes);
  codes.reach(rows, coded.rowBytes);
}
