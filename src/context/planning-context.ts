// The context that every rule of the context engine gets. Types only.
import type { Settings } from '../options/options.ts';
import type { TextReading } from './reading/text-reading.ts';
import type { NamedTools } from './reminder/given-tools.ts';
import type { ContextWording } from './words/wording.ts';

/** Wording of the prompt in one language; its sentences may name these tools. */
export type ContextWords = (tools: NamedTools) => ContextWording;

/** Settings, wording and token counter of a session, and what a rule needs to know of its latest request. */
export interface PlanningContext {
  readonly settings: Settings['context'];
  readonly files: Settings['files'];
  readonly wording: ContextWording;
  /** Estimated tokens of a text that the engine writes. Synchronous, because a plan never waits. */
  readonly count: (text: string) => number;
  /** Returns the reader of the texts that a plan hides. @throws ReadingNeeded where its part is not loaded */
  readonly reading: () => TextReading;
  /** Finds what a reminder says of the names in the notes; absent where its part is not loaded. */
  readonly lapses?: TextReading['lapses'] | undefined;
  /** Text sent beside the list of the latest request, with the schemas of its tools; absent: none. */
  readonly outside?: string;
  /** Steps without a write after which the overview counts as stale. */
  readonly softSteps: number;
}

/** overview.md at the time of planning. */
export interface OverviewNow {
  readonly text: string;
  readonly revision: number;
  /** Whether the model wrote it; false for the template and for a text of the app. */
  readonly byModel: boolean;
  /** Agent steps since its free text was written. */
  readonly stepsSince: number;
  /** Salt of the session, for hashes of its blocks; sessions of former versions have none. */
  readonly salt: string | undefined;
}
