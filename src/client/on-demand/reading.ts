// The parts of compaction. A page loads the one that reads texts for summaries when a plan first hides something, and the
// other when its app or its model asks for a compaction.
import type { ReadTexts } from '../../context/reading/read-texts.ts';
import { ReadingNeeded, type TextReading } from '../../context/reading/text-reading.ts';
import { lazy } from '../lazy.ts';

export const readingPart = /* @__PURE__ */ lazy(
  'compaction',
  'ReadTexts',
  () => import('../../context/reading/read-texts.ts'),
);

export const compactionPart = /* @__PURE__ */ lazy(
  'compaction on request',
  'CompactionClient',
  () => import('../context/compaction-client.ts'),
);

export class ReadingOnDemand {
  #loaded: ReadTexts | undefined;

  /** For a plan. @throws ReadingNeeded while it is not loaded */
  readonly now = (): TextReading => {
    if (!this.#loaded) throw new ReadingNeeded();
    return this.#loaded;
  };

  /** @throws part-unavailable */
  readonly load = async (): Promise<TextReading> => (this.#loaded ??= new (await readingPart()).ReadTexts());

  /** Begins a new request. */
  turn(): void {
    this.#loaded?.turn();
  }

  /** Makes the plan, and once more where it turned out to need the part. @throws part-unavailable */
  async during<Plan>(plan: () => Plan): Promise<Plan> {
    try {
      return plan();
    } catch (error) {
      if (!(error instanceof ReadingNeeded)) throw error;
      await this.load();
      return plan();
    }
  }
}
