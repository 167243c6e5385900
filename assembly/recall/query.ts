// One call of `rank`: the question, the statistics of the collection for it, and its working set. Every function of
// recall takes the query as its first argument; the state of a query is here and nowhere else.
import { FORGOTTEN, LIVE, SCOPE, SCOPE_SHIFT, slots } from '../items';
import { allocate, blockBytes, release } from '../memory/allocator';
import { documentAt, Group, groupsEver } from '../text/documents';
import { isComparable } from '../vectors/vectors';

/**
 * The match of one slot with the query; all zero between queries. 32 bytes, half a cache line: a query touches many.
 */
@unmanaged
export class Match {
  /**
   * BM25 of the text and of its window; then `lexical`: both with the group and the priors, not yet relative to the
   * best. `lexical` below 0: its upper bound, negated, as long as the value itself is not needed.
   */
  text: f64;
  window: f64;
  lexical: f64;
  /** Sum of the idf of the query's words that the text holds. */
  mass: f32;
  /** Frequency of the current term in the window; the highest bit, CANDIDATE, marks a candidate. */
  frequency: u32;
}

const MATCH_SHIFT: u32 = 5;
/** Bytes of a match, a candidate and a window for every slot. */
const ROOM_BYTES: u32 = 40;
export const CANDIDATE: u32 = 0x80000000;

/** Returns the match of a slot in the array of matches. */
@inline
export function matchAt(matches: usize, slot: u32): Match {
  return changetype<Match>(matches + (slot << MATCH_SHIFT));
}

@unmanaged
export class Query {
  // The working set. Its arrays outlive the query and are reused.
  /** Slots that `matches`, `candidates` and `windows` have room for. */
  capacity: u32;
  matches: usize;
  /** u32 slots that the query may see and has touched, in no order. */
  candidates: usize;
  /** u32 slots in whose window the current term occurs. */
  windows: usize;

  // All fields from here on start at 0.
  candidateCount: u32;
  /** u32 groups that hold a term of the query; 0 = none yet. */
  scoredGroups: usize;
  scoredGroupCount: u32;

  // The question.
  now: f64;
  /** Lower bound of decay in the score, 0–1. */
  decayFloor: f64;
  /** Weight of the dense part relative to the lexical one; 0 = order by the words alone. */
  denseWeight: f64;
  /** Cosine up to which two texts have nothing in common. */
  denseFloor: f64;
  /** One bit per scope that the query may see. */
  scopes: u32;
  /** Address of one byte per slot, 0 = excluded; address 0 = no slot is excluded. */
  mask: usize;
  /** Address of one f32 per slot, 0–1: how well its time suits the query; address 0 = the query names no time. */
  timely: usize;
  /** Weight of the time relative to the rest. */
  timeWeight: f64;
  /** u32 numbers of the speakers that the query names. */
  speakers: usize;
  speakersEnd: usize;
  /** The query has neither terms nor a vector: every item is equally relevant. */
  isEmpty: bool;
  hasVector: bool;

  // The collection, as this query sees it.
  /** N: indexed texts in the scopes of the query. */
  documents: u32;
  /** Mean number of terms of these texts, and of these texts with their windows; at least 1. */
  meanLength: f64;
  meanWindowLength: f64;
  /** M: groups in its streams whose gate is open, and their mean number of terms; at least 1. */
  groups: u32;
  meanGroupLength: f64;

  // Results of matching the terms.
  /** Number of distinct terms. */
  terms: u32;
  /** Sum of the idf of its words, rounded like a text's sum: a text that holds them all has a share of exactly 1. */
  mass: f32;
  /** Some text holds two words of the query; being by a speaker that it names counts as one word. */
  holdsTwoWords: bool;
  /** Greatest value of each part over all candidates. */
  bestText: f64;
  bestWindow: f64;
  bestGroup: f64;
  bestMass: f32;
  /** Slot with the best text, if any matches. */
  bestByText: u32;

  // Relevance, set by `weighMatches`.
  /** False: the query shares too little with every text, so words do not count. */
  isMatch: bool;
  bestLexical: f64;
  /** Weight per unit of the text, and of its window and its group at most. */
  perText: f64;
  perWindow: f64;
  perGroup: f64;
  /** Upper bounds of a score: per unit of `Match.lexical`, of the dense part and of the time. */
  lexicalBound: f64;
  denseBound: f64;
  timeBound: f64;
  /** Error of a cosine: 0 for exact ones, more for those of codes. */
  codeError: f64;

  /** Whether it has a vector comparable with the stored ones; never in the kernel of words. */
  @inline get hasDense(): bool {
    return isComparable() && this.hasVector;
  }

  @inline match(slot: u32): Match {
    return matchAt(this.matches, slot);
  }

  @inline candidate(i: u32): u32 {
    return load<u32>(this.candidates + (i << 2));
  }

  /** Whether the query may find the slot. A slot it may not see does not count for neighbours either. */
  sees(slot: u32): bool {
    const flags = documentAt(slot).flags;
    if ((flags & (LIVE | FORGOTTEN)) != LIVE) return false;
    if (!((this.scopes >> ((flags & SCOPE) >> SCOPE_SHIFT)) & 1)) return false;
    return !this.mask || load<u8>(this.mask + slot) != 0;
  }

  /** Makes the slot a candidate, once, if the query may see it; returns whether it is one. */
  touch(slot: u32): bool {
    const match = this.match(slot);
    if (match.frequency) return true;
    if (!this.sees(slot)) return false;
    match.frequency = CANDIDATE;
    store<u32>(this.candidates + (this.candidateCount++ << 2), slot);
    return true;
  }

  @inline timelinessOf(slot: u32): f64 {
    return this.timely ? load<f32>(this.timely + (slot << 2)) : 0;
  }

  names(speaker: u32): bool {
    if (!speaker) return false;
    for (let at = this.speakers; at < this.speakersEnd; at += 4) if (load<u32>(at) == speaker) return true;
    return false;
  }

  /** Resets the query, before the fields of the question are set. */
  begin(): void {
    this.reserve();
    const first = offsetof<Query>('candidateCount');
    memory.fill(changetype<usize>(this) + first, 0, offsetof<Query>() - first);
  }

  /** Resets everything that the query touched. */
  end(): void {
    const matches = this.matches;
    for (let at = this.candidates, end = at + (this.candidateCount << 2); at < end; at += 4) {
      const match = changetype<usize>(matchAt(matches, load<u32>(at)));
      v128.store(match, v128.splat<u32>(0));
      v128.store(match, v128.splat<u32>(0), 16);
    }
    for (let i: u32 = 0; i < this.scoredGroupCount; i++) Group.at(load<u32>(this.scoredGroups + (i << 2))).score = 0;
    if (this.scoredGroups) release(this.scoredGroups, groupsEver() << 2);
  }

  /** Makes room for all slots, without a copy: the arrays hold data of a query that has ended. */
  private reserve(): void {
    const capacity = this.capacity;
    if (slots() <= capacity) return;
    if (capacity) release(this.matches, capacity * ROOM_BYTES);
    const larger = <u32>blockBytes(slots() * ROOM_BYTES) / ROOM_BYTES;
    this.matches = allocate(larger * ROOM_BYTES);
    memory.fill(this.matches, 0, larger << MATCH_SHIFT);
    this.candidates = this.matches + (larger << MATCH_SHIFT);
    this.windows = this.candidates + (larger << 2);
    this.capacity = larger;
  }
}

/** One suffices: queries never nest. */
export const query = changetype<Query>(memory.data(offsetof<Query>()));
