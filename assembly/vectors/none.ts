// Replaces vectors.ts in the kernel of words (scripts/build-kernel.mjs): answers like that file while it holds no row,
// so the compiler drops every path that needs one. Storing a vector here means that the wrong kernel is loaded.
import { Item } from '../items';
import { CodeScan } from './codes';

export function isComparable(): bool {
  return false;
}

export function isByCodes(): bool {
  return false;
}

export function rowCount(): u32 {
  return 0;
}

export function scoreArray(): usize {
  return 0;
}

export function ownerOf(_row: u32): u32 {
  return unreachable();
}

export function scoreOf(_row: u32): f32 {
  return unreachable();
}

export function scoreExactly(_row: u32): void {
  unreachable();
}

export function setVector(_slot: u32, _length: u32): u32 {
  return unreachable();
}

export function dropVector(_item: Item): void {}

export function dropVectors(): void {}

export function prepareVector(_length: u32, _limit: u32): CodeScan | null {
  return null;
}

export function scanCodes(_scan: CodeScan): void {
  unreachable();
}
