// Language-specific parts of the week, and its facts.
import type { Wording } from '../scene.ts';
import type { Templates } from './material.ts';

export const SERVICES = ['tiles', 'photos', 'queue', 'reports', 'auth', 'store'] as const;
export type Service = (typeof SERVICES)[number];

/** Source of a fact in the conversation: the user, or the result of a tool. */
export type Planted =
  | { readonly said: string }
  | { readonly tool: 'log' | 'tickets' | 'specification'; readonly service: Service; readonly text: string };

export interface Fact {
  /** Day on which the fact is planted: 1 or 2. */
  readonly day: number;
  readonly planted: Planted;
  /** Something similar but different, planted on the last day. */
  readonly other: Planted;
  /** Reply in the turn that plants the fact. */
  readonly noted: string;
  /** Question on the last day. */
  readonly question: string;
  /** Matches the fact in its own sentence only; one group. */
  readonly pattern: RegExp;
  /** Matches anything similar; one group. */
  readonly like: RegExp;
  /** Queries of an agent with a memory. */
  readonly search: string | readonly string[];
  /** `{fact}` stands for the match. */
  readonly reply: string;
  /** The fact as it was said. */
  readonly truth: string;
}

export interface WeekEdition extends Templates {
  readonly title: string;
  readonly system: string;
  readonly wording: Wording;
  readonly tools: Readonly<Record<'log' | 'tickets' | 'specification', string>>;
  readonly facts: readonly Fact[];
  readonly days: readonly string[];
  readonly checks: (day: string, service: string, variant: number) => string;
  readonly found: string;
}
