// Unit vectors in dense rows, and what they have in common with a query. A row belongs to one slot; slots without a
// vector cost nothing. Rows are padded with zeros to 16 floats, so that the scan needs no tail.
import { CHUNK } from './chunks';
import { CODE_SCAN_BYTES, CodeScan, encodeQuery, encodeRow } from './codes';
import { Item } from './items';
import { allocate, grow, io, release } from './memory';
import { Table, TABLE_BYTES } from './table';

export const STORED: u32 = 0;
export const NO_DIRECTION: u32 = 1;
export const OTHER_DIMENSION: u32 = 2;

/** Among fewer rows two looks, at codes and then at some rows, take longer than one at all rows. */
const FEWEST_FOR_CODES: u32 = 1024;

/** 0 = no vector has come yet. */
let dimension: u32 = 0;
let rowBytes: u32 = 0;
let capacity: u32 = 0;
const matrix = changetype<Table>(memory.data(TABLE_BYTES));
/** The codes of every row, and the scores. */
const coded = changetype<CodeScan>(memory.data(CODE_SCAN_BYTES));
const codes = changetype<Table>(changetype<usize>(coded));
/** Slot of every row. */
let owners: usize = 0;
/** A padded row for the query, then its codes. */
let query: usize = 0;
/** The query can be compared with the rows. */
export let isComparable: bool = false;
/** Its scores are those of codes, which may be off a little. */
export let isByCodes: bool = false;

export function rowCount(): u32 {
  return coded.rows;
}

@inline
export function scoreArray(): usize {
  return coded.scores;
}

export function ownerOf(row: u32): u32 {
  return load<u32>(owners + (row << 2));
}

@inline
export function scoreOf(row: u32): f32 {
  return load<f32>(coded.scores + (row << 2));
}

/** Stores the `length` floats of the I/O region, scaled to unit length. The first one fixes the dimension. */
export function setVector(slot: u32, length: u32): u32 {
  if (length != dimension) {
    if (coded.rows) return OTHER_DIMENSION;
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

/** Gives the row back; the last row fills its place, so that a scan never meets a free one. */
export function dropVector(item: Item): void {
  if (!item.vector) return;
  const row = item.vector - 1;
  item.vector = 0;
  const last = --coded.rows;
  if (row == last) return;
  const owner = ownerOf(last);
  memory.copy(rowAddress(row), rowAddress(last), rowBytes);
  encodeRow(coded, row, rowAddress(row));
  store<u32>(owners + (row << 2), owner);
  Item.at(owner).vector = row + 1;
}

/** All of them; the next one may have another dimension. */
export function dropVectors(): void {
  if (!dimension) return;
  while (coded.rows) Item.at(ownerOf(--coded.rows)).vector = 0;
  release(query, rowBytes + coded.rowBytes);
  matrix.clear(rowBytes);
  codes.clear(coded.rowBytes);
  dimension = rowBytes = 0;
}

/**
 * Takes the `length` floats of the I/O region as the query, of which `limit` rows or fewer are wanted. Scores all rows,
 * or returns the scan that is to do it by codes (0 = none).
 */
export function prepareVector(length: u32, limit: u32): CodeScan | null {
  isByCodes = false;
  isComparable = false;
  if (length != dimension || !coded.rows) return null;
  const scale = takeVector();
  if (scale == 0) return null;
  isComparable = true;
  writeScaled(scale, query);
  const rows = coded.rows;
  isByCodes = rows >= FEWEST_FOR_CODES && limit < rows >> 2;
  if (isByCodes) {
    encodeQuery(coded, query);
    return coded;
  }
  for (let first: u32 = 0; first < rows;) {
    const end = matrix.pieceEnd(first, rows);
    scanRows(first, end - first);
    first = end;
  }
  return null;
}

/** The row's exact score, in place of that of its codes. */
export function scoreExactly(row: u32): void {
  scanRows(row, 1);
}

/**
 * The hot loop, over rows in one piece: four at a time, each from another quarter, for memory comes faster in several
 * streams and side by side they would confuse what fetches it ahead. Where four do not divide them, some are scored
 * twice. The order of a row's sums is fixed, so that every engine computes the same bits.
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

@inline
function total(sum: v128): f32 {
  const even = f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 2);
  const odd = f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 3);
  return even + odd;
}

/**
 * Moves a vector from the I/O region to the place of the query, where zeros pad it. Returns 1 / its length, or 0 for one
 * without a direction: zero, or with a float that is not finite.
 */
function takeVector(): f64 {
  memory.copy(query, io(0), dimension << 2);
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

/** From the place of the query, in double precision: lengths may be beyond the range of single. */
function writeScaled(scale: f64, target: usize): void {
  const scales = f64x2.splat(scale);
  for (let at = query, end = query + rowBytes; at < end; at += 16) {
    const low = f32x4.demote_f64x2_zero(f64x2.mul(lowOf(v128.load(at)), scales));
    const high = f32x4.demote_f64x2_zero(f64x2.mul(highOf(v128.load(at)), scales));
    v128.store(target, v128.shuffle<i64>(low, high, 0, 2));
    target += 16;
  }
}

@inline
function lowOf(floats: v128): v128 {
  return f64x2.promote_low_f32x4(floats);
}

@inline
function highOf(floats: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<i64>(floats, floats, 1, 1));
}

function rowAddress(row: u32): usize {
  return matrix.at(row, rowBytes);
}

function setDimension(length: u32): void {
  dimension = length;
  const padded = (length + 15) & ~15;
  coded.rowBytes = padded;
  rowBytes = padded << 2;
  query = allocate(rowBytes + padded);
  memory.fill(query, 0, rowBytes);
  coded.query = query + rowBytes;
}

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
