// What the week differs in by language, and the facts that it is about.
import type { Wording } from '../scene.ts';
import type { Templates } from './material.ts';

export const SERVICES = ['tiles', 'photos', 'queue', 'reports', 'auth', 'store'] as const;
export type Service = (typeof SERVICES)[number];

/** Where a fact enters the conversation: said by the user, or within the result of a tool. */
export type Planted =
  | { readonly said: string }
  | { readonly tool: 'log' | 'tickets' | 'specification'; readonly service: Service; readonly text: string };

export interface Fact {
  /** 1 or 2. */
  readonly day: number;
  readonly planted: Planted;
  /** As above on the last day: something that looks like it and is another thing. */
  readonly other: Planted;
  /** The reply to where it is said. */
  readonly noted: string;
  /** Asked on the last day. */
  readonly question: string;
  /** Finds it in its sentence alone; one group. */
  readonly pattern: RegExp;
  /** Finds whatever looks like it; one group. */
  readonly like: RegExp;
  /** What an agent with a memory searches for. */
  readonly search: string | readonly string[];
  /** `{fact}` is what was found. */
  readonly reply: string;
  /** As it was said. */
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
