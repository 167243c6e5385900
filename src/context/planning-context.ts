// What the rules of the context engine are asked with. Types only.
import type { Settings } from '../options.ts';
import type { ContextWording } from './words/wording.ts';

/** How texts are counted and worded: the same for every request of a session. */
export interface PlanningContext {
  readonly settings: Settings['context'];
  readonly files: Settings['files'];
  readonly wording: ContextWording;
  /** Estimated tokens of a text the engine writes itself. */
  readonly count: (text: string) => number;
  /** Steps without a write after which the overview counts as stale. */
  readonly softSteps: number;
}

export interface OverviewNow {
  readonly text: string;
  readonly revision: number;
  /** Written by the model; false for the template and for what the app wrote. */
  readonly byModel: boolean;
  /** Agent steps since its free text was written. */
  readonly stepsSince: number;
}
