// The table of slots: the numbers of everything that ever arrived, one fixed-size record each. Slots are never reused,
// so slot order is order of arrival. Orders and indexes are built elsewhere, over slots.
import { Table, TABLE_BYTES } from './memory/table';

export const LIVE: u32 = 1;
export const PINNED: u32 = 2;
export const FORGOTTEN: u32 = 4;
export const INDEXED: u32 = 8;
/**
 * Two bits for the scope of a slot. 0 is the store: only its slots are ordered for eviction, counted and expired. 1
 * holds items that left the store, 2 parts of files, 3 messages; a query finds them if it names their scope.
 */
export const SCOPE_SHIFT: u32 = 4;
export const SCOPE: u32 = 3 << SCOPE_SHIFT;
/** The text only asks a question. */
export const QUESTION: u32 = 64;
/** The text is a turn of a conversation: by an assistant, or by a named speaker. */
export const TURN: u32 = 128;

const table = changetype<Table>(memory.data(TABLE_BYTES));
let used: u32 = 0;

@unmanaged
export class Item {
  importance: f64;
  createdAt: f64;
  /** The item is past its hard TTL once now is past this moment; Infinity = never. */
  expiresAt: f64;
  step: f64;
  tokens: u32;
  flags: u32;
  /** Forward index: (term, frequency) pairs, while the slot is indexed. */
  terms: usize;
  termBytes: u32;
  /** Row of its vector plus 1; 0 = no vector. */
  vector: u32;

  static at(slot: u32): Item {
    return changetype<Item>(table.at(slot, ITEM_BYTES));
  }
}

/** Rounded up to 8, so that every f64 is aligned. */
const ITEM_BYTES: u32 = (offsetof<Item>() + 7) & ~7;

/** Returns the number of slots ever given out; the next one gets this number. */
export function slots(): u32 {
  return used;
}

@inline
export function scopeOf(item: Item): u32 {
  return (item.flags & SCOPE) >> SCOPE_SHIFT;
}

/** Returns the new slot. */
export function appendItem(importance: f64, createdAt: f64, expiresAt: f64, step: f64, tokens: u32, flags: u32): u32 {
  const slot = used++;
  table.reach(slot, ITEM_BYTES);
  const item = Item.at(slot);
  item.importance = importance;
  item.createdAt = createdAt;
  item.expiresAt = expiresAt;
  item.step = step;
  item.tokens = tokens;
  item.flags = flags | LIVE;
  // A newcomer on trial may have left its values here.
  item.terms = 0;
  item.termBytes = 0;
  item.vector = 0;
  return slot;
}

/** Makes the newest slot free again. */
export function dropLastItem(): void {
  used--;
}
