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
  const source = io(0);
  const scale = unitScale(source, length);
  if (scale == 0) return NO_DIRECTION;
  if (!dimension) setDimension(length);
  if (length != dimension) return OTHER_DIMENSION;
  const item = Item.at(slot);
  if (!item.vector) {
    reserveRow();
    store<u32>(owners + (coded.rows << 2), slot);
    item.vector = ++coded.rows;
  }
  const row = item.vector - 1;
  writeScaled(source, scale, rowAddress(row));
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
  dimension = 0;
}

/**
 * Takes the `length` floats of the I/O region as the query, of which `limit` rows or fewer are wanted. Scores all rows,
 * or returns the scan that is to do it by codes (0 = none).
 */
export function prepareVector(length: u32, limit: u32): CodeScan | null {
  isByCodes = false;
  isComparable = false;
  if (length != dimension || !coded.rows) return null;
  const scale = unitScale(io(0), length);
  if (scale == 0) return null;
  isComparable = true;
  writeScaled(io(0), scale, query);
  const rows = coded.rows;
  isByCodes = rows >= FEWEST_FOR_CODES && limit < rows >> 2;
  if (isByCodes) {
    encodeQuery(coded, query);
    return coded;
  }
  for (let first: u32 = 0; first < rows; first += CHUNK) scanRows(first, min(rows - first, CHUNK));
  return null;
}

/** The row's exact score, in place of that of its codes. */
export function scoreExactly(row: u32): void {
  scanRows(row, 1);
}

/**
 * The hot loop, within a chunk. The order of a row's sums is fixed, so that every engine computes the same bits. Two rows
 * share the query, one of each half: side by side they would confuse what fetches memory ahead. Of an odd number the one
 * in the middle is scored twice.
 */
function scanRows(first: u32, count: u32): void {
  let row = rowAddress(first);
  let score = coded.scores + (first << 2);
  const apart = count >> 1;
  const end = score + ((count - apart) << 2);
  const bytes = rowBytes;
  const start = query;
  while (score < end) {
    let sum0 = f32x4.splat(0);
    let sum1 = f32x4.splat(0);
    let sum2 = f32x4.splat(0);
    let sum3 = f32x4.splat(0);
    let otherSum0 = f32x4.splat(0);
    let otherSum1 = f32x4.splat(0);
    let otherSum2 = f32x4.splat(0);
    let otherSum3 = f32x4.splat(0);
    let other = row + apart * bytes;
    const rowEnd = row + bytes;
    for (let weight = start; row < rowEnd; weight += 64) {
      const weight0 = v128.load(weight);
      const product0 = f32x4.mul(v128.load(row), weight0);
      const otherProduct0 = f32x4.mul(v128.load(other), weight0);
      const weight1 = v128.load(weight, 16);
      const product1 = f32x4.mul(v128.load(row, 16), weight1);
      const otherProduct1 = f32x4.mul(v128.load(other, 16), weight1);
      const weight2 = v128.load(weight, 32);
      const product2 = f32x4.mul(v128.load(row, 32), weight2);
      const otherProduct2 = f32x4.mul(v128.load(other, 32), weight2);
      const weight3 = v128.load(weight, 48);
      const product3 = f32x4.mul(v128.load(row, 48), weight3);
      const otherProduct3 = f32x4.mul(v128.load(other, 48), weight3);
      sum0 = f32x4.add(sum0, product0);
      otherSum0 = f32x4.add(otherSum0, otherProduct0);
      sum1 = f32x4.add(sum1, product1);
      otherSum1 = f32x4.add(otherSum1, otherProduct1);
      sum2 = f32x4.add(sum2, product2);
      otherSum2 = f32x4.add(otherSum2, otherProduct2);
      sum3 = f32x4.add(sum3, product3);
      otherSum3 = f32x4.add(otherSum3, otherProduct3);
      row += 64;
      other += 64;
    }
    store<f32>(score, total(sum0, sum1, sum2, sum3));
    store<f32>(score + (apart << 2), total(otherSum0, otherSum1, otherSum2, otherSum3));
    score += 4;
  }
}

function total(sum0: v128, sum1: v128, sum2: v128, sum3: v128): f32 {
  const sum = f32x4.add(f32x4.add(sum0, sum1), f32x4.add(sum2, sum3));
  const even = f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 2);
  const odd = f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 3);
  return even + odd;
}

/** 1 / length of the vector, or 0 for one without a direction: zero, or with a float that is not finite. */
function unitScale(source: usize, length: u32): f64 {
  let squares: f64 = 0;
  for (let i: u32 = 0; i < length; i++) {
    const value = <f64>load<f32>(source + (i << 2));
    squares += value * value;
  }
  return squares > 0 && squares < Infinity ? 1 / sqrt(squares) : 0;
}

function writeScaled(source: usize, scale: f64, target: usize): void {
  for (let i: u32 = 0; i < dimension; i++) {
    store<f32>(target + (i << 2), <f32>(<f64>load<f32>(source + (i << 2)) * scale));
  }
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
