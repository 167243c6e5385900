// Records of the text index besides the dictionary: a document (the text of one slot), its group and its stream, and
// totals by scope. Only their layout; postings.ts, streams.ts and windows.ts keep them up to date.
import { grow } from '../memory/allocator';
import { Table, TABLE_BYTES } from '../memory/table';

/** "No slot", in links and windows. */
export const NONE: u32 = 0xffffffff;
/** Number of streams: items in the store or out of it, parts of files, messages. */
export const STREAMS: u32 = 3;
/** The stream of parts of files. */
export const FILES: u32 = 1;

const documents = changetype<Table>(memory.data(TABLE_BYTES));
let groups: usize = 0;
let groupCapacity: u32 = 0;
let longest: u32 = 0;
const streams: usize = memory.data(384);
const scopes: usize = memory.data(96);

/** The text of a slot. Speaker, session and group are valid from `add` on; the rest while it is indexed. */
@unmanaged
export class Document {
  /**
   * Slots of its window besides itself: two before, two after; NONE for a missing neighbour.
   */
  window0: u32;
  window1: u32;
  window2: u32;
  window3: u32;
  /** Terms of the text, with repeats, and terms of all texts of its window. */
  length: u32;
  windowLength: u32;
  /** Links of the stream's list; NONE at its ends. windows.ts picks one of the two by its offset. */
  before: u32;
  after: u32;
  /** The conversation; 0 = one without a name. */
  session: u32;
  /** Index of its group record: the caller's number times STREAMS, plus the stream. */
  group: u32;
  /** Number of the speaker; 0 = unknown. */
  speaker: u32;
  stream: u8;
  /** Copy of the item's flags: a query reads them along with the document. */
  flags: u8;
  /** Number of distinct terms of the text, at most 65,535. */
  distinct: u16;

  static at(slot: u32): Document {
    return documentAt(slot);
  }
}

/** `Document.at` without a call, for the loops over postings and candidates. */
@inline
export function documentAt(slot: u32): Document {
  return changetype<Document>(documents.at(slot, DOCUMENT_BYTES));
}

/** Texts that belong together in one stream: a conversation, a file, or a run of texts. */
@unmanaged
export class Group {
  /** Score for the current query; 0 between queries. */
  score: f64;
  /** Terms of all its texts, with repeats. */
  length: u32;
  /** Number of its indexed texts. */
  members: u32;
  /** Frequency of the current term of the query; 0 between terms. */
  frequency: u32;

  @inline static at(group: u32): Group {
    return changetype<Group>(groups + group * GROUP_BYTES);
  }
}

/** A doubly linked list of indexed slots in order of arrival: each text with the texts said before and after it. */
@unmanaged
export class Stream {
  /** Coherence gate, 0–1. Written by coherence.ts alone, and read through `gateOf` there. */
  gate: f64;
  /** Repetition of words within its texts, 0–1, from `measureRepetition`, and the resulting parameters of BM25. */
  repetition: f64;
  textDelta: f64;
  textBase: f64;
  textSlope: f64;
  /** Terms of all its texts: with repeats, and distinct per text. */
  length: f64;
  distinct: f64;
  first: u32;
  last: u32;
  count: u32;
  /** Number of its texts that are turns of a conversation. */
  turns: u32;
  /** Number of groups with a member. */
  groups: u32;
  /** Nonzero if the gate must be measured again before the next query. */
  isStale: u32;

  @inline static at(stream: u32): Stream {
    return changetype<Stream>(streams + stream * STREAM_BYTES);
  }
}

/** Totals of one scope; means over any set of scopes come from them. */
@unmanaged
export class Scope {
  /** Terms of all texts, and of the windows of all texts. */
  length: f64;
  windowLength: f64;
  /** Number of indexed live slots. */
  documents: u32;

  @inline static at(scope: u32): Scope {
    return changetype<Scope>(scopes + scope * SCOPE_BYTES);
  }
}

const DOCUMENT_BYTES: u32 = 48;
/** Rounded up to 8, so that every f64 is aligned. */
const GROUP_BYTES: u32 = 24;
const SCOPE_BYTES: u32 = 24;
/** The fields that a query reads for every posting share a cache line, and a shift is cheaper than a product. */
const STREAM_BYTES: u32 = 128;

/** Returns the number of group records ever made, used or not. */
export function groupsEver(): u32 {
  return groupCapacity;
}

/** Returns the terms of the longest text so far: no text has more. */
export function longestText(): u32 {
  return longest;
}

export function tellLength(length: u32): void {
  longest = max(longest, length);
}

export function reachDocument(slot: u32): void {
  documents.reach(slot, DOCUMENT_BYTES);
}

/** Makes room for the groups with this number of the caller's, one in each stream. */
export function reachGroup(number: u32): void {
  const needed = (number + 1) * STREAMS;
  if (needed <= groupCapacity) return;
  const larger = max(needed, max(groupCapacity << 1, 16));
  groups = grow(groups, groupCapacity * GROUP_BYTES, larger * GROUP_BYTES);
  groupCapacity = larger;
}
