// Unit vectors in dense rows, and their scan. A row belongs to one slot; slots without a vector cost nothing.
// Rows are padded with zeros to 16 floats, so that the scan needs no tail.
import { Item } from './items';
import { allocate, grow, io } from './memory';
import { CHUNK, Table, TABLE_BYTES } from './table';

export const STORED: u32 = 0;
export const NO_DIRECTION: u32 = 1;
export const OTHER_DIMENSION: u32 = 2;

let dimension: u32 = 0;
let rowBytes: u32 = 0;
let rows: u32 = 0;
let capacity: u32 = 0;
const matrix = changetype<Table>(memory.data(TABLE_BYTES));
/** Slot of every row. */
let owners: usize = 0;
/** Score of every row at the last scan, f32. */
let scores: usize = 0;
/** A padded row for the query. */
let query: usize = 0;

export function rowCount(): u32 {
  return rows;
}

export function scoreArray(): usize {
  return scores;
}

export function ownerOf(row: u32): u32 {
  return load<u32>(owners + (row << 2));
}

export function scoreOf(row: u32): f32 {
  return load<f32>(scores + (row << 2));
}

/** Stores the `length` floats of the I/O region, scaled to unit length. The first one fixes the dimension. */
export function setVector(slot: u32, length: u32): u32 {
  const source = io(0);
  const scale = unitScale(source, length);
  if (scale == 0) return NO_DIRECTION;
  if (!dimension) {
    dimension = length;
    rowBytes = ((length + 15) & ~15) << 2;
    query = allocate(rowBytes);
    memory.fill(query, 0, rowBytes);
  }
  if (length != dimension) return OTHER_DIMENSION;
  const item = Item.at(slot);
  if (!item.vector) {
    reserveRow();
    store<u32>(owners + (rows << 2), slot);
    item.vector = ++rows;
  }
  writeScaled(source, scale, rowAddress(item.vector - 1));
  return STORED;
}

/** Gives the row back; the last row fills its place, so that a scan never meets a free one. */
export function dropVector(item: Item): void {
  if (!item.vector) return;
  const row = item.vector - 1;
  item.vector = 0;
  const last = --rows;
  if (row == last) return;
  const owner = ownerOf(last);
  memory.copy(rowAddress(row), rowAddress(last), rowBytes);
  store<u32>(owners + (row << 2), owner);
  Item.at(owner).vector = row + 1;
}

/** Scores every row against the `length` floats of the I/O region; false if they cannot be compared. */
export function scan(length: u32): bool {
  if (!rows || length != dimension) return false;
  const scale = unitScale(io(0), length);
  if (scale == 0) return false;
  writeScaled(io(0), scale, query);
  for (let first: u32 = 0; first < rows; first += CHUNK) {
    scanRows(rowAddress(first), min(rows - first, CHUNK), scores + (first << 2));
  }
  return true;
}

/** The hot loop. The order of the sums is fixed, so that every engine computes the same bits. */
function scanRows(row: usize, count: u32, score: usize): void {
  const end = score + (count << 2);
  while (score < end) {
    let sum0 = f32x4.splat(0);
    let sum1 = f32x4.splat(0);
    let sum2 = f32x4.splat(0);
    let sum3 = f32x4.splat(0);
    let weight = query;
    const rowEnd = row + rowBytes;
    while (row < rowEnd) {
      sum0 = f32x4.add(sum0, f32x4.mul(v128.load(row), v128.load(weight)));
      sum1 = f32x4.add(sum1, f32x4.mul(v128.load(row, 16), v128.load(weight, 16)));
      sum2 = f32x4.add(sum2, f32x4.mul(v128.load(row, 32), v128.load(weight, 32)));
      sum3 = f32x4.add(sum3, f32x4.mul(v128.load(row, 48), v128.load(weight, 48)));
      row += 64;
      weight += 64;
    }
    const sum = f32x4.add(f32x4.add(sum0, sum1), f32x4.add(sum2, sum3));
    const even = f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 2);
    const odd = f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 3);
    store<f32>(score, even + odd);
    score += 4;
  }
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

function reserveRow(): void {
  if (rows == capacity) {
    const larger = max(capacity << 1, CHUNK);
    owners = grow(owners, capacity << 2, larger << 2);
    scores = grow(scores, capacity << 2, larger << 2);
    capacity = larger;
  }
  matrix.reach(rows, rowBytes);
}
