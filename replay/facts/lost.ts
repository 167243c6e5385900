// Facts that a model call needed and did not get, with the request that took them out of view.
import type { Fact } from './needs.ts';
import type { KnownMessage } from '../requests/known-messages.ts';

export interface LostFact {
  readonly kind: Fact['kind'];
  readonly fact: string;
  /** Index of the recorded message that needed it. */
  readonly at: number;
  /** Index of the recorded message whose request no longer showed it, or did not show it though it had been said. */
  readonly cutAt: number;
  /** Why an epoch began there, or what else happened. */
  readonly cutBy: string;
  /** What was asked, and how far that led. */
  readonly question: string;
  readonly found: 'by search' | 'by reading' | 'no';
}

export interface SentRequest {
  readonly at: number;
  readonly messages: readonly KnownMessage[];
  readonly reason: string;
}

/** The first request without the fact after the last one with it, or after it was said. */
export function cutOf(fact: Fact, sent: readonly SentRequest[]): Pick<LostFact, 'cutAt' | 'cutBy'> {
  const showing = sent.flatMap(({ messages }, place) =>
    messages.some(({ passage }) => passage.shows(fact)) ? [place] : [],
  );
  const last = showing.at(-1);
  const cut = last === undefined ? sent.find(({ at }) => at > fact.said) : sent[last + 1];
  const { at = fact.said, reason = 'never sent' } = cut ?? {};
  return { cutAt: at, cutBy: last === undefined ? `at once, ${reason}` : reason };
}
