// The streams: items (in the store or out of it), parts of files, messages, each in order of arrival. Keeps the lists,
// the groups and the totals of lengths in step; windows.ts does so for the windows.
//
// Doubly linked lists, because a text can leave anywhere: its neighbours then become neighbours of each other. The
// links are slots, so a document needs no other memory. Totals are sums of whole numbers and therefore exact in f64, in
// whatever order texts come and go.
import { Item, scopeOf, TURN } from '../items';
import { Document, Group, NONE, reachDocument, reachGroup, Scope, Stream, STREAMS, tellLength } from './documents';
import { updateWindow, updateWindowsAround } from './windows';

/**
 * Number of texts (eight blocks) below which the coherence of a stream cannot be measured: the mean would be chance.
 */
export const SMALLEST_SAMPLE: u32 = 16;

/** Returns the stream of a scope. Scopes 0 and 1 share one: an item that leaves the store keeps its neighbours. */
export function streamOf(scope: u32): u32 {
  return scope < 2 ? 0 : scope - 1;
}

/** Returns the scopes of a stream, one bit each. */
export function scopesOf(stream: u32): u32 {
  return stream ? 2 << stream : 3;
}

/** Writes the columns of a new slot. The caller numbers groups from 0; a number used in two streams is two groups. */
export function placeDocument(slot: u32, session: u32, group: u32, speaker: u32): void {
  reachGroup(group);
  reachDocument(slot);
  const item = Item.at(slot);
  const document = Document.at(slot);
  document.session = session;
  document.group = group * STREAMS;
  document.speaker = speaker;
  document.flags = <u8>item.flags;
  document.length = 0;
  document.windowLength = 0;
  document.distinct = 0;
  setStream(document, streamOf(scopeOf(item)));
}

/**
 * Assigns the stream, while the document is in no list. The groups of one number are adjacent, one per stream, so only
 * the remainder changes.
 */
export function setStream(document: Document, stream: u32): void {
  document.stream = <u8>stream;
  document.group += stream - (document.group % STREAMS);
}

/** Appends the slot, with a text of `length` terms, `distinct` of them different, to its stream. */
export function linkDocument(slot: u32, length: u32, distinct: u32): void {
  const document = Document.at(slot);
  const stream = Stream.at(document.stream);
  document.before = stream.count ? stream.last : NONE;
  document.after = NONE;
  if (stream.count) Document.at(stream.last).after = slot;
  else stream.first = slot;
  stream.last = slot;
  stream.count++;
  if (Item.at(slot).flags & TURN) stream.turns++;
  // Growth makes the gate stale only at 16 · 2ⁿ texts. So it depends on the first 16 · 2ⁿ texts alone, and every query
  // in between finds the same order before and after a reload.
  if (stream.count >= SMALLEST_SAMPLE && !(stream.count & (stream.count - 1))) stream.isStale = 1;
  const group = Group.at(document.group);
  if (!group.members++) stream.groups++;
  // After the links: the windows of the slot and of its neighbours follow them.
  setLength(slot, length, distinct);
}

/** Removes the slot from its stream, its group and the totals. */
export function unlinkDocument(slot: u32): void {
  const document = Document.at(slot);
  const stream = Stream.at(document.stream);
  changeLength(slot, document, 0, 0);
  Scope.at(scopeOf(Item.at(slot))).windowLength -= document.windowLength;
  document.windowLength = 0;
  const before = document.before;
  const after = document.after;
  if (before != NONE) Document.at(before).after = after;
  else stream.first = after;
  if (after != NONE) Document.at(after).before = before;
  else stream.last = before;
  stream.count--;
  if (Item.at(slot).flags & TURN) stream.turns--;
  // The gate may have been measured on this text.
  stream.isStale = 1;
  const group = Group.at(document.group);
  if (!--group.members) stream.groups--;
  // After the gap is closed: texts that the slot separated now enter each other's windows.
  updateWindowsAround(before, after);
}

/** Records the new length of a linked slot's text. */
export function replaceLength(slot: u32, length: u32, distinct: u32): void {
  setLength(slot, length, distinct);
  Stream.at(Document.at(slot).stream).isStale = 1;
}

/**
 * Moves a linked document's share of the totals to another scope of its stream. Links, windows and gate stay: they
 * belong to the stream.
 */
export function moveLengths(slot: u32, from: u32, to: u32): void {
  const document = Document.at(slot);
  const former = Scope.at(from);
  const latter = Scope.at(to);
  former.length -= document.length;
  former.windowLength -= document.windowLength;
  latter.length += document.length;
  latter.windowLength += document.windowLength;
}

/** Changes the length of a linked text, and the windows that hold the text. */
function setLength(slot: u32, length: u32, distinct: u32): void {
  const document = Document.at(slot);
  changeLength(slot, document, length, distinct);
  updateWindow(slot);
  updateWindowsAround(document.before, document.after);
}

/** Changes the length in the document and in all totals but those of windows. */
function changeLength(slot: u32, document: Document, length: u32, distinct: u32): void {
  const change = <f64>length - <f64>document.length;
  const stream = Stream.at(document.stream);
  const counted = min<u32>(distinct, 0xffff);
  Scope.at(scopeOf(Item.at(slot))).length += change;
  stream.length += change;
  stream.distinct += <f64>counted - <f64>document.distinct;
  document.distinct = <u16>counted;
  Group.at(document.group).length += length - document.length;
  document.length = length;
  tellLength(length);
}
