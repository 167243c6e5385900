// The part that reads texts for summaries. A page loads it when a plan first hides something.
import type { ReadTexts } from '../../context/reading/read-texts.ts';
import { ReadingNeeded, type TextReading } from '../../context/reading/text-reading.ts';
import { lazy } from '../lazy.ts';

export const readingPart = /* @__PURE__ */ lazy(
  'compaction',
  'ReadTexts',
  () => import('../../context/reading/read-texts.ts'),
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
  async during<Plan>(plan: () => Promise<Plan>): Promise<Plan> {
    try {
      return await plan();
    } catch (error) {
      if (!(error instanceof ReadingNeeded)) throw error;
      await this.load();
      return plan();
    }
  }
}
