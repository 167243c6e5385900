// The window of a text: itself and up to two neighbours on each side, in its stream and of the same conversation. It
// gives a short text the words of its context: the answer to a question rarely repeats the question's words.
import { Item, scopeOf } from '../items';
import { Document, NONE, Scope } from './documents';

/** Neighbours on each side. */
const REACH: u32 = 2;
/** Milliseconds per step of distance, 30 minutes: a longer pause ends a conversation. */
const LARGEST_GAP_MS: f64 = 1_800_000;

/** Finds the slot's neighbours again, and the length of its window. */
export function updateWindow(slot: u32): void {
  const document = Document.at(slot);
  const item = Item.at(slot);
  let length = document.length;
  let entry = changetype<usize>(document) + offsetof<Document>('window0');
  for (let side: u32 = 0; side < 2; side++) {
    let other = neighbour(document, side);
    for (let distance: u32 = 1; distance <= REACH; distance++) {
      let found = NONE;
      if (other != NONE) {
        const candidate = Document.at(other);
        const gap = abs(item.createdAt - Item.at(other).createdAt);
        if (candidate.session == document.session && gap <= LARGEST_GAP_MS * distance) {
          found = other;
          length += candidate.length;
        }
        // Beyond a text that is too far away, the next one may still be near: times need not be in order.
        other = neighbour(candidate, side);
      }
      store<u32>(entry, found);
      entry += 4;
    }
  }
  // Kept as a column: a query reads it for every window that it scores.
  Scope.at(scopeOf(item)).windowLength += <f64>length - <f64>document.windowLength;
  document.windowLength = length;
}

/**
 * Updates every window that a change between `before` and `after` can reach: two on each side. Either the links
 * changed, or only the length of the text between them.
 */
export function updateWindowsAround(before: u32, after: u32): void {
  for (let side: u32 = 0; side < 2; side++) {
    let other = side ? after : before;
    for (let step: u32 = 0; step < REACH && other != NONE; step++) {
      updateWindow(other);
      other = neighbour(Document.at(other), side);
    }
  }
}

/** Returns the slot before (side 0) or after (side 1) this one in its stream, or NONE. */
@inline
function neighbour(document: Document, side: u32): u32 {
  return load<u32>(changetype<usize>(document) + offsetof<Document>('before') + (side << 2));
}
