// The trace that a request leaves in the journal, beside its event: numbers, ids and scores, never a text. Types only.
import type { HitAddress } from '../../recall/hit-address.ts';
import type { OwnWords } from './own-words.ts';

/** Origin of a text. */
export type TracedAddress = Pick<HitAddress, 'scope' | 'session' | 'id' | 'path' | 'message'>;

/** A hit of a search since the request before. */
export interface TracedHit extends TracedAddress {
  readonly score: number;
}

/** Tokens that a provider counted for the request before this one. */
export interface TracedUsage {
  readonly input: number;
  readonly cached?: number;
  readonly output?: number;
}

export interface RequestTrace {
  /** Estimated tokens of the app's own list, with system prompt and tools: what is sent without a memory. */
  readonly list: number;
  /** Tokens that this request has in common with the one before, from its beginning, by estimate. */
  readonly cached: number;
  /** Messages of the app's list, and those of them that are hidden. */
  readonly messages: number;
  readonly hidden: number;
  /** Tokens that the epoch of this request has won; absent where none began. */
  readonly won?: number;
  readonly own: OwnWords;
  /** Texts that came into this request by themselves. */
  readonly recalled?: readonly TracedAddress[];
  /** Whether the answer says the words of each text that came into the former request. */
  readonly used?: readonly boolean[];
  /** Calls that the model made again after the result of the first had left its view. */
  readonly again?: number;
  readonly usage?: TracedUsage;
  /** Searches since the request before, and the best of their hits. */
  readonly searches?: number;
  readonly hits?: readonly TracedHit[];
}

/** Records from the request before to this one: the searches, and what the provider counted. */
export type SinceThen = Pick<RequestTrace, 'usage' | 'searches' | 'hits'>;
