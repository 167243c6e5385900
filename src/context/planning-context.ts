// What every rule of the context engine is called with. Types only.
import type { Settings } from '../options/options.ts';
import type { TextReading } from './reading/text-reading.ts';
import type { NamedTools } from './reminder/given-tools.ts';
import type { ContextWording } from './words/wording.ts';

/** A language of the prompt: its sentences, which may name these tools. */
export type ContextWords = (tools: NamedTools) => ContextWording;

/** Settings, wording and token counter of a session, and what a rule needs to know of its latest request. */
export interface PlanningContext {
  readonly settings: Settings['context'];
  readonly files: Settings['files'];
  readonly wording: ContextWording;
  /** Estimated tokens of a text that the engine writes. Synchronous, because a plan never waits. */
  readonly count: (text: string) => number;
  /** Reads the texts that a plan hides. @throws ReadingNeeded where the part for it is not loaded */
  readonly reading: () => TextReading;
  /** What a reminder says of the names in the notes; absent where the part for it is not loaded. */
  readonly lapses?: TextReading['lapses'] | undefined;
  /** What was sent beside the list of the latest request, in it the schemas of tools; absent: nothing. */
  readonly outside?: string;
  /** The overview counts as stale after so many steps without a write. */
  readonly softSteps: number;
}

/** overview.md at the time of planning. */
export interface OverviewNow {
  readonly text: string;
  readonly revision: number;
  /** Written by the model; false for the template and for what the app wrote. */
  readonly byModel: boolean;
  /** Agent steps since its free text was written. */
  readonly stepsSince: number;
  /** Of the session, for hashes of its blocks; one of former versions has none. */
  readonly salt: string | undefined;
}
