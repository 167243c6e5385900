// Interface of the kernel: plain numbers, with units and ranges. Types only.

/** Settings of a kernel, fixed for its life. `Infinity` turns a limit off. */
export interface KernelSettings {
  decay: {
    /** Share of its weight that an item keeps per period, above 0, at most 1; 1: age takes nothing. */
    factor: number;
    periodMs: number;
    /** Least weight of any age, 0–1. */
    floor: number;
  };
  /** Importance below which an item is low. */
  lowBelow: number;
  /** Importance from which an item is protected. */
  protectedFrom: number;
  /** Number of steps since its own after which an item is no longer recent. */
  recentSteps: number;
  /** Most steps since its own before an item is softly expired. */
  softSteps: number;
  /** Greatest age in ms before an item is softly expired. */
  softMs: number;
  /** Order within a class: by arrival, or by importance × decay and then arrival. */
  key: 'fifo' | 'priority';
}

/**
 * Scope of a slot. 0 is the store: only its slots are in the eviction order, have a position, count and expire. 1 holds
 * items that left the store, 2 parts of files, 3 messages; a query finds them if it names their scope. Scopes 0 and 1
 * form one stream, 2 and 3 one each: a text has its neighbours there, in the order of indexing.
 */
export type SlotScope = 0 | 1 | 2 | 3;

export interface Flags {
  /** Whether it is kept out of the victim order and never expires. */
  pinned: boolean;
  /** Whether it is softly forgotten: first in the victim order, never a hit. */
  forgotten: boolean;
  /** Default 0. */
  scope?: SlotScope;
}

/** Place where a text was said, in numbers of the caller. Default: 0, or false. */
export interface Place {
  /** The conversation; 0 = one without a name. Neighbours belong to the same one. */
  session?: number;
  /** Texts scored together, numbered from 0 without large gaps: a conversation, or a run of texts without one. */
  group?: number;
  /** The speaker; 0 = unknown. */
  speaker?: number;
  /** Whether it only asks something. */
  question?: boolean;
  /** Whether it is a turn of a conversation: by an assistant, or by a named speaker. */
  turn?: boolean;
}

/** Numbers of one item, finite except for `expiresAt`; the kernel does not check them again. */
export interface Columns extends Flags, Place {
  /** 0–1. */
  importance: number;
  /** Time from which its age counts, ms since 1970; before it, the age is 0. */
  createdAt: number;
  /** Agent step of its arrival, an integer. */
  step: number;
  tokens: number;
  /** Moment after which it is past its hard TTL, ms since 1970. Default: Infinity, never. */
  expiresAt?: number;
}

/** Time and step of a question. Answers depend on the columns and the moment alone; a step back costs O(n log n). */
export interface Moment {
  now: number;
  step: number;
}

/**
 * 0 softly forgotten · 1 expired, unprotected · 2 low, older · 3 low, recent · 4 mid, older · 5 mid, recent ·
 * 6 protected, expired · 7 protected, older · 8 protected, recent. The lowest leaves first.
 */
export type VictimClass = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface VictimRequest {
  /** Items about to be added; each may be a victim itself. */
  newcomers: readonly Columns[];
  /** Slots that leave in any case and are never victims. */
  leaving: readonly number[];
  /** Excess over the limits, with the newcomers and without the leaving slots; ≤ 0 = none. */
  overItems: number;
  overTokens: number;
}

export interface Victim {
  /** A slot, or the index into `newcomers` if `newcomer`. */
  slot: number;
  newcomer: boolean;
  victimClass: VictimClass;
  /** importance × decay, 0–1. */
  priority: number;
}

export interface VictimPlan {
  /** Victims in the order in which they leave. */
  victims: Victim[];
  /** False if only pinned items are left and the limits still do not hold. */
  enough: boolean;
}

export interface RankQuery {
  /** Hashed terms, with repeats, in any order. */
  terms: Uint32Array;
  /** Vector of the prompt; ignored unless it has the dimension of the stored vectors, and a direction. */
  vector?: Float32Array | undefined;
  /** Most hits. */
  limit: number;
  now: number;
  /** Weight of the vector relative to the words, not negative. Default 0: the words alone decide the order. */
  denseWeight?: number | undefined;
  /** Cosine up to which two texts have nothing in common, 0 ≤ floor < 1. Default 0. */
  denseFloor?: number | undefined;
  /**
   * Measures the floor if the query may see 8 vectors or more: median + contrast · (median − lowest tenth) of their
   * cosines, if that is above `denseFloor`. Not negative. Without it, `denseFloor` is the floor.
   */
  denseContrast?: number | undefined;
  /** Lower bound of decay in the score, 0–1; below the kernel's own floor it has no effect. */
  decayFloor: number;
  /** Share of the query's idf mass that a text must hold if no text holds two of its words, 0–1. Default 0. */
  minimumMatch?: number | undefined;
  /** One byte per slot, 0 = excluded; slots beyond its end are excluded. Without it, all are candidates. */
  allowed?: Uint8Array | undefined;
  /** Fit of the time of each slot to the query, 0–1. Slots beyond its end: 0. Without it, time does not count. */
  timely?: Float32Array | undefined;
  /** Weight of the time relative to words and vector, not negative. Default 0. */
  timeWeight?: number | undefined;
  /** Scopes to search; default the store alone. */
  scopes?: readonly SlotScope[] | undefined;
  /** Numbers of the speakers that the query names. */
  speakers?: readonly number[] | undefined;
}

export interface RankedSlot {
  slot: number;
  /** relevance × decay × (0.8 + 0.4 · importance). */
  score: number;
  /** Fit relative to the best text, above 0 up to 1; 1 for a query without terms and vector. */
  relevance: number;
  /** BM25+ of the text, relative to the best one, 0–1; undefined, like the next four, if the query has no terms. */
  text: number | undefined;
  /**
   * BM25 of the text with its neighbours and of its group, relative to the best, times the coherence gate of its
   * stream: 0–1.
   */
  window: number | undefined;
  group: number | undefined;
  /** Factor for speaker, question and length. */
  prior: number | undefined;
  /** Share of the query's idf mass that the text holds, 0–1. */
  matched: number | undefined;
  /** Cosine of the vectors, −1 to 1 but for rounding; undefined, like the next one, if either side has none. */
  cosine: number | undefined;
  /** (cosine − floor) ÷ (1 − floor), 0–1. */
  dense: number | undefined;
  /** Fit of its time to the query, 0–1; undefined if the query names none. */
  time: number | undefined;
  decay: number;
}

export interface SimilarQuery {
  /** Hashed terms of the new text, with repeats, in any order. */
  terms: Uint32Array;
  /** Scopes to search. */
  scopes: readonly SlotScope[];
  /** Least likeness, above 0 up to 1. */
  least: number;
}

export interface SimilarSlot {
  slot: number;
  /**
   * The smaller of two shares, above 0 up to 1: the share of the new text's words (by idf) that the slot holds, and the
   * share of the slot's words that the new text holds. Pairs of characters are not words.
   */
  likeness: number;
}

/** Answer of `setVector`. `no-direction`: zero, or not finite · `other-dimension`: not that of the stored vectors. */
export type VectorOutcome = 'stored' | 'no-direction' | 'other-dimension';

/**
 * Slots count up in order of arrival and are never reused; memory is never given back. When too many slots are dead, or
 * after a trap, the owner builds a new kernel from its own state. A method traps if its slot never existed, or if it
 * changes a dead one.
 */
export interface Kernel {
  /** Number of slots ever given out, dead ones included. */
  readonly slots: number;
  /** Number of slots that count: in the store and not dead. */
  readonly live: number;
  /** Number of slots that have a vector. */
  readonly vectors: number;
  /** Adds an item and returns its slot; O(log n). */
  add(columns: Columns): number;
  /** Removes the slot from all orders and indexes; O(log n + terms). */
  remove(slot: number): void;
  /** Sets the importance; O(log n). */
  setImportance(slot: number, importance: number): void;
  /** Sets `Columns.expiresAt`; O(log n). */
  setExpiry(slot: number, expiresAt: number): void;
  /** Sets the flags; O(log n). */
  setFlags(slot: number, flags: Flags): void;
  /** Returns the place in the queue of live items, 0 = oldest; O(log n). */
  position(slot: number): number;
  /** Returns the live slot at a place in the queue; O(log n). */
  slotAt(position: number): number | undefined;
  /** Returns the weight of age, from the decay floor to 1. */
  decay(createdAt: number, now: number): number;
  priority(slot: number, now: number): number;
  classOf(slot: number, moment: Moment): VictimClass;
  /** Returns class and priority of an item without a slot; O(log n). Changes no answer of the kernel. */
  rate(columns: Columns, moment: Moment): Pick<Victim, 'victimClass' | 'priority'>;
  /** Returns slots of the store past their hard TTL, by arrival, without pinned ones; O(answer · log answer). */
  expired(now: number): number[];
  /**
   * Returns the items that would leave. Changes no answer of the kernel; O((newcomers + leaving + victims) · log n).
   */
  victims(moment: Moment, request: VictimRequest): VictimPlan;
  /** Indexes the slot under these hashed terms, with repeats; replaces any former ones. */
  index(slot: number, terms: Uint32Array): void;
  /** Counts the texts in these scopes that hold a hashed term. */
  holders(term: number, scopes: readonly SlotScope[]): number;
  /** Stores a copy of the vector, scaled to unit length; replaces any former one. */
  setVector(slot: number, vector: Float32Array): VectorOutcome;
  /** Forgets all vectors; the next one may be of any dimension. O(vectors). */
  dropVectors(): void;
  /** Makes this module of `compileFastScan` scan vectors from now on; no answer changes. */
  useFastScan(module: WebAssembly.Module): void;
  /**
   * Returns hits, the best first; ties newest first, then by stream and slot. Dead and forgotten slots and those of
   * relevance 0 are no hits.
   */
  rank(query: RankQuery): RankedSlot[];
  /** Returns similar slots in no order, never dead or forgotten ones; O(postings of the rarer words). */
  similar(query: SimilarQuery): SimilarSlot[];
}
