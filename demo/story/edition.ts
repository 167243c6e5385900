// Language-specific parts of a story. Types only.
import type { StoryData } from './app-tools.ts';
import type { Scene, Wording } from './scene.ts';

/** Language-specific parts of a story. */
export interface Edition {
  readonly title: string;
  /** System prompt, before the memory's guide. */
  readonly system: string;
  readonly scenes: readonly Scene[];
  readonly wording: Wording;
  readonly data: StoryData;
}
