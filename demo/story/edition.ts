// What a story differs in by language. Types only.
import type { StoryData } from './app-tools.ts';
import type { Scene, Wording } from './scene.ts';

/** What differs between the languages. */
export interface Edition {
  readonly title: string;
  /** The system prompt, before the memory's guide. */
  readonly system: string;
  readonly scenes: readonly Scene[];
  readonly wording: Wording;
  readonly data: StoryData;
}
