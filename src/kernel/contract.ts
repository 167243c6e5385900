// The kernel's interface: plain numbers, with units and ranges. Types only.

/** Fixed for the life of a kernel. `Infinity` turns a limit off. */
export interface KernelSettings {
  /** Share of its weight that an item keeps per period, between 0 and 1, both excluded. */
  decayFactor: number;
  decayPeriodMs: number;
  /** No weight falls below this, 0–1. */
  decayFloor: number;
  /** Importance below this is low. */
  lowBelow: number;
  /** Importance from this on is protected. */
  protectedFrom: number;
  /** An item is recent while fewer steps than this have passed since its own. */
  recentSteps: number;
  /** An item is expired (softly) when more steps or more milliseconds than these have passed. */
  softSteps: number;
  softMs: number;
  /** Order within a class: by arrival, or by importance × decay and then arrival. */
  key: 'fifo' | 'priority';
}

/**
 * Where a slot belongs. 0 is the store: only its slots are in the eviction order, have a position, count and expire.
 * 1 holds items that left the store, 2 parts of files, 3 messages; a query finds them when it names their scope. Scopes
 * 0 and 1 form one stream, 2 and 3 one each: a text has its neighbours there, in the order of indexing.
 */
export type SlotScope = 0 | 1 | 2 | 3;

export interface Flags {
  /** In no victim order, never expired. */
  pinned: boolean;
  /** Softly: first in the victim order, never a hit. */
  forgotten: boolean;
  /** Default 0. */
  scope?: SlotScope;
}

/** Where a text was said, in numbers of the caller. Default: 0, or false. */
export interface Place {
  /** The conversation; 0 = one without a name. Neighbours belong to the same one. */
  session?: number;
  /** Texts scored together, numbered from 0 without large gaps: a conversation, or a run of texts without one. */
  group?: number;
  /** The speaker; 0 = unknown. */
  speaker?: number;
  /** It only asks something. */
  question?: boolean;
  /** It is a turn of a talk: by an assistant, or by somebody with a name. */
  turn?: boolean;
}

/** The numbers of one item. All finite; the kernel does not check them again. */
export interface Columns extends Flags, Place {
  /** 0–1. */
  importance: number;
  /** Milliseconds since the epoch. Before that moment the age is 0. */
  createdAt: number;
  /** The agent step of its arrival, an integer. */
  step: number;
  tokens: number;
  /** Past its hard TTL after this moment, milliseconds since the epoch. Default: Infinity, never. */
  expiresAt?: number;
}

/** The answers are a function of the columns and the moment alone; a step back costs O(n log n). */
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
  /** Items about to be added. Each may be a victim itself. */
  newcomers: readonly Columns[];
  /** Slots that leave in any case; never victims. */
  leaving: readonly number[];
  /** How far the store, with the newcomers and without the leaving, is above its limits; ≤ 0 = not at all. */
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
  /** In the order in which they leave. */
  victims: Victim[];
  /** False when only pinned items are left and the limits still do not hold. */
  enough: boolean;
}

export interface RankQuery {
  /** Hashed terms, with repeats, in any order. */
  terms: Uint32Array;
  /** Ignored unless it has the dimension of the stored vectors, and a direction. */
  vector?: Float32Array | undefined;
  /** Greatest number of hits. */
  limit: number;
  now: number;
  /** Weight of the vector beside the words, not negative. Default 0: the order of the words alone. */
  denseWeight?: number | undefined;
  /** The cosine up to which two texts have nothing in common, 0 ≤ floor < 1. Default 0. */
  denseFloor?: number | undefined;
  /**
   * Measures the floor where the query may see 8 vectors or more: median + contrast · (median − lowest tenth) of their
   * cosines, if that is above `denseFloor`. Not negative. Without it the floor is as given.
   */
  denseContrast?: number | undefined;
  /** Lower bound of decay in the score, 0–1; below the kernel's own floor it has no effect. */
  decayFloor: number;
  /** Where no text holds two words of the query, the share of its idf mass that one must hold, 0–1. Default 0. */
  minimumMatch?: number | undefined;
  /** One byte per slot, 0 = not a candidate; slots beyond its end are none. Without it all are. */
  allowed?: Uint8Array | undefined;
  /** One number per slot, 0–1: how well its time suits the query. Slots beyond its end: 0. Without it time is no part. */
  timely?: Float32Array | undefined;
  /** Weight of that beside words and vector, not negative. Default 0. */
  timeWeight?: number | undefined;
  /** The scopes to look in; default the store alone. */
  scopes?: readonly SlotScope[] | undefined;
  /** Numbers of the speakers whom the query names. */
  speakers?: readonly number[] | undefined;
}

export interface RankedSlot {
  slot: number;
  /** relevance × decay × (0.8 + 0.4 · importance). */
  score: number;
  /** Relative to the best text, above 0 up to 1; 1 for a query without terms and vector. */
  relevance: number;
  /** BM25+ of the text, relative to the best one, 0–1; like the next four undefined if the query has no terms. */
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
  /** Of the vectors, −1 to 1 but for rounding; like the next one undefined if either side has none. */
  cosine: number | undefined;
  /** (cosine − floor) ÷ (1 − floor), 0–1. */
  dense: number | undefined;
  /** How well its time suits the query, 0–1; undefined where the query names none. */
  time: number | undefined;
  decay: number;
}

export interface SimilarQuery {
  /** Hashed terms of the new text, with repeats, in any order. */
  terms: Uint32Array;
  /** The scopes to look in. */
  scopes: readonly SlotScope[];
  /** Least likeness, above 0 up to 1. */
  least: number;
}

export interface SimilarSlot {
  slot: number;
  /**
   * The smaller of two shares, above 0 up to 1: of the idf of the new text's words, what the slot holds; of the slot's
   * words, what the new text holds. Pairs of characters are no words.
   */
  likeness: number;
}

/** `no-direction`: zero, or not finite. `other-dimension`: not that of the vectors stored before. */
export type VectorOutcome = 'stored' | 'no-direction' | 'other-dimension';

/**
 * Slots count up in order of arrival and are never reused; memory is never given back.
 * When too many slots are dead, or after a trap, the owner builds a new kernel from its own state.
 * A method given a slot that never was, or a dead one to change, traps.
 */
export interface Kernel {
  /** All slots ever given out, dead ones included. */
  readonly slots: number;
  /** Slots that count: in the store and not dead. */
  readonly live: number;
  /** Slots that have a vector. */
  readonly vectors: number;
  /** O(log n). Returns the slot. */
  add(columns: Columns): number;
  /** O(log n + terms). */
  remove(slot: number): void;
  /** O(log n). */
  setImportance(slot: number, importance: number): void;
  /** See `Columns.expiresAt`; O(log n). */
  setExpiry(slot: number, expiresAt: number): void;
  /** O(log n). */
  setFlags(slot: number, flags: Flags): void;
  /** Place in the queue of live items, 0 = oldest; O(log n). */
  position(slot: number): number;
  /** The live slot at a place in the queue; O(log n). */
  slotAt(position: number): number | undefined;
  /** Weight of age, from the decay floor to 1. */
  decay(createdAt: number, now: number): number;
  priority(slot: number, now: number): number;
  classOf(slot: number, moment: Moment): VictimClass;
  /** Class and priority of an item that is in no slot; O(log n). Changes no answer of the kernel. */
  rate(columns: Columns, moment: Moment): Pick<Victim, 'victimClass' | 'priority'>;
  /** Slots of the store past their hard TTL, in order of arrival, without pinned ones; O(answer · log answer). */
  expired(now: number): number[];
  /** The items that would have to leave. Changes no answer of the kernel; O((newcomers + leaving + victims) · log n). */
  victims(moment: Moment, request: VictimRequest): VictimPlan;
  /** Indexes the slot under these hashed terms (with repeats), in place of any former ones. */
  index(slot: number, terms: Uint32Array): void;
  /** Texts in these scopes that hold a hashed term. */
  holders(term: number, scopes: readonly SlotScope[]): number;
  /** Keeps a copy scaled to unit length, in place of any former one. */
  setVector(slot: number, vector: Float32Array): VectorOutcome;
  /** Forgets all vectors; the next one may be of any dimension. O(vectors). */
  dropVectors(): void;
  /** Lets this module of `compileFastScan` scan vectors from now on; no answer changes. */
  useFastScan(module: WebAssembly.Module): void;
  /** Best first; ties newest first, then by stream and slot. Never dead or forgotten items, nor any of relevance 0. */
  rank(query: RankQuery): RankedSlot[];
  /** In no order, and never dead or forgotten ones; O(postings of the rarer words). */
  similar(query: SimilarQuery): SimilarSlot[];
}
