// The table of slots: the plain numbers of every item that ever arrived, one fixed-size record each.
// Slots are never reused, so slot order is order of arrival. Keeps no order and no index.
import { Table, TABLE_BYTES } from './table';

export const LIVE: u32 = 1;
export const PINNED: u32 = 2;
export const FORGOTTEN: u32 = 4;
export const INDEXED: u32 = 8;
/**
 * Two bits for where a slot belongs. 0 is the store itself: only there is a slot ordered, counted and expiring.
 * 1 is for what left it, 2 for documents, 3 for messages; they are found when a query names them.
 */
export const SCOPE_SHIFT: u32 = 4;
export const SCOPE: u32 = 3 << SCOPE_SHIFT;
/** The text only asks something. */
export const QUESTION: u32 = 64;

const table = changetype<Table>(memory.data(TABLE_BYTES));
let used: u32 = 0;

@unmanaged
export class Item {
  importance: f64;
  createdAt: f64;
  step: f64;
  tokens: u32;
  flags: u32;
  /** The forward index: (term, frequency) pairs. */
  terms: usize;
  termBytes: u32;
  /** Row of the vector plus 1; 0 = no vector. */
  vector: u32;

  static at(slot: u32): Item {
    return changetype<Item>(table.at(slot, ITEM_BYTES));
  }
}

/** Rounded up to 8, so that every f64 is aligned. */
const ITEM_BYTES: u32 = (offsetof<Item>() + 7) & ~7;

export function slots(): u32 {
  return used;
}

export function appendItem(importance: f64, createdAt: f64, step: f64, tokens: u32, flags: u32): u32 {
  const slot = used++;
  table.reach(slot, ITEM_BYTES);
  const item = Item.at(slot);
  item.importance = importance;
  item.createdAt = createdAt;
  item.step = step;
  item.tokens = tokens;
  item.flags = flags | LIVE;
  // the slot may have served a temporary newcomer before
  item.terms = 0;
  item.termBytes = 0;
  item.vector = 0;
  return slot;
}

export function dropLastItem(): void {
  used--;
}
