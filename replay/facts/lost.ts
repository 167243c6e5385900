// Facts that a model call needed and did not see, with the request that dropped each.
import type { Fact } from './needs.ts';
import type { KnownMessage } from '../requests/known-messages.ts';

export interface LostFact {
  readonly kind: Fact['kind'];
  readonly fact: string;
  /** Index of the recorded message that needed the fact. */
  readonly at: number;
  /** Index of the recorded message before which the request stopped showing the fact, or never showed it. */
  readonly cutAt: number;
  /** Reason of the epoch that began there, or of another cut. */
  readonly cutBy: string;
  /** Question for the fact; `found` tells how the fact was found, if at all. */
  readonly question: string;
  readonly found: 'by search' | 'by reading' | 'no';
}

export interface SentRequest {
  readonly at: number;
  readonly messages: readonly KnownMessage[];
  readonly reason: string;
}

/** Returns the first request without the fact: after the last request with it, or after the message that said it. */
export function cutOf(fact: Fact, sent: readonly SentRequest[]): Pick<LostFact, 'cutAt' | 'cutBy'> {
  const showing = sent.flatMap(({ messages }, place) =>
    messages.some(({ passage }) => passage.shows(fact)) ? [place] : [],
  );
  const last = showing.at(-1);
  const cut = last === undefined ? sent.find(({ at }) => at > fact.said) : sent[last + 1];
  const { at = fact.said, reason = 'never sent' } = cut ?? {};
  return { cutAt: at, cutBy: last === undefined ? `at once, ${reason}` : reason };
}
